import { Injectable } from '@nestjs/common';
import type { RpcRequest, RpcResponse } from '@stoa/contracts/rpc';
import { answerScim } from '@stoa/contracts/users';
import { DomainError } from '@stoa/errors';
import { Handles } from '@stoa/rpc';
import type { CallContext } from '@stoa/rpc';
import { ScimTokensRepository } from '../scim-tokens/scim-tokens.repository';
import type { ScimClient, ScimRequest, ScimResponse } from './scim-client';
import { resourceTypes, schemas, serviceProviderConfig } from './protocol/scim-discovery';
import { ScimError, notImplemented } from './protocol/scim-error';
import { readBody } from './protocol/scim-json';
import { errorResponse } from './protocol/scim-resources';
import { ScimGroupLists } from './scim-group-lists';
import { ScimGroupsService } from './scim-groups.service';
import { ScimUserLists } from './scim-user-lists';
import { ScimUsersService } from './scim-users.service';

const SEARCH = '.search';

/** Answers identity providers (identity.md 8). */
@Injectable()
export class ScimService {
  constructor(
    private readonly tokens: ScimTokensRepository,
    private readonly users: ScimUsersService,
    private readonly userLists: ScimUserLists,
    private readonly groups: ScimGroupsService,
    private readonly groupLists: ScimGroupLists,
  ) {}

  /** Refusals are answers, in the form of SCIM; faults are thrown. */
  @Handles(answerScim)
  async answer(ctx: CallContext, request: RpcRequest<typeof answerScim>): Promise<RpcResponse<typeof answerScim>> {
    const { method, path, query, body, if_match: ifMatch } = request;
    try {
      const client = await this.client(ctx, request);
      return wire(await this.dispatch(client, { method, path, query, body, ifMatch }));
    } catch (error) {
      const refusal = refusalOf(error);
      return wire({ status: refusal.status, body: errorResponse(refusal) });
    }
  }

  /** @throws ScimError 401 if the token has been revoked since the gateway looked */
  private async client(ctx: CallContext, request: RpcRequest<typeof answerScim>): Promise<ScimClient> {
    const { realm_id: realmId, partition, realm_host: realmHost, realm_url: realmUrl, token_id: tokenId } = request;
    const token = await this.tokens.use(realmId, tokenId);
    if (!token) throw new ScimError(401, 'The token is not valid.');
    const { requestId, deadlineAt } = ctx;
    const { id: _same, name: _name, ...options } = token;
    return { requestId, deadlineAt, realmId, partition, realmHost, realmUrl, tokenId, ...options };
  }

  private async dispatch(client: ScimClient, request: ScimRequest): Promise<ScimResponse> {
    const [resource, id, ...more] = request.path;
    if (more.length > 0) throw notImplemented();
    const base = `${client.realmUrl}/scim/v2`;
    switch (resource) {
      case 'Users':
        return this.answerUsers(client, request, id);
      case 'Groups':
        return this.answerGroups(client, request, id);
      case 'ServiceProviderConfig':
        return discovery(request, serviceProviderConfig(base));
      case 'ResourceTypes':
        return discovery(request, resourceTypes(base, id));
      case 'Schemas':
        return discovery(request, schemas(base, id));
      default:
        throw notImplemented();
    }
  }

  private answerUsers(client: ScimClient, request: ScimRequest, id: string | undefined): Promise<ScimResponse> {
    const { method, query, body } = request;
    if (id === SEARCH && method === 'POST') return this.userLists.list(client, readBody(body));
    switch (method) {
      case 'GET':
        return id === undefined ? this.userLists.list(client, query) : this.users.get(client, id, request);
      case 'POST':
        if (id === undefined) return this.users.create(client, request);
        break;
      case 'PUT':
      case 'PATCH':
        if (id !== undefined) return this.users.update(client, id, request);
        break;
      case 'DELETE':
        if (id !== undefined) return this.users.remove(client, id, request);
        break;
    }
    throw notImplemented();
  }

  private answerGroups(client: ScimClient, request: ScimRequest, id: string | undefined): Promise<ScimResponse> {
    const { method, query, body } = request;
    if (id === SEARCH && method === 'POST') return this.groupLists.list(client, readBody(body));
    switch (method) {
      case 'GET':
        return id === undefined ? this.groupLists.list(client, query) : this.groups.get(client, id, request);
      case 'POST':
        if (id === undefined) return this.groups.create(client, request);
        break;
      case 'PUT':
        if (id !== undefined) return this.groups.replace(client, id, request);
        break;
      case 'PATCH':
        if (id !== undefined) return this.groups.patch(client, id, request);
        break;
      case 'DELETE':
        if (id !== undefined) return this.groups.remove(client, id, request);
        break;
    }
    throw notImplemented();
  }
}

function discovery({ method }: ScimRequest, body: object): ScimResponse {
  if (method !== 'GET') throw notImplemented();
  return { status: 200, body };
}

/** What the rules of accounts and groups refuse is a wrong value to a provider. @throws whatever is no refusal */
function refusalOf(error: unknown): ScimError {
  if (error instanceof ScimError) return error;
  if (error instanceof DomainError && error.status < 500) {
    return new ScimError(error.status, error.message, error.status === 400 ? 'invalidValue' : undefined);
  }
  throw error;
}

function wire({ status, body, location, etag }: ScimResponse): RpcResponse<typeof answerScim> {
  return { status, body: body ? JSON.stringify(body) : null, location: location ?? null, etag: etag ?? null };
}
