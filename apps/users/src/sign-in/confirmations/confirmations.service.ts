import { Injectable } from '@nestjs/common';
import type { RpcRequest, RpcResponse } from '@stoa/contracts/rpc';
import { beginConfirmation, readConfirmation, requireProof } from '@stoa/contracts/users';
import { badRequest } from '@stoa/errors';
import { mayConfirm, signInBackend } from '@stoa/policy';
import { Handles } from '@stoa/rpc';
import type { ActorContext } from '@stoa/rpc';
import { Reauthentication } from '../../people/logins/reauthentication';
import { OwnSignInStarts } from '../external/own-sign-in-starts';
import { ConfirmationsRepository, KnowingProvider } from './confirmations.repository';

/** Has providers confirm who is signed in: people sign in there again, in the middle of a session (identity.md 9). */
@Injectable()
export class ConfirmationsService {
  constructor(
    private readonly repository: ConfirmationsRepository,
    private readonly reauthentication: Reauthentication,
    private readonly starts: OwnSignInStarts,
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
    const own = await this.repository.providers(realmId, userId);
    const { known, provider } = await this.starts.find(realmId, name, own);
    if (!isConfirming(known)) throw badRequest('This provider cannot confirm who you are.');
    const confirms = { userId, sessionId, begunAt: Math.floor(Date.now() / 1000) };
    const start = { realmId, realmUrl, browserToken, next, confirms };
    return { location: await this.starts.begin(provider, start, 'a provider cannot confirm who somebody is') };
  }
}

function isConfirming({ kind, settings: { preset }, switches }: KnowingProvider): boolean {
  return mayConfirm({ kind, preset, isMethodOn: switches[signInBackend(kind)] ?? true });
}
