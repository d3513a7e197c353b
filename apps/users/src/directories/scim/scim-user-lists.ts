import { Injectable } from '@nestjs/common';
import type { ScimClient, ScimResponse } from './scim-client';
import { type ScimFilter, matches, requiredValue } from './protocol/scim-filter';
import type { JsonObject } from './protocol/scim-json';
import { readQuery, selected } from './protocol/scim-query';
import { type ShownUser, USER_PATHS, listResponse, userResource, userValues } from './protocol/scim-resources';
import { ScimUsersRepository } from './scim-users.repository';

/** Lists of users, by filters and in pages (identity.md 8.3). */
@Injectable()
export class ScimUserLists {
  constructor(private readonly repository: ScimUsersRepository) {}

  /** @param given parameters of the address or of the body @throws ScimError 400 */
  async list(client: ScimClient, given: JsonObject): Promise<ScimResponse> {
    const query = readQuery(given, USER_PATHS);
    const { startIndex, count, filter } = query;
    const { users, total } = filter
      ? await this.filtered(client.realmId, filter, startIndex, count)
      : await this.page(client.realmId, startIndex, count);
    const base = `${client.realmUrl}/scim/v2`;
    const resources = users.map((user) => selected(userResource(user, base, client), query));
    return { status: 200, body: listResponse(resources, total, startIndex) };
  }

  private async page(realmId: number, startIndex: number, count: number) {
    const [total, users] = await Promise.all([
      this.repository.count(realmId),
      count === 0 ? [] : this.repository.page(realmId, startIndex - 1, count),
    ]);
    return { total, users };
  }

  private async filtered(realmId: number, filter: ScimFilter, startIndex: number, count: number) {
    const candidates = await this.candidates(realmId, filter);
    const found = candidates.filter((user) => matches(filter, userValues(user)));
    return { total: found.length, users: found.slice(startIndex - 1, startIndex - 1 + count) };
  }

  /** Whom a filter can match at all: providers ask for one user nearly always, and an index finds it. */
  private async candidates(realmId: number, filter: ScimFilter): Promise<ShownUser[]> {
    const id = requiredValue(filter, 'id');
    if (id !== undefined) {
      const user = isUserId(id) ? await this.repository.one(realmId, Number(id)) : undefined;
      return user ? [user] : [];
    }
    const address =
      requiredValue(filter, 'username') ?? requiredValue(filter, 'emails.value') ?? requiredValue(filter, 'emails');
    if (address !== undefined) return this.repository.byAddress(realmId, address);
    const externalId = requiredValue(filter, 'externalid');
    if (externalId !== undefined) return this.repository.byExternalId(realmId, externalId);
    return this.repository.all(realmId);
  }
}

/** Ids are 4-byte integers. */
export function isUserId(text: string): boolean {
  return /^[1-9]\d{0,9}$/.test(text) && Number(text) < 2 ** 31;
}
