import { Inject, Injectable } from '@nestjs/common';
import { keysRevoked } from '@stoa/contracts/events';
import type { RequestOf } from '@stoa/contracts/rpc';
import { endSessionsOfRealm, endSessionsOfUser } from '@stoa/contracts/users';
import { Database, lockRealm } from '@stoa/database';
import { ChangeFactsReader } from '@stoa/directory';
import { insufficientPermission } from '@stoa/errors';
import { LOGGER, type Logger } from '@stoa/observability';
import { isOwner } from '@stoa/policy';
import { Handles } from '@stoa/rpc';
import type { ActorContext } from '@stoa/rpc';
import { SessionEndings } from '../../shared/sessions/session-endings';
import { requireSignInReset } from '../../shared/user-changes/user-rules';
import { ApiKeysRepository } from '../api-keys/api-keys.repository';

/** Administrators sign others out, wherever they are (identity.md 1.4). */
@Injectable()
export class SessionAdministrationService {
  constructor(
    private readonly database: Database,
    private readonly facts: ChangeFactsReader,
    private readonly sessions: SessionEndings,
    private readonly keys: ApiKeysRepository,
    @Inject(LOGGER) private readonly log: Logger,
  ) {}

  /** @throws DomainError of whom the caller may not administer */
  @Handles(endSessionsOfUser)
  async endOfUser(ctx: ActorContext, request: RequestOf<typeof endSessionsOfUser>): Promise<void> {
    const { user_id: userId, also_api_keys: alsoKeys } = request;
    const { realmId, userId: actorId } = ctx.actor;
    await this.database.write(ctx, [lockRealm(realmId, 'shared')], async (tx) => {
      requireSignInReset(await this.facts.current(ctx), userId);
      await this.sessions.ofUsers(tx, [userId], 'revoked');
      if (!alsoKeys) return;
      await this.keys.revokeAllBut(tx, userId, 0);
      tx.emit(keysRevoked([userId]));
    });
    this.log.info({ requestId: ctx.requestId, realmId, actorId, userId, alsoKeys }, 'a user was signed out everywhere');
  }

  /** Everybody, the caller included. @throws DomainError for who is no owner */
  @Handles(endSessionsOfRealm)
  async endOfRealm(ctx: ActorContext): Promise<void> {
    const { realmId } = ctx.actor;
    if (!isOwner(ctx.actor)) throw insufficientPermission();
    await this.database.write(ctx, [lockRealm(realmId, 'exclusive')], (tx) => this.sessions.ofRealm(tx, 'revoked'));
    this.log.info({ requestId: ctx.requestId, realmId }, 'everybody was signed out');
  }
}
