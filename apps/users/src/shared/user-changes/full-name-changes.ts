import { Injectable } from '@nestjs/common';
import { badRequest } from '@stoa/errors';
import type { WriteTransaction } from '@stoa/database';
import type { DirectoryUser, RealmUsers } from '@stoa/directory';
import { checkFullName, comparableName } from '@stoa/policy';
import { AccountWritesRepository } from './account-writes.repository';
import { BotAudiences } from '../bot-data/bot-audiences';
import { personChange } from '../user-set/person-change';
import { AudienceFacts, UserAudiences } from './user-audiences';

export interface NameFacts extends AudienceFacts {
  settings: AudienceFacts['settings'] & { requiresUniqueNames: boolean };
}

/** Renames accounts (users.md 1, "full_name rules"). */
@Injectable()
export class FullNameChanges {
  constructor(
    private readonly accounts: AccountWritesRepository,
    private readonly audiences: UserAudiences,
    private readonly botAudiences: BotAudiences,
  ) {}

  /**
   * A name that is the same after trimming changes nothing. Runs under the realm's exclusive lock.
   * @throws DomainError with a text of the name rules
   */
  async change(tx: WriteTransaction, facts: NameFacts, target: DirectoryUser, given: string): Promise<DirectoryUser> {
    const fullName = given.trim();
    if (fullName === target.fullName) return target;
    checkNewName(facts, fullName, target.id);
    await this.accounts.setFullName(tx, target.id, fullName);
    const after = { ...target, fullName };
    const person = { user_id: target.id, full_name: fullName };
    tx.emit(personChange(person, await this.audiences.accessorIds(tx, facts, after)));
    if (target.isBot) tx.emit(await this.botAudiences.update(tx, facts.users, after, { full_name: fullName }));
    return after;
  }
}

/**
 * @param ownId of the account that gets the name; null for a new one
 * @throws DomainError with a text of users.md 1
 */
export function checkNewName(
  facts: Pick<NameFacts, 'settings' | 'users'>,
  fullName: string,
  ownId: number | null,
): void {
  const problem = checkFullName(fullName);
  if (problem) throw badRequest(problem);
  if (facts.settings.requiresUniqueNames && isNameTaken(facts.users, fullName, ownId)) {
    throw badRequest('Unique names required in this organization.');
  }
}

function isNameTaken(users: RealmUsers, fullName: string, ownId: number | null): boolean {
  const wanted = comparableName(fullName);
  for (const user of users.byId.values()) {
    if (user.id !== ownId && comparableName(user.fullName) === wanted) return true;
  }
  return false;
}
