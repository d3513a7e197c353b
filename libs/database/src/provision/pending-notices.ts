import type { WriteTransaction } from '../write-transaction';

/**
 * How a notice is written: as any message, read by everybody from the start, as that of a topic that was resolved or
 * unresolved, or to one user; `direct_unread` also to who caused it, who did so a while ago.
 */
export type NoticeKind = 'message' | 'read' | 'resolve' | 'direct' | 'direct_unread';

export interface ChannelNoticeOptions {
  kind?: 'message' | 'read' | 'resolve';
  /** The notice goes along with this message, should it be moved before the notice is sent. */
  withMessageId?: number;
}

/** What the notification bot is to write once a change is committed, in the words of that moment. */
export interface NewNotice {
  kind: NoticeKind;
  /** Null for direct messages. */
  channelId: number | null;
  /** Of a direct message. */
  toUserId: number | null;
  topic: string;
  content: string;
  /** A notice that is sent later goes where this message is by then. */
  messageId: number | null;
}

/** A notice in a topic; as any message unless `kind` says otherwise. */
export function channelNotice(
  channelId: number,
  topic: string,
  content: string,
  { kind = 'message', withMessageId }: ChannelNoticeOptions = {},
): NewNotice {
  return { kind, channelId, toUserId: null, topic, content, messageId: withMessageId ?? null };
}

export function directNotice(
  toUserId: number,
  content: string,
  kind: 'direct' | 'direct_unread' = 'direct',
): NewNotice {
  return { kind, channelId: null, toUserId, topic: '', content, messageId: null };
}

/** Rows of notices that were written with a change. */
export interface AddedNotices {
  /** In the order of the notices. */
  ids: readonly number[];
  /** The oldest that wait for the same channels since before: who had to send them may have died. Ascending. */
  earlierIds: readonly number[];
}

/** How long who made the change has for sending, before the messages service's job does it. */
const HEAD_START = "interval '10 seconds'";
/** Younger ones are being sent by who wrote them. */
const UNDER_WAY = "interval '1 second'";
/** A request sends no more than this for others; what an outage has left is the job's. */
const MOST_EARLIER = 10;

/**
 * Writes the notices of a change in its transaction, so that they are sent even if the process dies after the commit.
 * One statement.
 */
export async function addPendingNotices(
  tx: WriteTransaction,
  actorUserId: number,
  notices: readonly NewNotice[],
): Promise<AddedNotices> {
  if (notices.length === 0) return { ids: [], earlierIds: [] };
  const rows = await tx.query<{ id: number; is_new: boolean }>(
    `WITH added AS (
       INSERT INTO pending_notice
         (realm_id, actor_user_id, due_at, kind, channel_id, to_user_id, topic, content, message_id)
       SELECT $1, $2, clock_timestamp() + ${HEAD_START}, n.kind, n.channel_id, n.to_user_id, n.topic, n.content, n.message_id
       FROM unnest($3::text[], $4::int[], $5::int[], $6::text[], $7::text[], $8::bigint[]) WITH ORDINALITY
         AS n (kind, channel_id, to_user_id, topic, content, message_id, place)
       ORDER BY n.place RETURNING id)
     SELECT id, true AS is_new FROM added
     UNION ALL
     (SELECT id, false FROM pending_notice
        WHERE channel_id = ANY ($4::int[]) AND created_at < clock_timestamp() - ${UNDER_WAY}
        ORDER BY id LIMIT ${MOST_EARLIER})
     ORDER BY id`,
    [
      tx.realmId,
      actorUserId,
      notices.map(({ kind }) => kind),
      notices.map(({ channelId }) => channelId),
      notices.map(({ toUserId }) => toUserId),
      notices.map(({ topic }) => topic),
      notices.map(({ content }) => content),
      notices.map(({ messageId }) => messageId),
    ],
  );
  const idsOf = (isNew: boolean) => rows.filter((row) => row.is_new === isNew).map(({ id }) => id);
  return { ids: idsOf(true), earlierIds: idsOf(false) };
}
