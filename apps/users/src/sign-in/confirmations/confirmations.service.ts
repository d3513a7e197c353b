import { Inject, Injectable } from '@nestjs/common';
import type { RpcRequest, RpcResponse } from '@stoa/contracts/rpc';
import { beginConfirmation, readConfirmation, requireProof } from '@stoa/contracts/users';
import { badRequest } from '@stoa/errors';
import { LOGGER, type Logger } from '@stoa/observability';
import { mayConfirm, signInBackend } from '@stoa/policy';
import { Handles } from '@stoa/rpc';
import type { ActorContext } from '@stoa/rpc';
import { Reauthentication } from '../../people/logins/reauthentication';
import { SignInStarts } from '../external/sign-in-starts';
import { SignInFailure } from '../protocols/sign-in-failure';
import { UsedProviders } from '../providers/used-provider';
import { ConfirmationsRepository, KnowingProvider } from './confirmations.repository';

/** Has providers confirm who is signed in: people sign in there again, in the middle of a session (identity.md 9). */
@Injectable()
export class ConfirmationsService {
  constructor(
    private readonly repository: ConfirmationsRepository,
    private readonly providers: UsedProviders,
    private readonly reauthentication: Reauthentication,
    private readonly starts: SignInStarts,
    @Inject(LOGGER) private readonly log: Logger,
  ) {}

  @Handles(readConfirmation)
  async read(
    { actor }: ActorContext,
    { session_id: sessionId }: RpcRequest<typeof readConfirmation>,
  ): Promise<RpcResponse<typeof readConfirmation>> {
    const [needed, providers] = await Promise.all([
      this.reauthentication.needed(actor, sessionId),
      this.repository.providers(actor.realmId, actor.userId),
    ]);
    const confirming = providers.filter(isConfirming);
    return { needed, providers: confirming.map(({ name, display_name }) => ({ provider: name, display_name })) };
  }

  /** @throws DomainError without the password, or where the sign-in is too old */
  @Handles(requireProof)
  async require(
    { actor }: ActorContext,
    { password, session_id: sessionId }: RpcRequest<typeof requireProof>,
  ): Promise<void> {
    await this.reauthentication.require(actor, { password, sessionId });
  }

  /** @throws DomainError for providers that do not know the user, that cannot confirm anything, or cannot be asked */
  @Handles(beginConfirmation)
  async begin(
    { actor }: ActorContext,
    request: RpcRequest<typeof beginConfirmation>,
  ): Promise<RpcResponse<typeof beginConfirmation>> {
    const { current_session_id: sessionId, provider: name, next, browser_token: browserToken } = request;
    const { realmId, realmUrl, userId } = actor;
    const known = (await this.repository.providers(realmId, userId)).find((one) => one.name === name);
    const provider = known && (await this.providers.byName(realmId, name));
    if (!known || !provider) throw badRequest('Invalid sign-in provider');
    if (!isConfirming(known)) throw badRequest('This provider cannot confirm who you are.');
    const purpose = { next, app: null, isSignUp: false, linkKey: null };
    const confirms = { userId, sessionId, begunAt: Math.floor(Date.now() / 1000) };
    try {
      return { location: await this.starts.begin(provider, { realmId, realmUrl, browserToken, purpose, confirms }) };
    } catch (error) {
      if (!(error instanceof SignInFailure)) throw error;
      this.log.warn({ realmId, provider: name, detail: error.message }, 'a provider cannot confirm who somebody is');
      throw badRequest('The provider cannot be reached. Try again later.');
    }
  }
}

function isConfirming({ kind, switches }: KnowingProvider): boolean {
  return mayConfirm({ kind, isMethodOn: switches[signInBackend(kind)] ?? true });
}
