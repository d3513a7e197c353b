import { Injectable } from '@nestjs/common';
import { Database } from '@stoa/database';
import { type FieldSource, type NamePair, mapsAll, wantedMemberships } from '@stoa/policy';
import { type Reader, readerOf } from '@stoa/read-state-store';
import type { RealmGroupFacts } from '../../people/user-groups/group-writes';
import { DirectoryGroupChanges } from './directory-group-changes';
import { DirectoryGroupsRepository } from './directory-groups.repository';
import { type GroupPlan, isDone, planGroups } from './group-plan';

/** What a source says of the groups of one person. */
export interface SaidMemberships {
  source: Extract<FieldSource, 'ldap' | 'claims'>;
  /** Of the groups that it makes. */
  description: string;
  /** Names of groups there. */
  listed: readonly string[];
  /** Which of them are groups here. */
  mapping: readonly NamePair[];
  /** The list is whole: who is not in it leaves. Else groups are joined only. */
  isWhole: boolean;
}

interface Person {
  realmId: number;
  partition: number;
  userId: number;
}

/** Puts one person into the groups that a source says, and takes him out of others (identity.md 4). */
@Injectable()
export class PersonGroups {
  constructor(
    private readonly database: Database,
    private readonly repository: DirectoryGroupsRepository,
    private readonly changes: DirectoryGroupChanges,
  ) {}

  /**
   * Compares first, and takes the organization's lock for a difference alone.
   * @returns whether something changed, and what stays as it is although it differs, and why
   * @throws DomainError, UnavailableError if the change could not be made
   */
  async follow(person: Person, said: SaidMemberships): Promise<{ isChanged: boolean; skipped: string[] }> {
    const plan = await this.plan(this.database, person, said);
    const { skipped } = plan;
    if (isDone(plan)) return { isChanged: false, skipped };
    await this.changes.write(person, async (facts) => {
      await this.apply(facts, person.userId, said, await this.plan(readerOf(facts.tx), person, said));
    });
    return { isChanged: true, skipped };
  }

  private async plan(
    reader: Reader,
    person: Person,
    { source, listed, mapping, isWhole }: SaidMemberships,
  ): Promise<GroupPlan> {
    const isAll = mapsAll(mapping);
    const named = mapping.map(({ external, local = external }) => local);
    const present = await this.repository.ofPerson(reader, person, {
      names: isAll ? [...named, ...listed] : named,
      ofSource: isAll ? source : null,
    });
    const before = present.filter(({ manager, isDeactivated }) => manager === source && !isDeactivated);
    const wanted = wantedMemberships(
      listed,
      mapping,
      before.map(({ name }) => name),
    );
    return planGroups(source, isWhole ? wanted : new Map([...wanted].filter(([, isIn]) => isIn)), present);
  }

  private async apply(
    facts: RealmGroupFacts,
    userId: number,
    { source, description }: SaidMemberships,
    plan: GroupPlan,
  ): Promise<void> {
    if (isDone(plan)) return;
    const made: number[] = [];
    // The first person who is in a group there makes it here: all others find it.
    for (const name of plan.made) {
      made.push(await this.changes.insert(facts, { name, description, managers: 'role:owners' }));
    }
    await this.changes.move(facts, userId, { joins: [...made, ...plan.joins], leaves: plan.leaves });
    const taken = [...made, ...plan.taken];
    if (taken.length > 0) await this.repository.note(facts.tx, taken, source, undefined);
  }
}
