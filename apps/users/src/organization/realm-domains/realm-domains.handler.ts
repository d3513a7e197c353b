import { Controller } from '@nestjs/common';
import {
  type RpcRequest,
  type RpcResponse,
  addRealmDomain,
  changeRealmDomain,
  listRealmDomains,
  removeRealmDomain,
} from '@stoa/contracts';
import { type CallContext, Handles, requireActor } from '@stoa/rpc';
import { RealmDomainsService } from './realm-domains.service';

@Controller()
export class RealmDomainsHandler {
  constructor(private readonly domains: RealmDomainsService) {}

  @Handles(listRealmDomains)
  async list(_request: object, context: CallContext): Promise<RpcResponse<typeof listRealmDomains>> {
    return { domains: await this.domains.list(requireActor(context)) };
  }

  @Handles(addRealmDomain)
  async add(
    request: RpcRequest<typeof addRealmDomain>,
    context: CallContext,
  ): Promise<RpcResponse<typeof addRealmDomain>> {
    return { new_domain: await this.domains.add(requireActor(context), request) };
  }

  @Handles(changeRealmDomain)
  async change(request: RpcRequest<typeof changeRealmDomain>, context: CallContext): Promise<object> {
    await this.domains.change(requireActor(context), request);
    return {};
  }

  @Handles(removeRealmDomain)
  async remove({ domain }: RpcRequest<typeof removeRealmDomain>, context: CallContext): Promise<object> {
    await this.domains.remove(requireActor(context), domain);
    return {};
  }
}
