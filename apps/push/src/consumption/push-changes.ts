import {
  type Audience,
  AudienceSet,
  type CanonicalMessage,
  type ChangeBody,
  type ChangeRouting,
  type EventBody,
  type EventRoute,
} from '@stoa/contracts';
import type { LogRow } from '@stoa/changes';

/** What push looks at of a message. */
export type SentMessage = Pick<
  CanonicalMessage,
  'id' | 'sender_id' | 'type' | 'stream_id' | 'subject' | 'rendered_content'
>;

/** A message was sent. */
export interface NewMessage {
  kind: 'message';
  realmId: number;
  /** Place in the log; the parts of one change share it. */
  seq: number;
  happenedAtMs: number;
  message: SentMessage;
  /** Who received it. */
  recipients: AudienceSet;
  /** Flags of special recipients; a user's are those of the first entry. */
  flags: readonly FlagsEntry[];
  /** Limited guests who may not see the sender. */
  hiddenFrom: ReadonlySet<number>;
  /** Sent without notifications: welcome and onboarding (push.md 9, item 4). */
  isSilent: boolean;
}

/** The content of a message changed. */
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

/** Messages were read. */
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
  /** Who was told; of a deletion everybody who has the notification is concerned. */
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
  const routing: ChangeRouting = JSON.parse(row.routing);
  const body: ChangeBody = JSON.parse(row.body);
  return routing.events.flatMap((route, index) => {
    const eventBody = body.events[index];
    const change = eventBody && changeOf(route, eventBody);
    return change ? [{ ...change, realmId: routing.realm, seq: row.seq, happenedAtMs: row.createdAtMs }] : [];
  });
}

type Bare<T> = T extends PushChange ? Omit<T, 'realmId' | 'seq' | 'happenedAtMs'> : never;

function changeOf(route: EventRoute, body: EventBody): Bare<PushChange> | null {
  switch (route.type) {
    case 'message':
      return newMessage(route, body);
    case 'update_message':
      return contentEdit(route, body);
    case 'update_message_flags':
      return messagesRead(route, body);
    case 'delete_message':
      return { kind: 'gone', messageIds: idsOf(body.event.message_ids), users: AudienceSet.decode(route.to) };
    case 'user_topic':
      return topicPolicyChanged(route, body);
    default:
      return null;
  }
}

function topicPolicyChanged(route: EventRoute, { event }: EventBody): Bare<TopicPolicyChanged> | null {
  const { stream_id: channelId, topic_name: topic } = event;
  if (typeof channelId !== 'number' || typeof topic !== 'string') return null;
  return { kind: 'topic', userIds: [...AudienceSet.decode(route.to)], channelId, topic };
}

function newMessage(route: EventRoute, body: EventBody): Bare<NewMessage> {
  const hidden = body.hints?.senderHiddenFrom;
  return {
    kind: 'message',
    // Services write this event with a canonical message and nothing else.
    message: body.event.message as CanonicalMessage,
    recipients: AudienceSet.decode(route.to),
    flags: flagsOf(body),
    hiddenFrom: new Set(idsOf(hidden)),
    isSilent: body.hints?.withoutNotifications === true,
  };
}

function contentEdit(route: EventRoute, body: EventBody): Bare<ContentEdit> | null {
  const { message_id: messageId, orig_rendered_content: oldHtml, rendered_content: newHtml } = body.event;
  if (typeof messageId !== 'number' || typeof oldHtml !== 'string' || typeof newHtml !== 'string') return null;
  return {
    kind: 'edit',
    messageId,
    oldHtml,
    newHtml,
    recipients: AudienceSet.decode(route.to),
    flags: flagsOf(body),
  };
}

function messagesRead(route: EventRoute, { event }: EventBody): Bare<MessagesRead> | null {
  if (event.op !== 'add' || event.flag !== 'read') return null;
  const messageIds = event.all === true ? 'all' : idsOf(event.messages);
  return { kind: 'read', userIds: [...AudienceSet.decode(route.to)], messageIds };
}

function flagsOf({ flags = [] }: { flags?: { flags: string[]; to: Audience }[] }): FlagsEntry[] {
  return flags.map((entry) => ({ flags: entry.flags, to: AudienceSet.decode(entry.to) }));
}

function idsOf(value: unknown): number[] {
  return Array.isArray(value) ? value.filter((id) => typeof id === 'number') : [];
}

/** Whether a user's copy has a flag: the first entry that has the user counts. */
export function hasFlag(entries: readonly FlagsEntry[], userId: number, flag: string): boolean {
  return entries.find(({ to }) => to.has(userId))?.flags.includes(flag) ?? false;
}
