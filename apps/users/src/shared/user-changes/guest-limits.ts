import { Injectable } from '@nestjs/common';
import { ChangeEvent } from '@stoa/contracts/events';
import type { WriteTransaction } from '@stoa/database';
import { AccessibleUsersRepository, type DirectoryUser } from '@stoa/directory';
import { isGuest } from '@stoa/policy';
import { readerOf } from '@stoa/read-state-store';
import { UserSetsRepository } from '../user-set/user-sets.repository';
import { personAdded, personRemoved } from '@stoa/wire-objects';
import { AudienceFacts } from './user-audiences';

/** What guests learn and forget when the organization begins or ceases to limit them (users.md 3). */
@Injectable()
export class GuestLimits {
  constructor(
    private readonly accessible: AccessibleUsersRepository,
    private readonly users: UserSetsRepository,
  ) {}

  /**
   * The events for active guests about everybody with whom they share nothing. The caller holds the realm's exclusive lock.
   * @param isLimited whether guests are limited from now on
   */
  async changed(tx: WriteTransaction, facts: Pick<AudienceFacts, 'users'>, isLimited: boolean): Promise<ChangeEvent[]> {
    const everybody = [...facts.users.byId.values()];
    const guests = everybody.filter((user) => user.isActive && isGuest(user));
    if (guests.length === 0) return [];
    const guestsByHuman = await this.accessible.guestsByHuman(
      readerOf(tx),
      guests.map(({ id }) => id),
    );
    const strangers = new Map<number, DirectoryUser[]>();
    for (const { id, isBot } of everybody) {
      if (isBot) continue;
      const known = guestsByHuman.get(id);
      const unknowing = guests.filter((guest) => guest.id !== id && !known?.has(guest.id));
      if (unknowing.length > 0) strangers.set(id, unknowing);
    }
    if (isLimited) {
      return [...strangers].flatMap(([userId, unknowing]) =>
        personRemoved(
          userId,
          unknowing.map(({ id }) => id),
        ),
      );
    }
    const rows = await this.users.accounts(readerOf(tx), [...strangers.keys()]);
    return rows.flatMap((row) => personAdded(tx.realmId, row, strangers.get(row.id) ?? []));
  }
}
