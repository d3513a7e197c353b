import { Type } from '@sinclair/typebox';
import { checkSubdomain } from '@stoa/policy';
import { Answer, Endpoint, EndpointController } from '../http/endpoint.decorator';
import type { RequestContext } from '../http/request-context';
import { RealmLookup } from './realm-lookup';
import { SubdomainParams } from './subdomain.params';

@EndpointController()
export class SubdomainController {
  constructor(private readonly realms: RealmLookup) {}

  @Endpoint({
    method: 'GET',
    path: 'realm/subdomain/{subdomain}',
    summary: 'Whether a new organization may have a subdomain',
    description: 'The answer is the text in `msg`: `available`, or why not.',
    tag: 'Server and organization',
    auth: 'public',
    params: SubdomainParams,
    response: Type.Object({}, { additionalProperties: false }),
  })
  async check(_ctx: RequestContext, { subdomain }: SubdomainParams): Promise<Answer<Record<string, never>>> {
    const refusal = checkSubdomain(subdomain);
    if (refusal !== undefined) return new Answer({}, refusal);
    const isTaken = (await this.realms.findBySubdomain(subdomain)) !== undefined;
    return new Answer({}, isTaken ? 'Subdomain is already in use. Please choose a different one.' : 'available');
  }
}
