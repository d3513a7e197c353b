import { Injectable } from '@nestjs/common';
import type { RpcRequest, RpcResponse } from '@stoa/contracts/rpc';
import { devIssueApiKey, issueApiKey, issueOwnApiKey, replaceOwnApiKeys } from '@stoa/contracts/users';
import { Handles } from '@stoa/rpc';
import type { ActorContext, CallContext } from '@stoa/rpc';
import { PasswordSteps } from '../../shared/second-factors/password-steps';
import { LoginChecks } from '../logins/login-checks';
import { Reauthentication } from '../logins/reauthentication';
import { SignInMetrics } from '../logins/sign-in-metrics';
import { ApiKeyIssuer } from './api-key-issuer';
import { ApiKeysService } from './api-keys.service';

/** Gives out API keys to people who show who they are (organization.md 2.2, 2.3). */
@Injectable()
export class KeyFetchesService {
  constructor(
    private readonly logins: LoginChecks,
    private readonly reauthentication: Reauthentication,
    private readonly issuer: ApiKeyIssuer,
    private readonly keys: ApiKeysService,
    private readonly steps: PasswordSteps,
    private readonly metrics: SignInMetrics,
  ) {}

  /** @throws DomainError 401 with a text of organization.md 2.2; unknown address and wrong password look alike */
  @Handles(issueApiKey)
  async fetch(
    _ctx: CallContext,
    { realm_id: realmId, username, password, ...from }: RpcRequest<typeof issueApiKey>,
  ): Promise<RpcResponse<typeof issueApiKey>> {
    return this.metrics.counted('password', async () => {
      const login = await this.logins.byPassword({ realmId, username, password }, 'always');
      await this.steps.requirePasswordEnough(login);
      return this.issuer.issueForLogin(login, from);
    });
  }

  /** Without a password, for development only. */
  @Handles(devIssueApiKey)
  async devFetch(
    _ctx: CallContext,
    { realm_id: realmId, username }: RpcRequest<typeof devIssueApiKey>,
  ): Promise<RpcResponse<typeof devIssueApiKey>> {
    return this.issuer.issue(await this.logins.forDevelopment(realmId, username));
  }

  /** For a browser that is signed in. @throws DomainError if it does not prove that once more */
  @Handles(issueOwnApiKey)
  async fetchOwn(
    { actor }: ActorContext,
    { password, session_id: sessionId }: RpcRequest<typeof issueOwnApiKey>,
  ): Promise<RpcResponse<typeof issueOwnApiKey>> {
    const { deliveryEmail } = await this.reauthentication.require(actor, { password, sessionId });
    const { realmId, partition, userId: id } = actor;
    return this.issuer.issue({ realmId, partition, account: { id, deliveryEmail } });
  }

  /** The same, and all earlier keys end. @throws DomainError as {@link fetchOwn} */
  @Handles(replaceOwnApiKeys)
  async replaceOwn(
    ctx: ActorContext,
    { password, session_id: sessionId }: RpcRequest<typeof replaceOwnApiKeys>,
  ): Promise<RpcResponse<typeof replaceOwnApiKeys>> {
    await this.reauthentication.require(ctx.actor, { password, sessionId });
    return this.keys.regenerate(ctx);
  }
}
