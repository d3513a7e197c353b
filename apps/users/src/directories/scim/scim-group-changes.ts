import { Injectable } from '@nestjs/common';
import { groupNameProblem } from '@stoa/policy';
import type { RealmGroupFacts } from '../../people/user-groups/group-writes';
import { groupDeactivated, groupUpdated, objectionsTo } from '../../people/user-groups/user-group-change';
import { UserGroupRow, UserGroupsRepository } from '../../people/user-groups/user-groups.repository';
import { DirectoryGroupChanges } from '../group-changes/directory-group-changes';
import { DirectoryGroupsRepository, NameHolder } from '../group-changes/directory-groups.repository';
import type { GroupStep } from './protocol/group-input';
import { ScimError, invalidValue } from './protocol/scim-error';
import { isUserId } from './scim-user-lists';

const DESCRIPTION = 'Created from SCIM';

/** What a provider's groups are made of; all of it in a transaction with the realm's exclusive lock. */
@Injectable()
export class ScimGroupChanges {
  constructor(
    private readonly groups: UserGroupsRepository,
    private readonly changes: DirectoryGroupChanges,
    private readonly repository: DirectoryGroupsRepository,
  ) {}

  /** A group that nobody but the provider changes. @returns its id @throws ScimError 400, 409 */
  async create(facts: RealmGroupFacts, name: string, adopts: boolean): Promise<number> {
    checkName(name);
    const holder = await this.repository.holderOfName(facts.tx, name);
    if (holder) return this.adopt(facts, name, holder, adopts);
    return this.changes.insert(facts, { name, description: DESCRIPTION, managers: 'role:nobody' });
  }

  /** Applies steps in order; what is so already is no error. @throws ScimError 400, 409 */
  async apply(facts: RealmGroupFacts, groupId: number, steps: readonly GroupStep[]): Promise<void> {
    const row = await this.changes.present(facts, groupId);
    const members = new Set(row.memberIds);
    let externalId: string | null | undefined;
    let name = row.name;
    for (const step of steps) {
      if (step.kind === 'describe') {
        if (step.input.externalId !== undefined) externalId = step.input.externalId;
        if (step.input.displayName !== undefined) name = step.input.displayName;
      } else changeMembers(facts, members, step);
    }
    await this.rename(facts, row, name);
    await this.changes.storeMembers(facts, row, members);
    await this.repository.note(facts.tx, [groupId], 'scim', externalId);
  }

  /** Nobody is in it any more; it is deactivated unless something still names it. */
  async unlink(facts: RealmGroupFacts, groupId: number): Promise<void> {
    const { tx, everybody } = facts;
    await this.apply(facts, groupId, [{ kind: 'clear' }]);
    if (objectionsTo(await this.groups.uses(tx, groupId)).length > 0) return;
    await this.groups.update(tx, groupId, { deactivated: true });
    tx.emit(...groupDeactivated(groupId, everybody));
  }

  /** A group that this provider made before and let go comes back; another one only where that is wanted. */
  private async adopt(facts: RealmGroupFacts, name: string, holder: NameHolder, adopts: boolean): Promise<number> {
    const returns = holder.isDeactivated && holder.isManaged;
    const isAdoptable = adopts && !holder.isManaged && !holder.isSystemGroup;
    if (!returns && !isAdoptable) throw nameTaken(name);
    if (holder.isDeactivated) await this.changes.reactivate(facts, holder.id);
    return holder.id;
  }

  private async rename({ tx, everybody }: RealmGroupFacts, row: UserGroupRow, name: string): Promise<void> {
    if (name === row.name) return;
    checkName(name);
    if (await this.groups.isNameTaken(tx, name)) throw nameTaken(name);
    await this.groups.update(tx, row.id, { name });
    tx.emit(groupUpdated(row.id, { name }, everybody));
  }
}

function changeMembers(
  facts: RealmGroupFacts,
  members: Set<number>,
  step: Exclude<GroupStep, { kind: 'describe' }>,
): void {
  const isHuman = (id: number): boolean => facts.users.get(id)?.isBot === false;
  switch (step.kind) {
    case 'remove':
      // Who is gone altogether is not in the group either.
      for (const id of step.memberIds) members.delete(Number(id));
      return;
    case 'add':
      for (const id of knownUsers(facts, step.memberIds)) members.add(id);
      return;
    case 'clear':
    case 'replace': {
      const kept = step.kind === 'clear' ? [] : knownUsers(facts, step.memberIds);
      // A provider does not see bots, so a list of its does not mean that they leave.
      for (const id of [...members]) if (isHuman(id)) members.delete(id);
      for (const id of kept) members.add(id);
      return;
    }
  }
}

/** @throws ScimError 400 for whoever is no human of the organization, those of other organizations alike */
function knownUsers({ users }: RealmGroupFacts, ids: readonly string[]): number[] {
  const unknown = ids.filter((id) => !isUserId(id) || users.get(Number(id))?.isBot !== false);
  if (unknown.length > 0) {
    throw invalidValue(`Invalid user ids found in the request: {${unknown.slice(0, 20).join(', ')}}`);
  }
  return ids.map(Number);
}

function checkName(name: string): void {
  const problem = groupNameProblem(name);
  if (problem) throw invalidValue(problem);
}

function nameTaken(name: string): ScimError {
  return new ScimError(409, `Group name already in use: ${name}`, 'uniqueness');
}
