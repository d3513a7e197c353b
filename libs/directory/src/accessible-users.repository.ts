import { Injectable } from '@nestjs/common';
import type { RowOf } from '@stoa/database';

/**
 * Users whom a limited guest can access (users.md 3): bots, the guest, active fellows in channels, partners in direct
 * conversations. No row, not even the guest's own, where the organization does not limit guests.
 */
const ACCESSIBLE = `
  WITH limited AS (
    SELECT 1 FROM realm r JOIN user_group g ON g.id = r.can_access_all_users_group
    WHERE r.id = $1 AND g.name IS DISTINCT FROM 'role:everyone'
  )
  SELECT found.id FROM (
    SELECT id FROM account WHERE realm_id = $1 AND (is_bot OR id = $2)
    UNION
    SELECT theirs.user_id FROM subscription own
    JOIN subscription theirs ON theirs.channel_id = own.channel_id AND theirs.active
    JOIN account a ON a.id = theirs.user_id AND a.is_active
    WHERE own.user_id = $2 AND own.active
    UNION
    SELECT theirs.user_id FROM direct_conversation_participant own
    JOIN direct_conversation_participant theirs USING (recipient_id) WHERE own.user_id = $2
  ) found WHERE EXISTS (SELECT 1 FROM limited)`;

/** Of a transaction, a snapshot or the pool. */
interface Reader {
  query<Row extends Record<string, unknown>>(name: string, text: string, params?: readonly unknown[]): Promise<Row[]>;
}

/** The same from the other side: which of the organization's active guests can access a human, by what they share. */
const GUESTS_WITH_ACCESS = `
  SELECT g.id FROM account g WHERE g.realm_id = $1 AND g.role = 600 AND g.is_active AND NOT g.is_bot AND (
    g.id = $2
    OR EXISTS (SELECT 1 FROM subscription own JOIN subscription theirs ON theirs.channel_id = own.channel_id
               WHERE own.user_id = g.id AND own.active AND theirs.user_id = $2 AND theirs.active)
    OR EXISTS (SELECT 1 FROM direct_conversation_participant own
               JOIN direct_conversation_participant theirs USING (recipient_id)
               WHERE own.user_id = g.id AND theirs.user_id = $2))`;

/** Pairs of a limited guest and a human that something connects; $1 are the guests' ids, $2 the humans'. */
const CONNECTED = `
  SELECT g AS guest_id, u AS user_id FROM unnest($1::int[]) AS g, unnest($2::int[]) AS u
  WHERE EXISTS (SELECT 1 FROM subscription own JOIN subscription theirs ON theirs.channel_id = own.channel_id
                JOIN account a ON a.id = theirs.user_id AND a.is_active
                WHERE own.user_id = g AND own.active AND theirs.user_id = u AND theirs.active)
     OR EXISTS (SELECT 1 FROM direct_conversation_participant own
                JOIN direct_conversation_participant theirs USING (recipient_id)
                WHERE own.user_id = g AND theirs.user_id = u)`;
type Connected = Readonly<Record<'guest_id' | 'user_id', number>>;

/** Through what a guest can access a user (users.md 3). */
export interface GuestAccess {
  subjectId: number;
  guestId: number;
  throughChannel: boolean;
  throughDirect: boolean;
}

/** Pairs that share a channel now or had direct messages, and through what; $1 are the users' ids, $2 the guests'. */
const CONNECTIONS = `
  SELECT subject_id AS "subjectId", guest_id AS "guestId", bool_or(is_channel) AS "throughChannel",
     bool_or(NOT is_channel) AS "throughDirect"
   FROM (
     SELECT theirs.user_id AS subject_id, own.user_id AS guest_id, true AS is_channel
     FROM subscription theirs JOIN subscription own ON own.channel_id = theirs.channel_id AND own.active
     WHERE theirs.user_id = ANY($1::int[]) AND own.user_id = ANY($2::int[]) AND theirs.active
     UNION
     SELECT theirs.user_id, own.user_id, false FROM direct_conversation_participant theirs
     JOIN direct_conversation_participant own USING (recipient_id)
     WHERE theirs.user_id = ANY($1::int[]) AND own.user_id = ANY($2::int[])
   ) found WHERE subject_id <> guest_id GROUP BY 1, 2`;

/** Every human whom at least one of the limited guests can access, with those guests; $1 are the guests' ids. */
const GUESTS_BY_HUMAN = `
  SELECT found.id, array_agg(found.guest_id) AS guest_ids FROM (
    SELECT theirs.user_id AS id, own.user_id AS guest_id FROM subscription own
    JOIN subscription theirs ON theirs.channel_id = own.channel_id AND theirs.active
    JOIN account a ON a.id = theirs.user_id AND a.is_active
    WHERE own.user_id = ANY($1::int[]) AND own.active
    UNION
    SELECT theirs.user_id, own.user_id FROM direct_conversation_participant own
    JOIN direct_conversation_participant theirs USING (recipient_id) WHERE own.user_id = ANY($1::int[])
  ) found GROUP BY found.id`;

@Injectable()
export class AccessibleUsersRepository {
  /** @returns null if the organization lets guests access everybody */
  async ofGuest(reader: Reader, guest: { realmId: number; guestId: number }): Promise<Set<number> | null> {
    const rows = await reader.query<{ id: number }>('users_accessible', ACCESSIBLE, [guest.realmId, guest.guestId]);
    return rows.length === 0 ? null : new Set(rows.map(({ id }) => id));
  }

  /** Active guests who can access an active human where the organization limits guests. */
  async guestsWithAccessTo(reader: Reader, user: { realmId: number; userId: number }): Promise<Set<number>> {
    const rows = await reader.query<RowOf<'Account', 'id'>>('users_guests_with_access', GUESTS_WITH_ACCESS, [
      user.realmId,
      user.userId,
    ]);
    return new Set(rows.map(({ id }) => id));
  }

  /** The humans among these whom a limited guest can access. */
  async humansAccessibleTo(reader: Reader, guestId: number, humanIds: readonly number[]): Promise<Set<number>> {
    if (humanIds.length === 0) return new Set();
    const rows = await reader.query<Connected>('users_connected', CONNECTED, [[guestId], humanIds]);
    return new Set(rows.map((row) => row.user_id));
  }

  /** Those of some limited guests who can access another human. */
  async thoseWithAccessTo(reader: Reader, guestIds: readonly number[], humanId: number): Promise<Set<number>> {
    if (guestIds.length === 0) return new Set();
    const rows = await reader.query<Connected>('users_connected', CONNECTED, [guestIds, [humanId]]);
    return new Set(rows.map((row) => row.guest_id));
  }

  /** Which of the guests can access each human of the organization where guests are limited. */
  async guestsByHuman(reader: Reader, guestIds: readonly number[]): Promise<Map<number, Set<number>>> {
    const rows = await reader.query<{ id: number; guest_ids: number[] }>('users_guests_by_human', GUESTS_BY_HUMAN, [
      guestIds,
    ]);
    return new Map(rows.map((row) => [row.id, new Set(row.guest_ids)]));
  }

  /** Pairs of users and guests that something connects; whether anybody is active is not asked. */
  connections(reader: Reader, subjectIds: readonly number[], guestIds: readonly number[]): Promise<GuestAccess[]> {
    const ids = [subjectIds, guestIds];
    return reader.query<GuestAccess & Record<string, unknown>>('users_connections', CONNECTIONS, ids);
  }
}
