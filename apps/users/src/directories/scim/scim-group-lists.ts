import { Injectable } from '@nestjs/common';
import type { ScimClient, ScimResponse } from './scim-client';
import { type ScimFilter, comparedValues, matches, requiredValue } from './protocol/scim-filter';
import type { JsonObject } from './protocol/scim-json';
import { readQuery, selected, wantsMembers } from './protocol/scim-query';
import {
  GROUP_PATHS,
  type ShownGroup,
  type ShownMember,
  groupResource,
  groupValues,
  listResponse,
} from './protocol/scim-resources';
import { ScimGroupsRepository } from './scim-groups.repository';
import { isUserId } from './scim-user-lists';

/** Lists of groups, by filters and in pages; members only where they are wanted (identity.md 8.3). */
@Injectable()
export class ScimGroupLists {
  constructor(private readonly repository: ScimGroupsRepository) {}

  /** @param given parameters of the address or of the body @throws ScimError 400 */
  async list(client: ScimClient, given: JsonObject): Promise<ScimResponse> {
    const query = readQuery(given, GROUP_PATHS);
    const { startIndex, count, filter } = query;
    const candidates = await this.candidates(client.realmId, filter);
    const found = filter ? await this.matching(filter, candidates) : candidates;
    const groups = found.slice(startIndex - 1, startIndex - 1 + count);
    const members = wantsMembers(query) ? await this.membersOf(groups) : undefined;
    const base = `${client.realmUrl}/scim/v2`;
    const resources = groups.map((group) =>
      selected(groupResource(group, base, members && (members.get(group.id) ?? [])), query),
    );
    return { status: 200, body: listResponse(resources, found.length, startIndex) };
  }

  private async candidates(realmId: number, filter: ScimFilter | undefined): Promise<ShownGroup[]> {
    const id = filter && requiredValue(filter, 'id');
    if (id !== undefined) {
      const group = isUserId(id) ? await this.repository.one(realmId, Number(id)) : undefined;
      return group ? [group] : [];
    }
    const name = filter && requiredValue(filter, 'displayname');
    return name === undefined ? this.repository.all(realmId) : this.repository.byName(realmId, name);
  }

  /** Of members only those are looked up whom the filter names. */
  private async matching(filter: ScimFilter, groups: readonly ShownGroup[]): Promise<ShownGroup[]> {
    const named = [...comparedValues(filter, 'members'), ...comparedValues(filter, 'members.value')];
    const ids = named.filter(isUserId).map(Number);
    const members = ids.length === 0 ? undefined : await this.membersOf(groups, ids);
    return groups.filter((group) => {
      const memberIds = members?.get(group.id)?.map(({ userId }) => userId) ?? [];
      return matches(filter, groupValues(group, memberIds));
    });
  }

  private async membersOf(
    groups: readonly ShownGroup[],
    userIds: readonly number[] | null = null,
  ): Promise<Map<number, ShownMember[]>> {
    const members = new Map<number, ShownMember[]>();
    if (groups.length === 0) return members;
    const rows = await this.repository.members(
      groups.map(({ id }) => id),
      userIds,
    );
    for (const row of rows) {
      const known = members.get(row.groupId);
      if (known) known.push(row);
      else members.set(row.groupId, [row]);
    }
    return members;
  }
}
