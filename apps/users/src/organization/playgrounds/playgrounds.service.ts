import { Injectable } from '@nestjs/common';
import type { RequestOf, RpcResponse } from '@stoa/contracts/rpc';
import { eventOf } from '@stoa/contracts/events';
import { createPlayground, deletePlayground } from '@stoa/contracts/organization';
import { WriteTransaction, isUniqueViolation, setKeys } from '@stoa/database';
import { badRequest } from '@stoa/errors';
import { Handles } from '@stoa/rpc';
import type { ActorContext } from '@stoa/rpc';
import { NON_FIELD, fieldError } from '../linkifiers/field-errors';
import { OrganizationWrites } from '../organization-writes/organization-writes';
import { checkPlayground } from './playground-rules';
import { PlaygroundsRepository } from './playgrounds.repository';

const TAKEN = 'Realm playground with this Realm, Pygments language and Name already exists.';

/** Where code of a language can be tried out (organization.md 6). */
@Injectable()
export class PlaygroundsService {
  constructor(
    private readonly repository: PlaygroundsRepository,
    private readonly writes: OrganizationWrites,
  ) {}

  @Handles(createPlayground)
  async create(
    ctx: ActorContext,
    request: RequestOf<typeof createPlayground>,
  ): Promise<RpcResponse<typeof createPlayground>> {
    checkPlayground(request);
    try {
      return await this.writes.run(ctx, async (tx, audience) => {
        const id = await this.repository.insert(tx, request);
        await this.announce(tx, audience);
        return { id };
      });
    } catch (error) {
      if (isUniqueViolation(error)) throw fieldError(NON_FIELD, TAKEN);
      throw error;
    }
  }

  /** A default language of code blocks that it served is reset, with its own event first. */
  @Handles(deletePlayground)
  async delete(ctx: ActorContext, { playground_id }: RequestOf<typeof deletePlayground>): Promise<void> {
    await this.writes.run(ctx, async (tx, audience) => {
      const language = await this.repository.delete(tx, playground_id);
      if (language === undefined) throw badRequest('Invalid playground');
      if (await this.repository.resetDefaultLanguage(tx, language)) {
        tx.emit(eventOf('realm', 'update', { property: 'default_code_block_language', value: '' }, audience));
      }
      await this.announce(tx, audience);
    });
  }

  private async announce(tx: WriteTransaction, audience: readonly number[]): Promise<void> {
    tx.bump(setKeys.realmSettings(tx.realmId));
    const playgrounds = await this.repository.list(tx);
    tx.emit(eventOf('realm_playgrounds', { realm_playgrounds: playgrounds }, audience));
  }
}
