import type { RequestOf } from '@stoa/contracts/rpc';
import {
  addExternalIdentity,
  beginIdentityLink,
  removeExternalIdentity,
  removeIdentityLink,
} from '@stoa/contracts/users';
import { answersByForm } from '@stoa/policy';
import { RpcClient } from '@stoa/rpc';
import { OwnPasswords } from '../../access/rate-limits/own-passwords';
import { browserCookies } from '../../access/sessions/sign-in-cookies';
import { Answer, Endpoint, EndpointController } from '../../http/endpoint.decorator';
import type { UserContext } from '../../http/request-context';

/** Accounts at providers that open one's own (identity.md 3.4): changes for which a password is counted. */
@EndpointController()
export class ExternalIdentitiesController {
  constructor(
    private readonly rpc: RpcClient,
    private readonly passwords: OwnPasswords,
  ) {}

  @Endpoint(addExternalIdentity)
  async add(ctx: UserContext, { provider, password }: RequestOf<typeof addExternalIdentity>) {
    const { headers, isSecure } = ctx.http;
    const [kind = ''] = provider.split(':');
    const { token, setCookies } = browserCookies({ cookie: headers.cookie, isSecure }, answersByForm(kind));
    const begun = await this.passwords.counted(ctx, password, (proof) =>
      this.rpc.call(beginIdentityLink, ctx, { ...proof, provider, browser_token: token }),
    );
    return new Answer(begun, '', {}, setCookies);
  }

  @Endpoint(removeExternalIdentity)
  remove(ctx: UserContext, { identity_id, password }: RequestOf<typeof removeExternalIdentity>): Promise<Buffer> {
    return this.passwords.counted(ctx, password, (proof) =>
      this.rpc.callRaw(removeIdentityLink, ctx, { identity_id, ...proof }),
    );
  }
}
