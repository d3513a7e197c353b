import { Injectable } from '@nestjs/common';
import { welcomeFounder } from '@stoa/contracts/users';
import { Database, lockUser } from '@stoa/database';
import { insufficientPermission } from '@stoa/errors';
import { isOwner } from '@stoa/policy';
import { Handles } from '@stoa/rpc';
import type { ActorContext } from '@stoa/rpc';
import { AccountMails } from '../../shared/account-mails/account-mails';

/** Welcomes the owners of new organizations: the operator's tool makes these, where no service is asked. */
@Injectable()
export class FoundersService {
  constructor(
    private readonly database: Database,
    private readonly mails: AccountMails,
  ) {}

  /** @throws DomainError for who is no owner */
  @Handles(welcomeFounder)
  async welcome(ctx: ActorContext): Promise<void> {
    const { userId } = ctx.actor;
    if (!isOwner(ctx.actor)) throw insufficientPermission();
    await this.database.write(ctx, [lockUser(userId)], (tx) => this.mails.welcome(tx, userId, { isFounder: true }));
  }
}
