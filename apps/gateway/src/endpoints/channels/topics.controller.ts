import type { RequestOf } from '@stoa/contracts/rpc';
import { listTopics, readTopics } from '@stoa/contracts/channels';
import { DomainError } from '@stoa/errors';
import { RpcClient } from '@stoa/rpc';
import { NOT_LOGGED_IN, unauthorized } from '../../access/authentication/basic-credentials';
import { Endpoint, EndpointController } from '../../http/endpoint.decorator';
import type { RequestContext } from '../../http/request-context';
import { RealmLookup } from '../../access/realms/realm-lookup';

@EndpointController()
export class TopicsController {
  constructor(
    private readonly rpc: RpcClient,
    private readonly realms: RealmLookup,
  ) {}

  @Endpoint(listTopics)
  async list(ctx: RequestContext, params: RequestOf<typeof listTopics>): Promise<Buffer> {
    const spectatedRealmId = ctx.actor ? null : await this.spectatedRealm(ctx);
    return this.rpc.callRaw(readTopics, ctx, { ...params, spectatedRealmId });
  }

  private async spectatedRealm(ctx: RequestContext): Promise<number> {
    const realm = await this.realms.findByHost(ctx.http.host);
    if (!realm) throw new DomainError('NONEXISTENT_SUBDOMAIN', 'Invalid subdomain', { status: 404 });
    if (!realm.isSpectatorAccessEnabled) throw unauthorized(NOT_LOGGED_IN);
    return realm.id;
  }
}
