import type { NewMissedMessage } from '../jobs';

/**
 * Two parts of a `WITH` that note missed messages, once per user and message, and open the windows in which the users'
 * further ones join them; if the part `moved` has a row. A window that is there is locked: whoever closes it at that
 * moment sees what was noted. Takes the first eight parameters of the statement: {@link missedColumns}.
 */
export const MISSED_SQL = `windows AS (
    INSERT INTO mail_window AS w (user_id, realm_id)
    SELECT u.user_id, min(u.realm_id) FROM unnest($1::int[], $2::int[]) AS u (realm_id, user_id)
    WHERE EXISTS (SELECT FROM moved) GROUP BY u.user_id ORDER BY u.user_id
    ON CONFLICT (user_id) DO UPDATE SET opened_at = w.opened_at),
  missed AS (
    INSERT INTO missed_message (realm_id, user_id, message_id, trigger, mentioned_group_id, mentioned_group_name,
      sender_hidden, happened_at)
    SELECT n.realm_id, n.user_id, n.message_id, n.trigger, n.group_id, n.group_name, n.sender_hidden,
      to_timestamp(n.happened_at / 1000.0)
    FROM unnest($1::int[], $2::int[], $3::bigint[], $4::text[], $5::int[], $6::text[], $7::bool[], $8::float8[])
      AS n (realm_id, user_id, message_id, trigger, group_id, group_name, sender_hidden, happened_at)
    WHERE EXISTS (SELECT FROM moved) ORDER BY n.user_id, n.message_id ON CONFLICT (user_id, message_id) DO NOTHING)`;

/** The parameters of {@link MISSED_SQL}. */
export function missedColumns(missed: readonly NewMissedMessage[]): unknown[][] {
  return [
    missed.map(({ realmId }) => realmId),
    missed.map(({ userId }) => userId),
    missed.map(({ messageId }) => messageId),
    missed.map(({ trigger }) => trigger),
    missed.map(({ mentionedGroup }) => mentionedGroup?.groupId ?? null),
    missed.map(({ mentionedGroup }) => mentionedGroup?.name ?? null),
    missed.map(({ isSenderHidden }) => isSenderHidden),
    missed.map(({ happenedAtMs }) => happenedAtMs),
  ];
}
