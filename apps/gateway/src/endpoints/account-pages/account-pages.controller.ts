import type { RequestOf } from '@stoa/contracts/rpc';
import { confirmEmailChange, confirmNewEmail, findAccounts, sendAccountLists } from '@stoa/contracts/users';
import { noSuchOrganization } from '@stoa/errors';
import { RpcClient } from '@stoa/rpc';
import { RateLimits } from '../../access/rate-limits/rate-limits';
import { RealmLookup } from '../../access/realms/realm-lookup';
import { Endpoint, EndpointController } from '../../http/endpoint.decorator';
import type { RequestContext } from '../../http/request-context';

/** What pages of people without a session ask besides passwords and new accounts (identity.md 1.3). */
@EndpointController()
export class AccountPagesController {
  constructor(
    private readonly rpc: RpcClient,
    private readonly realms: RealmLookup,
    private readonly limits: RateLimits,
  ) {}

  @Endpoint(confirmNewEmail)
  async confirmEmail(ctx: RequestContext, { key }: RequestOf<typeof confirmNewEmail>): Promise<Buffer> {
    const realm = await this.realms.findByHost(ctx.http.host);
    if (!realm) throw noSuchOrganization();
    const { id: realmId, partition } = realm;
    return this.rpc.callRaw(confirmEmailChange, ctx, { realmId, partition, realmHost: this.realms.hostOf(realm), key });
  }

  @Endpoint(findAccounts)
  async findAccounts(ctx: RequestContext, { emails }: RequestOf<typeof findAccounts>): Promise<Buffer> {
    await this.limits.countSignUpMail(ctx.http.ipAddress);
    return this.rpc.callRaw(sendAccountLists, ctx, { emails });
  }
}
