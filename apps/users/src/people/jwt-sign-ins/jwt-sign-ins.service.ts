import { Injectable } from '@nestjs/common';
import type { RpcRequest, RpcResponse } from '@stoa/contracts/rpc';
import { type FetchedUser, issueJwtApiKey } from '@stoa/contracts/users';
import { UserView, visibilityRole } from '@stoa/fragments';
import { Handles } from '@stoa/rpc';
import type { CallContext } from '@stoa/rpc';
import { userText } from '@stoa/wire-objects';
import { UserSets } from '../../shared/user-set/user-sets';
import { ApiKeyIssuer } from '../api-keys/api-key-issuer';
import { LoginChecks } from '../logins/login-checks';
import { SignInMetrics } from '../logins/sign-in-metrics';
import { JwtVerifier } from './jwt-verifier';

type FetchedByJwt = RpcResponse<typeof issueJwtApiKey>;

/** Keys for tokens that a program of the organization has signed (identity.md 1.8). */
@Injectable()
export class JwtSignInsService {
  constructor(
    private readonly verifier: JwtVerifier,
    private readonly logins: LoginChecks,
    private readonly issuer: ApiKeyIssuer,
    private readonly userSets: UserSets,
    private readonly metrics: SignInMetrics,
  ) {}

  /** @throws DomainError 400 for the token; 401, 404 for the account as other sign-ins do */
  @Handles(issueJwtApiKey)
  async fetch(_ctx: CallContext, request: RpcRequest<typeof issueJwtApiKey>): Promise<FetchedByJwt> {
    const { realm_id: realmId, token, include_profile: includesProfile } = request;
    const issued = await this.metrics.counted('jwt', async () => {
      const audience = { audience: request.realm_url, isNeeded: false };
      const { claims } = await this.verifier.vouchedBy(realmId, token, audience);
      return this.issuer.issueForLogin(await this.logins.byProvenAddress(realmId, claims.email), request);
    });
    return includesProfile ? { ...issued, user: await this.profileOf(realmId, issued.user_id) } : issued;
  }

  private async profileOf(realmId: number, userId: number): Promise<FetchedByJwt['user']> {
    const user = (await this.userSets.current(realmId)).find(userId);
    if (!user) throw new Error(`user ${userId} has a key, but is not among the users`);
    const view: UserView = {
      realmId,
      shape: 'listed',
      viewerRole: visibilityRole(user.role),
      clientGravatar: false,
      includeProfileData: false,
    };
    const object: FetchedUser = JSON.parse(userText(user, view, { isOwn: true }));
    return object;
  }
}
