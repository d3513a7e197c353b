import { Injectable } from '@nestjs/common';
import type { RpcRequest } from '@stoa/contracts/rpc';
import { ExternalSignInOutcome, finishExternalSignIn } from '@stoa/contracts/users';
import { DomainError } from '@stoa/errors';
import { ExternalIdentity, generateSessionToken } from '@stoa/policy';
import type { CallContext } from '@stoa/rpc';
import { ADDRESS_TAKEN } from '../../people/accounts/account-creation';
import type { ProvenAccount } from '../../people/sessions/session-openings';
import type { UsedProvider } from '../providers/used-provider';
import type { SignInPurpose } from './attempt-data';
import { ExternalAccounts } from './external-accounts';
import { ExternalSignInLog, SignInFacts } from './external-sign-in-log';
import { IdentityDecisions } from './identity-decisions';
import { SignInAttempts, sha256 } from './sign-in-attempts';
import { SignInEnds } from './sign-in-ends';

/** A sign-in whose provider and browser are known. */
export interface VouchedSignIn {
  request: Omit<RpcRequest<typeof finishExternalSignIn>, 'kind' | 'query'>;
  provider: UsedProvider;
  purpose: SignInPurpose;
  facts: SignInFacts;
}

/** Goes on with people whom a provider vouches for, in whichever way it did: the account, or the question for one. */
@Injectable()
export class VouchedSignIns {
  constructor(
    private readonly attempts: SignInAttempts,
    private readonly decisions: IdentityDecisions,
    private readonly accounts: ExternalAccounts,
    private readonly ends: SignInEnds,
    private readonly log: ExternalSignInLog,
  ) {}

  /** @param isRepeated an account was made at the same time */
  async settle(
    ctx: CallContext,
    answered: VouchedSignIn,
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
      const proven = await this.accounts.signIn(place, provider, identity, account);
      return this.end(ctx, answered, proven, identity);
    }
    const { email, fullName } = identity;
    if (email === null) throw new Error('nobody without an address is a newcomer');
    const known = { ...identity, email };
    if (decision.act === 'ask') return this.ask(ctx, answered, known);
    try {
      const { language } = request;
      const made = { identity: known, fullName, terms, language };
      return await this.end(ctx, answered, await this.accounts.create(ctx, place, provider, made), identity);
    } catch (error) {
      // The same person in another window, a moment earlier: the account is there now.
      const isTaken = error instanceof DomainError && error.message === ADDRESS_TAKEN;
      if (!isTaken || isRepeated) throw error;
      return this.settle(ctx, answered, identity, true);
    }
  }

  private async ask(
    ctx: CallContext,
    { request, provider, purpose, facts }: VouchedSignIn,
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
    { request, provider, purpose, facts }: VouchedSignIn,
    proven: ProvenAccount,
    { session, authenticatedAt }: ExternalIdentity,
  ): Promise<ExternalSignInOutcome> {
    const begunWith = { providerId: provider.id, session, authenticatedAt };
    const ending = { browser: request, realmUrl: request.realm_url, method: facts.kind, purpose, session: begunWith };
    const outcome = await this.ends.end(ctx, proven, ending);
    this.log.ended(ctx, { ...facts, userId: proven.account.id }, outcome.result);
    return outcome;
  }
}
