import { Inject, Injectable } from '@nestjs/common';
import type { RequestOf } from '@stoa/contracts/rpc';
import { resetSecondFactors } from '@stoa/contracts/users';
import { Database, lockRealm } from '@stoa/database';
import { ChangeFactsReader } from '@stoa/directory';
import { LOGGER, type Logger } from '@stoa/observability';
import { Handles } from '@stoa/rpc';
import type { ActorContext } from '@stoa/rpc';
import { FactorsRepository } from '../../shared/second-factors/factors.repository';
import { SessionEndings } from '../../shared/sessions/session-endings';
import { requireSignInReset } from '../../shared/user-changes/user-rules';
import { FactorMails } from './factor-mails';

/** Administrators help people who have lost their second factors. */
@Injectable()
export class FactorResetsService {
  constructor(
    private readonly database: Database,
    private readonly facts: ChangeFactsReader,
    private readonly factors: FactorsRepository,
    private readonly sessions: SessionEndings,
    private readonly mails: FactorMails,
    @Inject(LOGGER) private readonly log: Logger,
  ) {}

  /** @throws DomainError of whom the caller may not administer */
  @Handles(resetSecondFactors)
  async reset(ctx: ActorContext, { user_id: userId }: RequestOf<typeof resetSecondFactors>): Promise<void> {
    const { realmId, userId: actorId } = ctx.actor;
    await this.database.write(ctx, [lockRealm(realmId, 'shared')], async (tx) => {
      requireSignInReset(await this.facts.current(ctx), userId);
      await this.factors.removeTotp(tx, userId);
      await this.factors.removePasskeys(tx, userId);
      await this.sessions.ofUsers(tx, [userId], 'factor_change');
    });
    this.log.info({ requestId: ctx.requestId, realmId, actorId, userId }, 'the second factors of a user were removed');
    await this.mails.tell('reset', userId, ctx.actor.realmUrl);
  }
}
