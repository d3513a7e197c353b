import {
  AudienceSet,
  type EventBody,
  type EventRoute,
  decodeBody,
  decodeRouting,
  isOfType,
} from '@stoa/contracts/changes';
import type { CanonicalMessage, StoredEvent } from '@stoa/contracts/events';
import type { LogRow } from '@stoa/changes';

/** The fields of a message that push reads. */
export type SentMessage = Pick<
  CanonicalMessage,
  'id' | 'sender_id' | 'type' | 'stream_id' | 'subject' | 'rendered_content'
>;

export interface NewMessage {
  kind: 'message';
  realmId: number;
  /** Place in the log; the parts of one change share it. */
  seq: number;
  happenedAtMs: number;
  message: SentMessage;
  recipients: AudienceSet;
  /** Flags of special recipients; a user's are those of the first entry. */
  flags: readonly FlagsEntry[];
  /** Limited guests who may not see the sender. */
  hiddenFrom: ReadonlySet<number>;
  /** Sent without notifications: welcome and onboarding (push.md 9, item 4). */
  isSilent: boolean;
}

export interface ContentEdit {
  kind: 'edit';
  realmId: number;
  seq: number;
  happenedAtMs: number;
  messageId: number;
  oldHtml: string;
  newHtml: string;
  recipients: AudienceSet;
  flags: readonly FlagsEntry[];
}

export interface MessagesRead {
  kind: 'read';
  realmId: number;
  seq: number;
  happenedAtMs: number;
  userIds: readonly number[];
  /** `all`: everything that the users had. */
  messageIds: readonly number[] | 'all';
}

/** Messages do not exist any more, or not for these users. */
export interface MessagesGone {
  kind: 'gone';
  realmId: number;
  seq: number;
  happenedAtMs: number;
  messageIds: readonly number[];
  /** Whom the change concerns; a deletion concerns everybody who has the notification. */
  users: AudienceSet;
}

/** Users changed what a topic is to them, or a message made them follow it. */
export interface TopicPolicyChanged {
  kind: 'topic';
  realmId: number;
  seq: number;
  happenedAtMs: number;
  userIds: readonly number[];
  channelId: number;
  topic: string;
}

export type PushChange = NewMessage | ContentEdit | MessagesRead | MessagesGone | TopicPolicyChanged;

export interface FlagsEntry {
  flags: readonly string[];
  to: AudienceSet;
}

/** Spares the parsing of routings that cannot concern push: most changes are none of these. */
const RELEVANT = /"type":"(?:message|update_message|update_message_flags|delete_message|user_topic)"/;

/**
 * What a change of the log means for push, in its order; nothing for most changes.
 * @throws SyntaxError if the row is no change
 */
export function pushChangesOf(row: Pick<LogRow, 'seq' | 'routing' | 'body' | 'createdAtMs'>): PushChange[] {
  if (!RELEVANT.test(row.routing)) return [];
  const routing = decodeRouting(row.routing);
  const bodies = decodeBody(row.body);
  return routing.events.flatMap((route, index) => {
    const body = bodies[index];
    const change = body && changeOf(route, body);
    return change ? [{ ...change, realmId: routing.realm, seq: row.seq, happenedAtMs: row.createdAtMs }] : [];
  });
}

type Bare<T> = T extends PushChange ? Omit<T, 'realmId' | 'seq' | 'happenedAtMs'> : never;

function changeOf(route: EventRoute, body: EventBody): Bare<PushChange> | null {
  if (isOfType(body, 'message')) return newMessage(route, body);
  const { event } = body;
  switch (event.type) {
    case 'update_message':
      return contentEdit(route, body, event);
    case 'update_message_flags':
      return messagesRead(route, event);
    case 'delete_message':
      return { kind: 'gone', messageIds: event.message_ids, users: AudienceSet.decode(route.to) };
    case 'user_topic':
      return topicPolicyChanged(route, event);
    default:
      return null;
  }
}

function topicPolicyChanged(route: EventRoute, event: StoredEvent<'user_topic'>): Bare<TopicPolicyChanged> {
  const userIds = [...AudienceSet.decode(route.to)];
  return { kind: 'topic', userIds, channelId: event.stream_id, topic: event.topic_name };
}

function newMessage(route: EventRoute, body: EventBody<'message'>): Bare<NewMessage> {
  return {
    kind: 'message',
    message: body.event.message,
    recipients: AudienceSet.decode(route.to),
    flags: flagsOf(body),
    hiddenFrom: new Set(body.hints?.senderHiddenFrom),
    isSilent: body.hints?.withoutNotifications === true,
  };
}

/** Null: messages were only moved, or rendered anew. */
function contentEdit(
  route: EventRoute,
  body: EventBody,
  { message_id: messageId, orig_rendered_content: oldHtml, rendered_content: newHtml }: StoredEvent<'update_message'>,
): Bare<ContentEdit> | null {
  if (oldHtml === undefined || newHtml === undefined) return null;
  return {
    kind: 'edit',
    messageId,
    oldHtml,
    newHtml,
    recipients: AudienceSet.decode(route.to),
    flags: flagsOf(body),
  };
}

function messagesRead(route: EventRoute, event: StoredEvent<'update_message_flags'>): Bare<MessagesRead> | null {
  if (event.op !== 'add' || event.flag !== 'read') return null;
  return {
    kind: 'read',
    userIds: [...AudienceSet.decode(route.to)],
    messageIds: event.all ? 'all' : event.messages,
  };
}

function flagsOf({ flags = [] }: Pick<EventBody, 'flags'>): FlagsEntry[] {
  return flags.map((entry) => ({ flags: entry.flags, to: AudienceSet.decode(entry.to) }));
}

/** Whether a user's copy has a flag: the first entry that has the user counts. */
export function hasFlag(entries: readonly FlagsEntry[], userId: number, flag: string): boolean {
  return entries.find(({ to }) => to.has(userId))?.flags.includes(flag) ?? false;
}
