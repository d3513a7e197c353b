import { Inject, Injectable } from '@nestjs/common';
import { keysRevoked } from '@stoa/contracts/events';
import { Database, lockUser } from '@stoa/database';
import { LOGGER, type Logger, Metrics } from '@stoa/observability';
import type { LoggedOut } from '@stoa/policy';
import type { CallContext } from '@stoa/rpc';
import { ApiKeysRepository } from '../../people/api-keys/api-keys.repository';
import { SessionEndings } from '../../shared/sessions/session-endings';
import { ExternalAccountsRepository } from '../external/external-accounts.repository';
import { SignInAttempts } from '../external/sign-in-attempts';
import { SignInFailure } from '../protocols/sign-in-failure';
import type { UsedProvider } from '../providers/used-provider';
import { ProviderSessionsRepository } from './provider-sessions.repository';

const OUTCOMES = ['ended', 'nobody', 'refused'];

/** What a provider says is over, after its signature has been checked. */
export interface ProviderLogOut extends LoggedOut {
  realmId: number;
  partition: number;
  provider: UsedProvider;
}

/** Signs people out here who have signed out at their provider (identity.md 4, 5.6). */
@Injectable()
export class ProviderLogOuts {
  private readonly counter;

  constructor(
    private readonly database: Database,
    private readonly repository: ProviderSessionsRepository,
    private readonly accounts: ExternalAccountsRepository,
    private readonly attempts: SignInAttempts,
    private readonly endings: SessionEndings,
    private readonly keys: ApiKeysRepository,
    metrics: Metrics,
    @Inject(LOGGER) private readonly log: Logger,
  ) {
    this.counter = metrics.counter(
      'stoa_provider_log_outs_total',
      'Log-outs that identity providers told of, by kind of provider: somebody was signed out, nobody was signed in, or refused.',
      ['kind', 'outcome'],
    );
    for (const kind of ['oidc', 'saml']) for (const outcome of OUTCOMES) this.counter.inc({ kind, outcome }, 0);
  }

  /**
   * @returns whether the provider's person is one of the organization's
   * @throws SignInFailure for a message that has come before
   */
  async end(ctx: CallContext, logOut: ProviderLogOut): Promise<boolean> {
    const { realmId, partition, provider, ids, name, subject } = logOut;
    const [found, person] = await Promise.all([
      this.repository.found({ providerId: provider.id, name, ids }),
      subject === null ? undefined : this.accounts.bySubject(provider.id, subject),
    ]);
    const sessionIds = found.map(({ id }) => id);
    const userIds = [...new Set([...found.map((session) => session.user_id), ...(person ? [person.id] : [])])];
    const endsKeys = provider.settings.logout_ends_keys === true;
    const locks = userIds.map((id) => lockUser(id));
    await this.database.write({ realmId, partition }, locks, async (tx): Promise<void> => {
      // Messages travel through browsers, whose owners could send them again.
      if (!(await this.attempts.noteFirst(tx, provider.id, logOut.messageId))) {
        throw new SignInFailure('provider-failed', 'the message has come before');
      }
      if (userIds.length === 0) return;
      if (ids.length === 0) await this.endings.ofUsers(tx, userIds, 'provider_log_out');
      else await this.endings.ofSessions(tx, sessionIds, 'provider_log_out');
      if (!endsKeys) return;
      await this.keys.revokeOfUsers(tx, userIds);
      tx.emit(keysRevoked(new Set(userIds)));
    });
    const outcome = userIds.length > 0 ? 'ended' : 'nobody';
    this.counter.inc({ kind: provider.kind, outcome });
    const facts = { realmId, provider: provider.name, userIds, sessions: sessionIds.length, endsKeys };
    this.log.info({ requestId: ctx.requestId, ...facts }, 'a provider signed somebody out');
    return userIds.length > 0;
  }

  refused(ctx: CallContext, realmId: number, kind: string, failure: SignInFailure): void {
    this.counter.inc({ kind, outcome: 'refused' });
    const facts = { requestId: ctx.requestId, realmId, kind, detail: failure.message };
    this.log.warn(facts, 'the log-out of a provider was refused');
  }
}
