import { Inject, Injectable } from '@nestjs/common';
import type { RpcRequest, RpcResponse } from '@stoa/contracts/rpc';
import { closeCurrentSession } from '@stoa/contracts/users';
import { Database, lockUser } from '@stoa/database';
import { LOGGER, type Logger } from '@stoa/observability';
import { generateSessionToken } from '@stoa/policy';
import { Handles } from '@stoa/rpc';
import type { ActorContext } from '@stoa/rpc';
import { SessionEndings } from '../../shared/sessions/session-endings';
import { callbackUrl } from '../protocols/sign-in-protocol';
import { UsedProviders } from '../providers/used-provider';
import { samlLogOutUrl } from '../saml/saml-log-out';
import { ProviderSessionsRepository } from './provider-sessions.repository';

/** Signs a browser out: here first, so that it is out whatever its provider does then (identity.md 5.6). */
@Injectable()
export class SignOutsService {
  constructor(
    private readonly database: Database,
    private readonly endings: SessionEndings,
    private readonly sessions: ProviderSessionsRepository,
    private readonly providers: UsedProviders,
    @Inject(LOGGER) private readonly log: Logger,
  ) {}

  /** @returns where the browser signs out of its provider, if it is to */
  @Handles(closeCurrentSession)
  async close(
    ctx: ActorContext,
    { current_session_id: sessionId }: RpcRequest<typeof closeCurrentSession>,
  ): Promise<RpcResponse<typeof closeCurrentSession>> {
    const { userId } = ctx.actor;
    await this.database.write(ctx, [lockUser(userId)], async (tx) => {
      await this.endings.ofOne(tx, sessionId, userId, 'log_out');
    });
    const url = await this.providerUrl(ctx, sessionId);
    return url === undefined ? {} : { provider_url: url };
  }

  /** The session here has ended: whatever fails then is for the log, and the browser is out. */
  private async providerUrl({ requestId, actor }: ActorContext, sessionId: number): Promise<string | undefined> {
    const { realmId, realmUrl, userId } = actor;
    let name: string | undefined;
    try {
      const session = await this.sessions.ofSession(realmId, sessionId, userId);
      const provider = session && (await this.providers.byId(realmId, session.provider_id));
      name = provider?.name;
      if (!provider || provider.kind !== 'saml' || provider.settings.logs_out_at_provider !== true) return undefined;
      const exchange = { callback: callbackUrl(realmUrl, 'saml'), requestId: `_${generateSessionToken()}` };
      return await samlLogOutUrl(provider, exchange, session);
    } catch (error) {
      this.log.warn({ err: error, requestId, realmId, provider: name }, 'somebody is not signed out of the provider');
      return undefined;
    }
  }
}
