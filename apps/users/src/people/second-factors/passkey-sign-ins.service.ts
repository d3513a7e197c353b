import { Injectable } from '@nestjs/common';
import type { RpcRequest, RpcResponse } from '@stoa/contracts/rpc';
import { beginPasskeySignIn, openSessionWithPasskey } from '@stoa/contracts/users';
import { DomainError } from '@stoa/errors';
import { Handles } from '@stoa/rpc';
import type { CallContext } from '@stoa/rpc';
import { SignInSteps } from '../../shared/second-factors/sign-in-steps';
import { LoginChecks } from '../logins/login-checks';
import { SignInMetrics } from '../logins/sign-in-metrics';
import { SessionOpenings } from '../sessions/session-openings';
import { PasskeyCeremonies } from './passkey-ceremonies';
import { PasskeysRepository } from './passkeys.repository';

const MINUTES = 5;

/** Sign-ins with a passkey instead of a password: it has checked its owner itself (identity.md 9). */
@Injectable()
export class PasskeySignInsService {
  constructor(
    private readonly repository: PasskeysRepository,
    private readonly steps: SignInSteps,
    private readonly checks: LoginChecks,
    private readonly ceremonies: PasskeyCeremonies,
    private readonly openings: SessionOpenings,
    private readonly metrics: SignInMetrics,
  ) {}

  /** @throws DomainError 401 where the organization has no passwords, which passkeys stand in for */
  @Handles(beginPasskeySignIn)
  async begin(
    _ctx: CallContext,
    { realm_id: realmId, page_origin: pageOrigin }: RpcRequest<typeof beginPasskeySignIn>,
  ): Promise<RpcResponse<typeof beginPasskeySignIn>> {
    await this.checks.realmWithPasswords(realmId);
    const options = await this.ceremonies.signIn(pageOrigin);
    const { challenge } = options;
    const kind = 'passkey_sign_in';
    const step = { realmId, userId: null, kind, passwordHash: null, challenge, minutes: MINUTES } as const;
    return { login_token: await this.steps.begin(step), options };
  }

  /** @throws DomainError 401 for a passkey that is not known, or an answer that is wrong */
  @Handles(openSessionWithPasskey)
  open(
    ctx: CallContext,
    request: RpcRequest<typeof openSessionWithPasskey>,
  ): Promise<RpcResponse<typeof openSessionWithPasskey>> {
    return this.metrics.counted('passkey', () => this.signIn(ctx, request));
  }

  private async signIn(
    ctx: CallContext,
    request: RpcRequest<typeof openSessionWithPasskey>,
  ): Promise<RpcResponse<typeof openSessionWithPasskey>> {
    const { realm_id: realmId, page_origin: pageOrigin, login_token: token, credential } = request;
    const { partition } = await this.checks.realmWithPasswords(realmId);
    const { challenge } = await this.steps.take(token, realmId, 'passkey_sign_in');
    const passkey = await this.repository.byCredential(realmId, Buffer.from(credential.id, 'base64url'));
    if (!passkey || challenge === null) throw wrongPasskey();
    const use = await this.ceremonies.signedIn(credential, passkey, { challenge, pageOrigin });
    if (!use || !(await this.repository.noteUse(passkey.id, use.counter, use.isBackedUp))) throw wrongPasskey();
    const { deliveryEmail, passwordHash } = await this.checks.ofProven(realmId, passkey.userId);
    const proven = { realmId, partition, account: { id: passkey.userId, deliveryEmail, passwordHash } };
    return this.openings.begin(ctx, proven, request, { method: 'passkey' });
  }
}

function wrongPasskey(): DomainError {
  const text = 'The passkey is not known here, or its answer is wrong.';
  return new DomainError('AUTHENTICATION_FAILED', text, { status: 401 });
}
