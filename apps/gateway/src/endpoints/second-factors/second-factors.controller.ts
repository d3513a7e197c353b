import type { RequestOf } from '@stoa/contracts/rpc';
import {
  confirmOwnTotp,
  confirmTotp,
  logInWithFactor,
  removeOwnTotp,
  removeTotp,
  renewOwnRecoveryCodes,
  renewRecoveryCodes,
  setUpFactorAtLogIn,
  setUpFactorOfStep,
  setUpOwnTotp,
  setUpTotp,
} from '@stoa/contracts/users';
import { noSuchOrganization } from '@stoa/errors';
import { RpcClient } from '@stoa/rpc';
import { OwnPasswords } from '../../access/rate-limits/own-passwords';
import { RealmLookup } from '../../access/realms/realm-lookup';
import { type FactorSignedIn, FactorSignIns } from '../../http/factor-sign-ins';
import { Endpoint, EndpointController } from '../../http/endpoint.decorator';
import type { RequestContext, UserContext } from '../../http/request-context';

/** Second factors (identity.md 9): sign-ins that set the cookie, and changes for which a password is counted. */
@EndpointController()
export class SecondFactorsController {
  constructor(
    private readonly rpc: RpcClient,
    private readonly realms: RealmLookup,
    private readonly passwords: OwnPasswords,
    private readonly signIns: FactorSignIns,
  ) {}

  @Endpoint(logInWithFactor)
  async logIn(ctx: RequestContext, params: RequestOf<typeof logInWithFactor>): Promise<FactorSignedIn> {
    return this.signIns.signIn(ctx, ctx, { ...params, realmId: await this.realmOf(ctx) });
  }

  @Endpoint(setUpFactorAtLogIn)
  async setUpAtLogIn(ctx: RequestContext, params: RequestOf<typeof setUpFactorAtLogIn>): Promise<Buffer> {
    return this.rpc.callRaw(setUpFactorOfStep, ctx, { ...params, realm_id: await this.realmOf(ctx) });
  }

  @Endpoint(setUpTotp)
  setUp(ctx: UserContext, { password }: RequestOf<typeof setUpTotp>): Promise<Buffer> {
    return this.passwords.counted(ctx, password, (proof) => this.rpc.callRaw(setUpOwnTotp, ctx, proof));
  }

  @Endpoint(confirmTotp)
  confirm(ctx: UserContext, { code }: RequestOf<typeof confirmTotp>): Promise<Buffer> {
    return this.rpc.callRaw(confirmOwnTotp, ctx, { code, session_id: ctx.http.sessionId ?? null });
  }

  @Endpoint(removeTotp)
  remove(ctx: UserContext, { password }: RequestOf<typeof removeTotp>): Promise<Buffer> {
    return this.passwords.counted(ctx, password, (proof) => this.rpc.callRaw(removeOwnTotp, ctx, proof));
  }

  @Endpoint(renewRecoveryCodes)
  renewCodes(ctx: UserContext, { password }: RequestOf<typeof renewRecoveryCodes>): Promise<Buffer> {
    return this.passwords.counted(ctx, password, (proof) => this.rpc.callRaw(renewOwnRecoveryCodes, ctx, proof));
  }

  private async realmOf(ctx: RequestContext): Promise<number> {
    const realm = await this.realms.findByHost(ctx.http.host);
    if (!realm) throw noSuchOrganization();
    return realm.id;
  }
}
