import { Inject, Injectable } from '@nestjs/common';
import { Database } from '@stoa/database';
import { DomainError, UnavailableError } from '@stoa/errors';
import { LOGGER, type Logger } from '@stoa/observability';
import { type ClaimedGroups, type NamePair, mapsAll, wantedMemberships } from '@stoa/policy';
import { type Reader, readerOf } from '@stoa/read-state-store';
import { DirectoryGroupChanges } from '../../directories/group-changes/directory-group-changes';
import { DirectoryGroupsRepository } from '../../directories/group-changes/directory-groups.repository';
import type { RealmGroupFacts } from '../../people/user-groups/group-writes';
import type { SignInPlace } from './external-fields';
import { type GroupPlan, isDone, planGroups } from './group-plan';

const DESCRIPTION = 'Created from single sign-on';

/** What a provider says of the groups of somebody, and which of them matter here; undefined: nothing. */
export interface SaidGroups {
  claimed: ClaimedGroups | undefined;
  mapping: readonly NamePair[] | undefined;
}

/** Groups in which providers say that people are, where no directory does (identity.md 4). They follow at each sign-in. */
@Injectable()
export class ExternalGroups {
  constructor(
    private readonly database: Database,
    private readonly repository: DirectoryGroupsRepository,
    private readonly changes: DirectoryGroupChanges,
    @Inject(LOGGER) private readonly log: Logger,
  ) {}

  /** The person signs in whatever comes of it: what cannot be done now is done at the next sign-in. */
  async apply({ realmId, partition }: SignInPlace, userId: number, { claimed, mapping }: SaidGroups): Promise<void> {
    if (claimed === undefined || mapping === undefined) return;
    if (claimed === 'unknown') {
      this.log.warn({ realmId, userId }, 'a provider has too many groups of somebody to send: they stay as they are');
      return;
    }
    const person = { realmId, userId };
    const plan = await this.plan(this.database, person, claimed, mapping);
    const { skipped } = plan;
    if (skipped.length > 0) this.log.warn({ ...person, skipped }, 'groups do not follow a provider');
    // Most sign-ins change nothing, and wait for nobody.
    if (isDone(plan)) return;
    try {
      await this.changes.write({ realmId, partition }, async (facts) => {
        await this.follow(facts, userId, await this.plan(readerOf(facts.tx), person, claimed, mapping));
      });
      this.log.info({ realmId, userId }, 'single sign-on changed the groups of somebody');
    } catch (error) {
      if (!(error instanceof DomainError || error instanceof UnavailableError)) throw error;
      this.log.warn({ ...person, reason: error.message }, 'groups do not follow a provider');
    }
  }

  private async plan(
    reader: Reader,
    person: { realmId: number; userId: number },
    claimed: readonly string[],
    mapping: readonly NamePair[],
  ): Promise<GroupPlan> {
    const isAll = mapsAll(mapping);
    const named = mapping.map(({ external, local = external }) => local);
    const present = await this.repository.ofPerson(reader, person, isAll ? [...named, ...claimed] : named, isAll);
    const before = present.filter(({ manager, isDeactivated }) => manager === 'claims' && !isDeactivated);
    const wanted = wantedMemberships(
      claimed,
      mapping,
      before.map(({ name }) => name),
    );
    return planGroups(wanted, present);
  }

  private async follow(facts: RealmGroupFacts, userId: number, plan: GroupPlan): Promise<void> {
    if (isDone(plan)) return;
    const made: number[] = [];
    // The first person who is in a group of the provider makes it here: all others find it.
    for (const name of plan.made) {
      made.push(await this.changes.insert(facts, { name, description: DESCRIPTION, managers: 'role:owners' }));
    }
    await this.changes.move(facts, userId, { joins: [...made, ...plan.joins], leaves: plan.leaves });
    const taken = [...made, ...plan.taken];
    if (taken.length > 0) await this.repository.note(facts.tx, taken, 'claims', undefined);
  }
}
