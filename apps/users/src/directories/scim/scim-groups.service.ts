import { Inject, Injectable } from '@nestjs/common';
import { LOGGER, type Logger } from '@stoa/observability';
import { readerOf } from '@stoa/read-state-store';
import type { RealmGroupFacts } from '../../people/user-groups/group-writes';
import { DirectoryGroupChanges } from '../group-changes/directory-group-changes';
import type { ScimClient, ScimRequest, ScimResponse } from './scim-client';
import { type GroupInput, type GroupStep, readGroup, readGroupPatch } from './protocol/group-input';
import { ScimError, invalidValue, resourceNotFound } from './protocol/scim-error';
import { readBody } from './protocol/scim-json';
import { readSelection, selected, wantsMembers } from './protocol/scim-query';
import { assertMatch, etagOf, groupResource } from './protocol/scim-resources';
import { ScimGroupChanges } from './scim-group-changes';
import { ScimGroupsRepository } from './scim-groups.repository';
import { isUserId } from './scim-user-lists';

/** Groups as identity providers make and change them: user groups that they alone manage (identity.md 8.4). */
@Injectable()
export class ScimGroupsService {
  constructor(
    private readonly groups: DirectoryGroupChanges,
    private readonly repository: ScimGroupsRepository,
    private readonly changes: ScimGroupChanges,
    @Inject(LOGGER) private readonly log: Logger,
  ) {}

  /** @throws ScimError 404 */
  async get(client: ScimClient, id: string, { query }: ScimRequest): Promise<ScimResponse> {
    return this.shown(client, id, 200, query);
  }

  /** @throws ScimError 400, 409 */
  async create(client: ScimClient, { body, query }: ScimRequest): Promise<ScimResponse> {
    const input = readGroup(readBody(body));
    const { displayName } = input;
    if (displayName === undefined) throw invalidValue('Must specify displayName when creating a new group');
    const groupId = await this.groups.write(client, async (facts) => {
      const id = await this.changes.create(facts, displayName, client.adoptsGroups);
      await this.changes.apply(facts, id, stepsOf(input));
      return id;
    });
    this.note(client, groupId, 'SCIM made a group');
    return this.shown(client, String(groupId), 201, query);
  }

  /** What a PUT does not name stays as it is. @throws ScimError 400, 404, 409, 412 */
  async replace(client: ScimClient, id: string, request: ScimRequest): Promise<ScimResponse> {
    await this.change(client, id, request, stepsOf(readGroup(readBody(request.body))));
    return this.shown(client, id, 200, request.query);
  }

  /** Answers without the group, which may have many members. @throws ScimError 400, 404, 409, 412 */
  async patch(client: ScimClient, id: string, request: ScimRequest): Promise<ScimResponse> {
    await this.change(client, id, request, readGroupPatch(readBody(request.body), id));
    return { status: 204 };
  }

  /** @throws ScimError 404 */
  async remove(client: ScimClient, id: string, { ifMatch }: ScimRequest): Promise<ScimResponse> {
    const groupId = await this.groups.write(client, async (facts) => {
      const found = await this.find(facts, id, ifMatch);
      await this.changes.unlink(facts, found);
      return found;
    });
    this.note(client, groupId, 'SCIM removed a group');
    return { status: 204 };
  }

  private async change(
    client: ScimClient,
    id: string,
    { ifMatch }: ScimRequest,
    steps: readonly GroupStep[],
  ): Promise<void> {
    const groupId = await this.groups.write(client, async (facts) => {
      const found = await this.find(facts, id, ifMatch);
      await this.changes.apply(facts, found, steps);
      return found;
    });
    this.note(client, groupId, 'SCIM changed a group');
  }

  /** @throws ScimError 400 for a group of the system, 404, 412 */
  private async find({ tx, groups }: RealmGroupFacts, id: string, ifMatch: string | null): Promise<number> {
    if (!isUserId(id)) throw resourceNotFound(id);
    const named = groups.named.get(Number(id));
    if (named?.isSystemGroup) throw new ScimError(400, `Group ${named.name} can't be managed by SCIM.`, 'mutability');
    const row = await this.repository.one(tx.realmId, Number(id), readerOf(tx));
    if (!row) throw resourceNotFound(id);
    assertMatch(ifMatch, row);
    return row.id;
  }

  private async shown(
    client: ScimClient,
    id: string,
    status: number,
    query: Readonly<Record<string, string>>,
  ): Promise<ScimResponse> {
    const selection = readSelection(query);
    const group = isUserId(id) ? await this.repository.one(client.realmId, Number(id)) : undefined;
    if (!group) throw resourceNotFound(id);
    const members = wantsMembers(selection) ? await this.repository.members([group.id]) : undefined;
    const base = `${client.realmUrl}/scim/v2`;
    const body = selected(groupResource(group, base, members), selection);
    return { status, body, location: `${base}/Groups/${id}`, etag: etagOf(group) };
  }

  private note({ requestId, realmId, tokenId }: ScimClient, groupId: number, sentence: string): void {
    this.log.info({ requestId, realmId, tokenId, groupId }, sentence);
  }
}

/** A whole group as steps. */
function stepsOf({ memberIds, ...input }: GroupInput): GroupStep[] {
  const steps: GroupStep[] = [{ kind: 'describe', input }];
  if (memberIds) steps.push({ kind: 'replace', memberIds });
  return steps;
}
