import { Injectable } from '@nestjs/common';
import type { RpcRequest, RpcResponse } from '@stoa/contracts/rpc';
import { makeExternalAccount, readExternalSignUp } from '@stoa/contracts/users';
import { badRequest } from '@stoa/errors';
import { Handles } from '@stoa/rpc';
import type { CallContext } from '@stoa/rpc';
import { SessionOpenings } from '../../people/sessions/session-openings';
import { signUpRefusal } from '../../people/sign-ups/sign-up-refusals';
import { unknownLink } from '../../shared/links/link-refusals';
import { ProviderSessions } from '../log-outs/provider-sessions';
import { UsedProvider, UsedProviders } from '../providers/used-provider';
import type { AttemptData } from './attempt-data';
import { ExternalAccounts } from './external-accounts';
import { IdentityDecisions } from './identity-decisions';
import { SignInAttempts, sha256 } from './sign-in-attempts';

/** Who has proven an address, and is asked whether an account is wanted. */
interface Newcomer {
  provider: UsedProvider;
  data: AttemptData<'sign_up'>;
}

/** The page for people whom a provider vouches for and who have no account (identity.md 3.6). */
@Injectable()
export class NewcomersService {
  constructor(
    private readonly providers: UsedProviders,
    private readonly attempts: SignInAttempts,
    private readonly decisions: IdentityDecisions,
    private readonly accounts: ExternalAccounts,
    private readonly openings: SessionOpenings,
    private readonly sessions: ProviderSessions,
  ) {}

  /** @throws DomainError 404 for tickets of other browsers, and those that have been used */
  @Handles(readExternalSignUp)
  async open(
    _ctx: CallContext,
    { realm_id: realmId, ticket, browser_token }: RpcRequest<typeof readExternalSignUp>,
  ): Promise<RpcResponse<typeof readExternalSignUp>> {
    const { provider, data } = await this.newcomer(realmId, ticket, browser_token, 'read');
    return { email: data.identity.email, full_name: data.identity.fullName, provider: provider.displayName };
  }

  /**
   * @throws DomainError 404 as {@link open}; for names as `POST /users`; with a reason for addresses that may not join any
   *   more
   */
  @Handles(makeExternalAccount)
  async create(
    ctx: CallContext,
    request: RpcRequest<typeof makeExternalAccount>,
  ): Promise<RpcResponse<typeof makeExternalAccount>> {
    const { realm_id: realmId, partition, realm_host: realmHost, ticket, browser_token, language } = request;
    const { provider, data } = await this.newcomer(realmId, ticket, browser_token, 'read');
    const { identity, purpose } = data;
    // As it is now: an hour may have passed, and another provider or an invitation may have been faster.
    const { decision, terms } = await this.decisions.decide(realmId, provider, identity, purpose);
    if (decision.act === 'sign-in') throw signUpRefusal('already-member', identity.email);
    if (decision.act === 'refuse') throw refusal(decision.reason, identity.email);
    const place = { realmId, partition, realmHost };
    const made = { identity, fullName: request.full_name.trim(), terms, language };
    const proven = await this.accounts.create(ctx, place, provider, made);
    // Two who press the button at once meet at the address; the ticket stays until one of them has it.
    await this.newcomer(realmId, ticket, browser_token, 'take');
    const within = this.sessions.noting({ providerId: provider.id, session: identity.session });
    const how = { method: provider.kind, providerId: provider.id, authenticatedAt: identity.authenticatedAt };
    const session = await this.openings.begin(ctx, proven, request, how, within);
    return { session, next: purpose.next, app: purpose.app };
  }

  private async newcomer(
    realmId: number,
    ticket: string,
    browserToken: string | null,
    use: 'read' | 'take',
  ): Promise<Newcomer> {
    const holderHash = browserToken === null ? undefined : sha256(browserToken);
    const found = await this.attempts[use]('sign_up', { realmId, key: ticket, holderHash });
    const id = found?.providerId ?? undefined;
    const provider = id === undefined ? undefined : await this.providers.byId(realmId, id);
    if (!found || !provider) throw unknownLink();
    return { provider, data: found.data };
  }
}

function refusal(reason: string, email: string) {
  switch (reason) {
    case 'invitation-required':
    case 'domain-not-allowed':
    case 'disposable':
    case 'contains-plus':
    case 'deactivated':
    case 'reserved':
    case 'invalid-address':
      return signUpRefusal(reason, email);
    default:
      return badRequest('This way of signing in is not available any more.', { reason });
  }
}
