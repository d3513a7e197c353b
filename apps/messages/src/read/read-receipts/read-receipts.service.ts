import { Injectable } from '@nestjs/common';
import type { RequestOf, RpcResponse } from '@stoa/contracts/rpc';
import { getReadReceipts } from '@stoa/contracts/messages';
import { badRequest } from '@stoa/errors';
import { Database } from '@stoa/database';
import { MessageFlagsRepository } from '@stoa/read-state-store';
import { Handles } from '@stoa/rpc';
import type { ActorContext } from '@stoa/rpc';
import { MessageAccess } from '../../access/message-access/message-access';
import { ReadReceiptsRepository } from './read-receipts.repository';

/** Who has read a message (messages.md 13); computed from spans and read bits, as no message has a row per reader. */
@Injectable()
export class ReadReceiptsService {
  constructor(
    private readonly database: Database,
    private readonly access: MessageAccess,
    private readonly flags: MessageFlagsRepository,
    private readonly repository: ReadReceiptsRepository,
  ) {}

  /** @throws DomainError `Invalid message(s)`, `Read receipts are disabled in this organization.` */
  @Handles(getReadReceipts)
  async get(
    ctx: ActorContext,
    { message_id }: RequestOf<typeof getReadReceipts>,
  ): Promise<RpcResponse<typeof getReadReceipts>> {
    const { realmId, userId } = ctx.actor;
    const message = await this.access.access(ctx, message_id);
    if (!(await this.repository.areEnabled(realmId))) {
      throw badRequest('Read receipts are disabled in this organization.');
    }
    const readers = await this.flags.readersOf(this.database, message_id);
    const shown = await this.repository.shownTo(userId, readers);
    return { user_ids: shown.filter((readerId) => readerId !== message.senderId) };
  }
}
