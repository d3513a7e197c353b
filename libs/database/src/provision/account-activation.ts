import type { RowOf } from '../row-of';
import { setKeys } from '../set-keys';
import type { WriteTransaction } from '../write-transaction';

/** A channel in which accounts that are deactivated or reactivated have subscriptions. */
export interface AffectedChannel extends RowOf<'Channel', 'id' | 'inviteOnly' | 'isWebPublic'> {
  /** Those of the accounts that are subscribed to it. */
  userIds: number[];
}

/**
 * Takes the exclusive locks of all channels that accounts are subscribed to, ascending. The caller holds the realm's lock
 * exclusively, so that nobody subscribes or unsubscribes meanwhile.
 */
export async function lockSubscribedChannels(
  tx: WriteTransaction,
  userIds: readonly number[],
): Promise<AffectedChannel[]> {
  const ids = await tx.query<RowOf<'Subscription', 'channel_id'>>(
    'SELECT DISTINCT channel_id FROM subscription WHERE user_id = ANY($1::int[]) AND active ORDER BY channel_id',
    [userIds],
  );
  await tx.query('SELECT pg_advisory_xact_lock(2, id) FROM unnest($1::int[]) AS id', [
    ids.map(({ channel_id: id }) => id),
  ]);
  return tx.query<AffectedChannel & Record<string, unknown>>(
    `SELECT c.id, c.invite_only AS "inviteOnly", c.is_web_public AS "isWebPublic",
       array_agg(s.user_id ORDER BY s.user_id) AS "userIds"
     FROM subscription s JOIN channel c ON c.id = s.channel_id
     WHERE s.user_id = ANY($1::int[]) AND s.active GROUP BY c.id ORDER BY c.id`,
    [userIds],
  );
}

/**
 * Deactivates or reactivates accounts of the other state: the account rows, spans of membership (design.md 4),
 * subscriber counts, versions of everything that lists active users. Subscriptions and memberships stay stored. The caller
 * holds the realm's lock exclusively and those that {@link lockSubscribedChannels} takes.
 */
export async function setAccountsActive(
  tx: WriteTransaction,
  userIds: readonly number[],
  isActive: boolean,
): Promise<void> {
  await tx.query(
    `UPDATE account SET is_active = $2, deactivated_at = CASE WHEN $2 THEN NULL ELSE now() END
     WHERE id = ANY($1::int[])`,
    [userIds, isActive],
  );
  await continueSpans(tx, userIds, isActive);
  const subscriptions = await tx.query<RowOf<'Subscription', 'id' | 'channel_id'>>(
    'SELECT id, channel_id FROM subscription WHERE user_id = ANY($1::int[]) AND active',
    [userIds],
  );
  const byChannel = new Map<number, number[]>();
  for (const { id, channel_id: channelId } of subscriptions) {
    const ids = byChannel.get(channelId);
    if (ids) ids.push(id);
    else byChannel.set(channelId, [id]);
  }
  await tx.query(
    `UPDATE channel c SET subscriber_count = c.subscriber_count + n.changed * $3::int
     FROM unnest($1::int[], $2::int[]) AS n (id, changed) WHERE c.id = n.id`,
    [[...byChannel.keys()], [...byChannel.values()].map((ids) => ids.length), isActive ? 1 : -1],
  );
  for (const [channelId, ids] of byChannel) tx.bump(setKeys.channel(channelId), { table: 'subscription', ids });
  tx.bump(setKeys.realmChannels(tx.realmId), { table: 'channel', ids: [...byChannel.keys()] });
  tx.bump(setKeys.realmUsers(tx.realmId), { table: 'account', ids: userIds });
  const groups = await tx.query<RowOf<'GroupMembership', 'group_id'>>(
    'SELECT DISTINCT group_id FROM group_membership WHERE user_id = ANY($1::int[])',
    [userIds],
  );
  tx.bump(setKeys.realmGroups(tx.realmId), { table: 'user_group', ids: groups.map(({ group_id: id }) => id) });
}

/**
 * Open spans of accounts end, and continue as the other kind, at one boundary id: what is sent while an account is
 * deactivated is not received, but moves count it as subscribed. The caller holds the channels' exclusive locks.
 */
export async function continueSpans(
  tx: WriteTransaction,
  userIds: readonly number[],
  isActive: boolean,
): Promise<void> {
  await tx.query(
    `WITH boundary AS MATERIALIZED (SELECT nextval('message_id_seq') AS id),
     closed AS (
       UPDATE membership_span s SET last_message_id = boundary.id FROM boundary
       WHERE s.user_id = ANY ($1::int[]) AND s.last_message_id IS NULL AND s.is_active <> $2
       RETURNING s.user_id, s.recipient_id, s.last_message_id)
     INSERT INTO membership_span (user_id, recipient_id, first_message_id, is_active)
     SELECT user_id, recipient_id, last_message_id, $2 FROM closed`,
    [userIds, isActive],
  );
}
