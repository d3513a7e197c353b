import { Inject, Injectable } from '@nestjs/common';
import { LOGGER, type Logger } from '@stoa/observability';
import type { RealmGroupFacts } from '../../people/user-groups/group-writes';
import { DirectoryGroupChanges } from '../group-changes/directory-group-changes';
import { PersonGroups } from '../group-changes/person-groups';
import { groupObjection } from '../group-changes/group-objection';
import { DirectoryGroupsRepository } from '../group-changes/directory-groups.repository';
import type { LdapClaim } from './ldap-claim';
import type { LdapConnection } from './ldap-connection';
import type { LdapDirectoryRow } from './ldap-directories.repository';
import { LdapGroupsRepository, PresentGroupRow } from './ldap-groups.repository';
import { type WantedGroup, wantedGroups } from './ldap-groups';
import type { LdapPerson } from './ldap-person';

const DESCRIPTION = 'Created from LDAP';

/** What became of groups, or would. */
export interface MirrorReport {
  changed: number;
  /** What was passed over, and why. */
  skipped: string[];
}

export interface MirrorOptions {
  isDryRun?: boolean;
  /** Says before each change whether it may be made. */
  claim?: Pick<LdapClaim, 'allowsChange'>;
}

/** Makes groups what an organization's directory says (identity.md 4, 6). */
@Injectable()
export class LdapGroupMirror {
  constructor(
    private readonly repository: LdapGroupsRepository,
    private readonly groups: DirectoryGroupsRepository,
    private readonly changes: DirectoryGroupChanges,
    private readonly persons: PersonGroups,
    @Inject(LOGGER) private readonly log: Logger,
  ) {}

  /** @throws UnavailableError if the groups cannot be read; then nothing changes */
  async follow(
    directory: LdapDirectoryRow,
    connection: LdapConnection,
    people: readonly LdapPerson[],
    options: MirrorOptions,
  ): Promise<MirrorReport> {
    const report: MirrorReport = { changed: 0, skipped: [] };
    const { realmId, config } = directory;
    if (!config.mirrored_groups) return report;
    const found = await connection.groups();
    if (found.length === 0) return { ...report, skipped: ['no group was found: groups stay as they are'] };
    // Without people every group would be empty.
    if (people.length === 0) return { ...report, skipped: ['nobody was found: groups stay as they are'] };
    const [present, userIds] = await Promise.all([
      this.repository.groups(realmId),
      this.repository.accountsOfEntries(realmId),
    ]);
    const byName = new Map(present.map((group) => [group.name, group]));
    for (const wanted of wantedGroups(found, people, config, present)) {
      const members = new Set(wanted.memberIds.flatMap((id) => userIds.get(id) ?? []));
      if (isAlready(byName.get(wanted.name), members)) continue;
      if (options.claim && !(await options.claim.allowsChange())) break;
      const problem = options.isDryRun ? null : await this.apply(directory, wanted, members);
      if (problem === null) report.changed += 1;
      else report.skipped.push(`group ${wanted.name}: ${problem}`);
    }
    return report;
  }

  /**
   * Puts somebody who is new into groups that list him; those of groups wait for the next synchronisation, as do others.
   * @throws UnavailableError, DomainError
   */
  async welcome(
    { realmId, partition, config }: LdapDirectoryRow,
    connection: LdapConnection,
    userId: number,
    person: LdapPerson,
  ): Promise<void> {
    const { mirrored_groups: mirrored } = config;
    if (!mirrored) return;
    const listed = await connection.groupNamesOf(person);
    const mapping = mirrored.names === '*' ? [{ external: '*' }] : mirrored.names;
    const said = { source: 'ldap' as const, description: DESCRIPTION, listed, mapping, isWhole: false };
    await this.persons.follow({ realmId, partition, userId }, said);
  }

  /** In a transaction of its own. @returns why the group stays as it is */
  private async apply(
    directory: LdapDirectoryRow,
    { name }: WantedGroup,
    members: ReadonlySet<number>,
  ): Promise<string | null> {
    const problem = await this.changes.write(directory, (facts) => this.change(facts, name, members));
    if (problem === null) this.log.info({ realmId: directory.realmId, group: name }, 'LDAP changed a group');
    return problem;
  }

  private async change(facts: RealmGroupFacts, name: string, members: ReadonlySet<number>): Promise<string | null> {
    const { tx, users } = facts;
    const holder = await this.groups.holderOfName(tx, name);
    const objection = groupObjection('ldap', name, holder);
    if (objection !== null) return objection;
    const wanted = { name, description: DESCRIPTION, managers: 'role:owners' as const };
    const id = holder?.id ?? (await this.changes.insert(facts, wanted));
    const row = await this.changes.present(facts, id);
    // Directories do not know the bots here.
    const bots = row.memberIds.filter((userId) => users.get(userId)?.isBot !== false);
    const humans = [...members].filter((userId) => users.get(userId)?.isBot === false);
    await this.changes.storeMembers(facts, row, new Set([...bots, ...humans]));
    await this.groups.note(tx, [id], 'ldap', undefined);
    return null;
  }
}

function isAlready(group: PresentGroupRow | undefined, members: ReadonlySet<number>): boolean {
  if (!group?.isMirrored || group.humanIds.length !== members.size) return false;
  return group.humanIds.every((id) => members.has(id));
}
