import { Injectable } from '@nestjs/common';
import type { RpcRequest } from '@stoa/contracts/rpc';
import { ExternalSignInOutcome, signInByToken } from '@stoa/contracts/users';
import { DomainError } from '@stoa/errors';
import { type ExternalIdentity, jwtIdentity, mayBringToken } from '@stoa/policy';
import { Handles } from '@stoa/rpc';
import type { CallContext } from '@stoa/rpc';
import { JwtVerifier, type VouchedByJwt } from '../../people/jwt-sign-ins/jwt-verifier';
import { SignInFailure } from '../protocols/sign-in-failure';
import { type UsedProvider, UsedProviders } from '../providers/used-provider';
import { ExternalSignInLog } from './external-sign-in-log';
import { SignInAttempts } from './sign-in-attempts';
import { VouchedSignIns } from './vouched-sign-ins';

type TokenRequest = RpcRequest<typeof signInByToken>;

/** Sign-ins of people whom a program of the organization sends with a token (identity.md 1.8). */
@Injectable()
export class TokenSignInsService {
  constructor(
    private readonly providers: UsedProviders,
    private readonly verifier: JwtVerifier,
    private readonly attempts: SignInAttempts,
    private readonly vouched: VouchedSignIns,
    private readonly log: ExternalSignInLog,
  ) {}

  @Handles(signInByToken)
  async signIn(ctx: CallContext, request: TokenRequest): Promise<ExternalSignInOutcome> {
    const { realm_id: realmId, next, origin } = request;
    const provider = await this.providers.byName(realmId, 'jwt');
    if (!provider) return this.log.refused(ctx, { realmId, kind: 'jwt' }, 'method-off');
    const facts = { realmId, kind: provider.kind, provider: provider.name };
    if (!mayBringToken(origin, provider.settings)) return this.log.refused(ctx, facts, 'unsolicited');
    const purpose = { next, app: null, isSignUp: false, linkKey: null };
    try {
      const identity = await this.identityBy(request, provider);
      return await this.vouched.settle(ctx, { request, provider, purpose, facts }, identity);
    } catch (error) {
      return this.log.caught(ctx, facts, error);
    }
  }

  /** @throws SignInFailure for tokens that vouch for nobody, and those that have been used */
  private async identityBy(request: TokenRequest, provider: UsedProvider): Promise<ExternalIdentity> {
    const { realm_id: realmId, token } = request;
    const { claims, isLenient } = await this.vouchedBy(request);
    // What was signed, as some signatures can be written in several ways.
    const [header, payload] = token.split('.');
    if (!isLenient && !(await this.attempts.isFirst(realmId, provider.id, `${header}.${payload}`))) {
      throw new SignInFailure('expired', 'the token has been used');
    }
    return jwtIdentity(claims);
  }

  private async vouchedBy({ realm_id: realmId, realm_url: audience, token }: TokenRequest): Promise<VouchedByJwt> {
    try {
      return await this.verifier.vouchedBy(realmId, token, { audience, isNeeded: true });
    } catch (error) {
      if (!(error instanceof DomainError)) throw error;
      throw new SignInFailure('provider-failed', error.message);
    }
  }
}
