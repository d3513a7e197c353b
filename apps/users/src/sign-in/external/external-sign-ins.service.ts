import { Injectable } from '@nestjs/common';
import type { RpcRequest, RpcResponse } from '@stoa/contracts/rpc';
import { ExternalSignInOutcome, finishExternalSignIn, startExternalSignIn } from '@stoa/contracts/users';
import { DomainError } from '@stoa/errors';
import { ExternalIdentity, generateSessionToken, isSignInKind, signInBackend } from '@stoa/policy';
import { Handles } from '@stoa/rpc';
import type { CallContext } from '@stoa/rpc';
import { ADDRESS_TAKEN } from '../../people/accounts/account-creation';
import type { ProvenAccount } from '../../people/sessions/session-openings';
import { SignInFailure } from '../protocols/sign-in-failure';
import { callbackUrl } from '../protocols/sign-in-protocol';
import { SignInProtocols } from '../protocols/sign-in-protocols';
import { UsedProvider, UsedProviders } from '../providers/used-provider';
import type { SignInPurpose } from './attempt-data';
import { ExternalAccounts } from './external-accounts';
import { ExternalAccountsRepository } from './external-accounts.repository';
import { ExternalSignInLog, SignInFacts } from './external-sign-in-log';
import { IdentityDecisions } from './identity-decisions';
import { SignInAttempts, sha256 } from './sign-in-attempts';
import { SignInEnds } from './sign-in-ends';

type FinishRequest = RpcRequest<typeof finishExternalSignIn>;

/** A sign-in whose provider and browser are known. */
interface Answered {
  request: FinishRequest;
  provider: UsedProvider;
  purpose: SignInPurpose;
  facts: SignInFacts;
}

/** Sign-ins with identity providers (identity.md 1.3, 3, 5): to the provider, and back from it. */
@Injectable()
export class ExternalSignInsService {
  constructor(
    private readonly providers: UsedProviders,
    private readonly protocols: SignInProtocols,
    private readonly attempts: SignInAttempts,
    private readonly repository: ExternalAccountsRepository,
    private readonly decisions: IdentityDecisions,
    private readonly accounts: ExternalAccounts,
    private readonly ends: SignInEnds,
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
    const [state, nonce, codeVerifier] = [generateSessionToken(), generateSessionToken(), generateSessionToken()];
    const proof = { state, nonce, codeVerifier };
    try {
      const location = await this.protocols
        .of(provider.kind)
        .begin(provider, callbackUrl(realmUrl, provider.kind), proof);
      const purpose = { next, app, isSignUp: request.is_sign_up, linkKey };
      const holder = { realmId, key: state, holderHash: sha256(request.browser_token) };
      await this.attempts.begin('provider', holder, provider.id, { purpose, proof });
      return { result: 'go', location };
    } catch (error) {
      if (!(error instanceof SignInFailure)) throw error;
      return this.log.refused(ctx, facts, error.reason, error);
    }
  }

  @Handles(finishExternalSignIn)
  async finish(ctx: CallContext, request: FinishRequest): Promise<ExternalSignInOutcome> {
    const { realm_id: realmId, kind, query, browser_token: browserToken } = request;
    const state = new URLSearchParams(query).get('state') ?? '';
    const holderHash = browserToken === null ? undefined : sha256(browserToken);
    const attempt = await this.attempts.take('provider', { realmId, key: state, holderHash });
    const provider = await this.providerOf(realmId, attempt?.providerId);
    const knownKind = isSignInKind(kind) ? kind : 'unknown';
    // The answer of one provider is never that of another.
    if (!attempt || !provider || provider.kind !== kind) {
      return this.log.refused(ctx, { realmId, kind: knownKind }, 'expired');
    }
    const facts = { realmId, kind: provider.kind, provider: provider.name };
    try {
      const callback = callbackUrl(request.realm_url, provider.kind);
      const { purpose, proof } = attempt.data;
      const identity = await this.protocols.of(provider.kind).finish(provider, callback, query, proof);
      return await this.settle(ctx, { request, provider, purpose, facts }, identity);
    } catch (error) {
      if (!(error instanceof SignInFailure)) throw error;
      return this.log.refused(ctx, facts, error.reason, error);
    }
  }

  private async providerOf(realmId: number, id: number | null | undefined): Promise<UsedProvider | undefined> {
    return id === null || id === undefined ? undefined : this.providers.byId(realmId, id);
  }

  private async settle(
    ctx: CallContext,
    answered: Answered,
    identity: ExternalIdentity,
    isRepeated = false,
  ): Promise<ExternalSignInOutcome> {
    const { request, provider, purpose, facts } = answered;
    const { realm_id: realmId, partition, realm_host: realmHost } = request;
    const { decision, account, terms } = await this.decisions.decide(realmId, provider, identity, purpose);
    const place = { realmId, partition, realmHost };
    if (decision.act === 'refuse') {
      const refused = this.log.refused(ctx, facts, decision.reason);
      return decision.reason === 'deactivated' ? { ...refused, email: account?.deliveryEmail } : refused;
    }
    if (decision.act === 'sign-in') {
      if (account?.id !== decision.accountId) throw new Error('the decision is about another account');
      const proven = await this.accounts.signIn(place, provider.id, identity.subject, account);
      return this.end(ctx, answered, proven);
    }
    const { email, fullName } = identity;
    if (email === null) throw new Error('nobody without an address is a newcomer');
    const known = { ...identity, email };
    if (decision.act === 'ask') return this.ask(ctx, answered, known);
    try {
      const { language } = request;
      const made = { identity: known, fullName, terms, language };
      return await this.end(ctx, answered, await this.accounts.create(ctx, place, provider.id, made));
    } catch (error) {
      // The same person in another window, a moment earlier: the account is there now.
      const isTaken = error instanceof DomainError && error.message === ADDRESS_TAKEN;
      if (!isTaken || isRepeated) throw error;
      return this.settle(ctx, answered, identity, true);
    }
  }

  private async ask(
    ctx: CallContext,
    { request, provider, purpose, facts }: Answered,
    identity: ExternalIdentity & { email: string },
  ): Promise<ExternalSignInOutcome> {
    const ticket = generateSessionToken();
    const holder = { realmId: request.realm_id, key: ticket, holderHash: sha256(request.browser_token ?? '') };
    await this.attempts.begin('sign_up', holder, provider.id, { purpose, identity });
    this.log.ended(ctx, facts, 'ask');
    return { result: 'ask', ticket };
  }

  private async end(
    ctx: CallContext,
    { request, purpose, facts }: Answered,
    proven: ProvenAccount,
  ): Promise<ExternalSignInOutcome> {
    const ending = { browser: request, realmUrl: request.realm_url, method: facts.kind, purpose };
    const outcome = await this.ends.end(ctx, proven, ending);
    this.log.ended(ctx, { ...facts, userId: proven.account.id }, outcome.result);
    return outcome;
  }
}
