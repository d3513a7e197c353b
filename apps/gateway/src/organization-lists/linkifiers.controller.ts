import { createLinkifier, deleteLinkifier, listLinkifiers, reorderLinkifiers, updateLinkifier } from '@stoa/contracts';
import { RpcClient } from '@stoa/rpc';
import { Endpoint, EndpointController } from '../http/endpoint.decorator';
import type { UserContext } from '../http/request-context';
import {
  CreateLinkifierParams,
  LinkifierParams,
  ReorderLinkifiersParams,
  UpdateLinkifierParams,
} from './linkifiers.params';

const bad = (msg: string) => ({ code: 'BAD_REQUEST', msg });
const NOT_ADMINISTRATOR = { code: 'UNAUTHORIZED_PRINCIPAL', msg: 'Must be an organization administrator' };
const NOT_FOUND = bad('Linkifier not found.');
const VALUE_ERRORS = [
  bad('This field cannot be blank.'),
  bad('Bad regular expression: missing ): (foo'),
  bad('Invalid URL template.'),
  bad("Group 'id' in URL template is not present in linkifier pattern."),
  bad("Group 'id' in linkifier pattern is not present in URL template."),
  bad('Realm filter with this Realm and Pattern already exists.'),
];

/** Patterns that become links (organization.md 5). */
@EndpointController()
export class LinkifiersController {
  constructor(private readonly rpc: RpcClient) {}

  @Endpoint({
    method: 'GET',
    path: 'realm/linkifiers',
    summary: 'Get all linkifiers',
    tag: 'Organization',
    auth: 'user',
    response: listLinkifiers.response,
  })
  list(ctx: UserContext): Promise<Buffer> {
    return this.rpc.callRaw(listLinkifiers, ctx, {});
  }

  @Endpoint({
    method: 'POST',
    path: 'realm/filters',
    summary: 'Add a linkifier',
    tag: 'Organization',
    auth: 'user',
    guard: 'administrator',
    params: CreateLinkifierParams,
    response: createLinkifier.response,
    errors: [NOT_ADMINISTRATOR, ...VALUE_ERRORS],
  })
  create(ctx: UserContext, { pattern, urlTemplate }: CreateLinkifierParams): Promise<Buffer> {
    return this.rpc.callRaw(createLinkifier, ctx, { pattern, urlTemplate });
  }

  @Endpoint({
    method: 'PATCH',
    path: 'realm/filters/{filter_id}',
    summary: 'Change a linkifier',
    tag: 'Organization',
    auth: 'user',
    guard: 'administrator',
    params: UpdateLinkifierParams,
    response: updateLinkifier.response,
    errors: [NOT_ADMINISTRATOR, NOT_FOUND, ...VALUE_ERRORS],
  })
  update(ctx: UserContext, { id, pattern, urlTemplate }: UpdateLinkifierParams): Promise<Buffer> {
    return this.rpc.callRaw(updateLinkifier, ctx, { id, pattern, urlTemplate });
  }

  @Endpoint({
    method: 'DELETE',
    path: 'realm/filters/{filter_id}',
    summary: 'Delete a linkifier',
    tag: 'Organization',
    auth: 'user',
    guard: 'administrator',
    params: LinkifierParams,
    response: deleteLinkifier.response,
    errors: [NOT_ADMINISTRATOR, NOT_FOUND],
  })
  delete(ctx: UserContext, { id }: LinkifierParams): Promise<Buffer> {
    return this.rpc.callRaw(deleteLinkifier, ctx, { id });
  }

  @Endpoint({
    method: 'PATCH',
    path: 'realm/linkifiers',
    summary: 'Reorder linkifiers',
    tag: 'Organization',
    auth: 'user',
    guard: 'administrator',
    params: ReorderLinkifiersParams,
    response: reorderLinkifiers.response,
    errors: [
      NOT_ADMINISTRATOR,
      bad('The ordered list must not contain duplicated linkifiers'),
      bad('The ordered list must enumerate all existing linkifiers exactly once'),
    ],
  })
  reorder(ctx: UserContext, { orderedIds }: ReorderLinkifiersParams): Promise<Buffer> {
    return this.rpc.callRaw(reorderLinkifiers, ctx, { orderedIds });
  }
}
