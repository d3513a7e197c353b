import type { RequestOf } from '@stoa/contracts/rpc';
import {
  addOwnPasskey,
  addPasskey,
  beginOwnPasskey,
  beginPasskey,
  beginPasskeyLogIn,
  beginPasskeySignIn,
  logInWithPasskey,
  openSessionWithPasskey,
  removeOwnPasskey,
  removePasskey,
} from '@stoa/contracts/users';
import { noSuchOrganization } from '@stoa/errors';
import { RpcClient } from '@stoa/rpc';
import { OwnPasswords } from '../../access/rate-limits/own-passwords';
import { RealmLookup } from '../../access/realms/realm-lookup';
import { ownOrigin } from '../../access/sessions/sessions';
import { Browsers, type SignedIn } from '../../http/browsers';
import { Endpoint, EndpointController } from '../../http/endpoint.decorator';
import type { RequestContext, UserContext } from '../../http/request-context';

/** Passkeys (identity.md 9): sign-ins that set the cookie, and changes for which a password is counted. */
@EndpointController()
export class PasskeysController {
  constructor(
    private readonly rpc: RpcClient,
    private readonly realms: RealmLookup,
    private readonly browsers: Browsers,
    private readonly passwords: OwnPasswords,
  ) {}

  @Endpoint(beginPasskeyLogIn)
  async beginLogIn(ctx: RequestContext): Promise<Buffer> {
    const request = { realm_id: await this.realmOf(ctx), page_origin: originOf(ctx) };
    return this.rpc.callRaw(beginPasskeySignIn, ctx, request);
  }

  @Endpoint(logInWithPasskey)
  async logIn(ctx: RequestContext, params: RequestOf<typeof logInWithPasskey>): Promise<SignedIn> {
    const browser = await this.browsers.of(ctx, await this.realmOf(ctx));
    const request = { ...browser, ...params, page_origin: originOf(ctx) };
    return this.browsers.signIn(ctx, await this.rpc.call(openSessionWithPasskey, ctx, request));
  }

  @Endpoint(beginPasskey)
  begin(ctx: UserContext, { password }: RequestOf<typeof beginPasskey>): Promise<Buffer> {
    return this.passwords.counted(ctx, password, (proof) =>
      this.rpc.callRaw(beginOwnPasskey, ctx, { ...proof, page_origin: originOf(ctx) }),
    );
  }

  @Endpoint(addPasskey)
  add(ctx: UserContext, params: RequestOf<typeof addPasskey>): Promise<Buffer> {
    return this.rpc.callRaw(addOwnPasskey, ctx, { ...params, page_origin: originOf(ctx) });
  }

  @Endpoint(removePasskey)
  remove(ctx: UserContext, { passkey_id, password }: RequestOf<typeof removePasskey>): Promise<Buffer> {
    return this.passwords.counted(ctx, password, (proof) =>
      this.rpc.callRaw(removeOwnPasskey, ctx, { passkey_id, ...proof }),
    );
  }

  private async realmOf(ctx: RequestContext): Promise<number> {
    const realm = await this.realms.findByHost(ctx.http.host);
    if (!realm) throw noSuchOrganization();
    return realm.id;
  }
}

/** Where the browser sees the organization; its authenticator says whether that is so. */
function originOf({ http }: RequestContext): string {
  return ownOrigin(http, http.isSecure ? 'https' : 'http');
}
