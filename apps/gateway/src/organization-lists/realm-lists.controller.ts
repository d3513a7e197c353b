import {
  addRealmDomain,
  changeRealmDomain,
  createPlayground,
  deletePlayground,
  listRealmDomains,
  removeRealmDomain,
} from '@stoa/contracts';
import { RpcClient } from '@stoa/rpc';
import { Endpoint, EndpointController } from '../http/endpoint.decorator';
import type { UserContext } from '../http/request-context';
import {
  AddRealmDomainParams,
  ChangeRealmDomainParams,
  CreatePlaygroundParams,
  PlaygroundParams,
  RealmDomainParams,
} from './realm-lists.params';

const bad = (msg: string) => ({ code: 'BAD_REQUEST', msg });
const NOT_ADMINISTRATOR = { code: 'UNAUTHORIZED_PRINCIPAL', msg: 'Must be an organization administrator' };
const NOT_OWNER = { code: 'UNAUTHORIZED_PRINCIPAL', msg: 'Must be an organization owner' };
const NO_ENTRY = bad('No entry found for domain example.com.');

/** Code playgrounds and allowed mail domains (organization.md 6, 9). */
@EndpointController()
export class RealmListsController {
  constructor(private readonly rpc: RpcClient) {}

  @Endpoint({
    method: 'POST',
    path: 'realm/playgrounds',
    summary: 'Add a code playground',
    tag: 'Organization',
    auth: 'user',
    guard: 'administrator',
    params: CreatePlaygroundParams,
    response: createPlayground.response,
    errors: [
      NOT_ADMINISTRATOR,
      bad('pygments_language is too long (limit: 40 characters)'),
      bad('Invalid characters in pygments language'),
      bad('This field cannot be blank.'),
      bad('Invalid URL template.'),
      bad('Missing the required variable "code" in the URL template'),
      bad('"code" should be the only variable present in the URL template'),
      bad('Realm playground with this Realm, Pygments language and Name already exists.'),
    ],
  })
  createPlayground(ctx: UserContext, params: CreatePlaygroundParams): Promise<Buffer> {
    const { name, pygmentsLanguage, urlTemplate } = params;
    return this.rpc.callRaw(createPlayground, ctx, { name, pygmentsLanguage, urlTemplate });
  }

  @Endpoint({
    method: 'DELETE',
    path: 'realm/playgrounds/{playground_id}',
    summary: 'Remove a code playground',
    tag: 'Organization',
    auth: 'user',
    guard: 'administrator',
    params: PlaygroundParams,
    response: deletePlayground.response,
    errors: [NOT_ADMINISTRATOR, bad('Invalid playground')],
  })
  deletePlayground(ctx: UserContext, { id }: PlaygroundParams): Promise<Buffer> {
    return this.rpc.callRaw(deletePlayground, ctx, { id });
  }

  @Endpoint({
    method: 'GET',
    path: 'realm/domains',
    summary: 'Get the allowed mail domains',
    tag: 'Organization',
    auth: 'user',
    response: listRealmDomains.response,
  })
  listDomains(ctx: UserContext): Promise<Buffer> {
    return this.rpc.callRaw(listRealmDomains, ctx, {});
  }

  @Endpoint({
    method: 'POST',
    path: 'realm/domains',
    summary: 'Allow a mail domain',
    tag: 'Organization',
    auth: 'user',
    guard: 'owner',
    params: AddRealmDomainParams,
    response: addRealmDomain.response,
    errors: [
      NOT_OWNER,
      bad("Invalid domain: Domain can't be empty."),
      bad('The domain example.com is already a part of your organization.'),
    ],
  })
  addDomain(ctx: UserContext, { domain, allowSubdomains }: AddRealmDomainParams): Promise<Buffer> {
    return this.rpc.callRaw(addRealmDomain, ctx, { domain, allowSubdomains });
  }

  @Endpoint({
    method: 'PATCH',
    path: 'realm/domains/{domain}',
    summary: 'Change an allowed mail domain',
    tag: 'Organization',
    auth: 'user',
    guard: 'owner',
    params: ChangeRealmDomainParams,
    response: changeRealmDomain.response,
    errors: [NOT_OWNER, NO_ENTRY],
  })
  changeDomain(ctx: UserContext, { domain, allowSubdomains }: ChangeRealmDomainParams): Promise<Buffer> {
    return this.rpc.callRaw(changeRealmDomain, ctx, { domain, allowSubdomains });
  }

  @Endpoint({
    method: 'DELETE',
    path: 'realm/domains/{domain}',
    summary: 'Remove an allowed mail domain',
    tag: 'Organization',
    auth: 'user',
    guard: 'owner',
    params: RealmDomainParams,
    response: removeRealmDomain.response,
    errors: [NOT_OWNER, NO_ENTRY],
  })
  removeDomain(ctx: UserContext, { domain }: RealmDomainParams): Promise<Buffer> {
    return this.rpc.callRaw(removeRealmDomain, ctx, { domain });
  }
}
