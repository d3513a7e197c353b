import type { RequestOf } from '@stoa/contracts/rpc';
import { getSubdomainAvailability } from '@stoa/contracts/server';
import { checkSubdomain } from '@stoa/policy';
import { Answer, Endpoint, EndpointController } from '../../http/endpoint.decorator';
import type { RequestContext } from '../../http/request-context';
import { RealmLookup } from '../../access/realms/realm-lookup';

@EndpointController()
export class SubdomainController {
  constructor(private readonly realms: RealmLookup) {}

  @Endpoint(getSubdomainAvailability)
  async check(
    _ctx: RequestContext,
    { subdomain }: RequestOf<typeof getSubdomainAvailability>,
  ): Promise<Answer<Record<string, never>>> {
    const refusal = checkSubdomain(subdomain);
    if (refusal !== undefined) return new Answer({}, refusal);
    const isTaken = (await this.realms.findBySubdomain(subdomain)) !== undefined;
    return new Answer({}, isTaken ? 'Subdomain is already in use. Please choose a different one.' : 'available');
  }
}
