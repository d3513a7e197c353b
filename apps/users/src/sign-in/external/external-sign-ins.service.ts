import { Injectable } from '@nestjs/common';
import type { RpcRequest, RpcResponse } from '@stoa/contracts/rpc';
import { ExternalSignInOutcome, finishExternalSignIn, startExternalSignIn } from '@stoa/contracts/users';
import { isSignInKind, signInBackend } from '@stoa/policy';
import { Handles } from '@stoa/rpc';
import type { CallContext } from '@stoa/rpc';
import { callbackUrl, stateOf } from '../protocols/sign-in-protocol';
import { ConfirmedSessions } from '../confirmations/confirmed-sessions';
import { SignInProtocols } from '../protocols/sign-in-protocols';
import { IdentityAdditions } from '../identities/identity-additions';
import { UsedProvider, UsedProviders } from '../providers/used-provider';
import { ExternalAccountsRepository } from './external-accounts.repository';
import { ExternalSignInLog } from './external-sign-in-log';
import { IdentityDecisions } from './identity-decisions';
import { SignInAttempts, sha256 } from './sign-in-attempts';
import { SignInStarts } from './sign-in-starts';
import { VouchedSignIns } from './vouched-sign-ins';

type FinishRequest = RpcRequest<typeof finishExternalSignIn>;

/** Sign-ins with identity providers (identity.md 1.3, 3, 5): to the provider, and back from it. */
@Injectable()
export class ExternalSignInsService {
  constructor(
    private readonly providers: UsedProviders,
    private readonly protocols: SignInProtocols,
    private readonly attempts: SignInAttempts,
    private readonly repository: ExternalAccountsRepository,
    private readonly decisions: IdentityDecisions,
    private readonly starts: SignInStarts,
    private readonly additions: IdentityAdditions,
    private readonly confirmed: ConfirmedSessions,
    private readonly vouched: VouchedSignIns,
    private readonly log: ExternalSignInLog,
  ) {}

  @Handles(startExternalSignIn)
  async start(
    ctx: CallContext,
    request: RpcRequest<typeof startExternalSignIn>,
  ): Promise<RpcResponse<typeof startExternalSignIn>> {
    const { realm_id: realmId, realm_url: realmUrl, next, app, link_key: linkKey } = request;
    const provider = await this.providers.byName(realmId, request.provider.replace('/', ':'));
    if (!provider) return this.log.refused(ctx, { realmId, kind: 'unknown' }, 'method-off');
    const facts = { realmId, kind: provider.kind, provider: provider.name };
    const realm = await this.repository.realm(realmId);
    if (!realm || realm.isDeactivated) return this.log.refused(ctx, facts, 'organization-deactivated');
    if (realm.switches[signInBackend(provider.kind)] === false) return this.log.refused(ctx, facts, 'method-off');
    if (linkKey !== null && !(await this.decisions.isOpenLink(realmId, linkKey))) {
      return this.log.refused(ctx, facts, 'link-closed');
    }
    const purpose = { next, app, isSignUp: request.is_sign_up, linkKey };
    const replacedSessionId = request.replaced_session_id ?? null;
    const browserToken = request.browser_token;
    try {
      const start = { realmId, realmUrl, browserToken, purpose, replacedSessionId };
      return { result: 'go', location: await this.starts.begin(provider, start) };
    } catch (error) {
      return this.log.caught(ctx, facts, error);
    }
  }

  @Handles(finishExternalSignIn)
  async finish(ctx: CallContext, request: FinishRequest): Promise<ExternalSignInOutcome> {
    const { realm_id: realmId, kind, query, browser_token: browserToken } = request;
    const state = stateOf(kind, new URLSearchParams(query));
    const holderHash = browserToken === null ? undefined : sha256(browserToken);
    const holder = { realmId, key: state, holderHash };
    const attempt =
      (await this.attempts.take('provider', holder)) ??
      (await this.attempts.take('link', holder)) ??
      (request.knows_confirmations === true ? await this.attempts.take('confirm', holder) : undefined);
    const provider = await this.providerOf(realmId, attempt?.providerId);
    const knownKind = isSignInKind(kind) ? kind : 'unknown';
    // The answer of one provider is never that of another.
    if (!attempt || !provider || provider.kind !== kind) {
      return this.log.refused(ctx, { realmId, kind: knownKind }, 'expired');
    }
    const facts = { realmId, kind: provider.kind, provider: provider.name };
    try {
      const callback = callbackUrl(request.realm_url, provider.kind);
      const { purpose, proof, replacedSessionId = null } = attempt.data;
      const identify = () => this.protocols.of(provider.kind).finish(provider, callback, query, proof);
      const place = { realmId, partition: request.partition, realmUrl: request.realm_url };
      if ('linkTo' in attempt.data) {
        const { linkTo } = attempt.data;
        return await this.additions.finish(ctx, { place, provider, linkTo, facts }, identify);
      }
      if ('confirms' in attempt.data) {
        return await this.confirmed.finish(ctx, { place, provider, data: attempt.data, facts }, identify);
      }
      const identity = await identify();
      const replaced = { replaced_session_id: request.replaced_session_id ?? replacedSessionId };
      return await this.vouched.settle(
        ctx,
        { request: { ...request, ...replaced }, provider, purpose, facts },
        identity,
      );
    } catch (error) {
      return this.log.caught(ctx, facts, error);
    }
  }

  private async providerOf(realmId: number, id: number | null | undefined): Promise<UsedProvider | undefined> {
    return id === null || id === undefined ? undefined : this.providers.byId(realmId, id);
  }
}
