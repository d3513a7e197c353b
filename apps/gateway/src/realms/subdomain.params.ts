import { StringParam } from '@stoa/http-params';

export class SubdomainParams {
  @StringParam({ in: 'path', doc: 'The subdomain in question.' })
  subdomain!: string;
}
