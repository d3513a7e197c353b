import { Injectable } from '@nestjs/common';
import type { WriteTransaction } from '@stoa/database';
import type { DirectoryUser } from '@stoa/directory';
import { personChange } from '../user-set/person-change';
import { AccountWritesRepository } from './account-writes.repository';
import { settingEvents } from './setting-change';
import { AudienceFacts, UserAudiences } from './user-audiences';

/** Where somebody lives and what he reads, as a directory says; both are settings of his. */
export interface Locale {
  /** Canonical name of IANA. */
  timezone?: string;
  /** One that there are texts in. */
  language?: string;
}

/** Changes time zones and languages for people (users.md 8). Runs under the realm's exclusive lock. */
@Injectable()
export class LocaleChanges {
  constructor(
    private readonly accounts: AccountWritesRepository,
    private readonly audiences: UserAudiences,
  ) {}

  /** What is the same already changes nothing. @returns the account as it is then */
  async change(
    tx: WriteTransaction,
    facts: AudienceFacts,
    user: DirectoryUser,
    { timezone, language }: Locale,
  ): Promise<DirectoryUser> {
    if (timezone !== undefined && (await this.accounts.setTimeZone(tx, user.id, timezone))) {
      tx.emit(...settingEvents(user, { name: 'timezone', legacy: 'display' }, timezone));
      const person = { user_id: user.id, email: user.email, timezone };
      tx.emit(personChange(person, await this.audiences.accessorIds(tx, facts, user)));
    }
    if (language === undefined || language === user.language) return user;
    await this.accounts.setLanguage(tx, user.id, language);
    tx.emit(...settingEvents(user, { name: 'default_language', legacy: 'display' }, language));
    return { ...user, language };
  }
}
