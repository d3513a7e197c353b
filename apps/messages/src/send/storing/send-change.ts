import { Audience, EventBody, encodeBody, encodeRouting } from '@stoa/contracts/changes';
import {
  CanonicalMessage,
  ChangeEvent,
  Emitted,
  MessageEventHints,
  PendingNumber,
  eventOf,
  routeOf,
} from '@stoa/contracts/events';
import { SentWidget, WIDGET_TYPE } from '../widgets/sent-widget';

/** Stands for the id of a message that is not written yet. No text of a user's has U+0000. */
const MESSAGE_ID = new PendingNumber('\u0000id');
/** Likewise for the time of sending, in seconds. */
const SENT_AT = new PendingNumber('\u0000at');
/** As JSON text, and what `message_write` replaces by the numbers. */
const PLACEHOLDERS = [
  [JSON.stringify(MESSAGE_ID), '@MESSAGE_ID@'],
  [JSON.stringify(SENT_AT), '@SENT_AT@'],
] as const;

/** A new message as far as it is known before it is written. */
export type UnsentMessage = Omit<CanonicalMessage, 'id' | 'timestamp'>;

export interface TopicPolicyChange {
  userId: number;
  policy: number;
  /** The user's muted topics after the change, for clients from before visibility policies. */
  mutedTopics: [channelName: string, topic: string, lastUpdated: number][];
}

export interface SendChangeInput {
  realmId: number;
  message: UnsentMessage;
  audience: Audience;
  isPublicChannel: boolean;
  flags: NonNullable<EventBody['flags']>;
  hints: MessageEventHints;
  localEcho: EventBody['localEcho'] | undefined;
  policyChanges: readonly TopicPolicyChange[];
  widget: SentWidget | null;
  /** Owners of the claimed files, in the order of the files. */
  attachmentOwnerIds: readonly number[];
}

/**
 * The change of a send: `attachment` events of the files that it claims, `user_topic` events of automatic policies, then
 * the message (messages.md 23, point 12).
 */
export function sendChange(input: SendChangeInput): { routing: string; body: string } {
  const { message, flags, hints, localEcho } = input;
  const { stream_id: channelId, subject: topic } = message;
  const events = input.policyChanges.flatMap((change) =>
    channelId === undefined ? [] : topicPolicyEvents({ channelId, topic, lastUpdated: SENT_AT }, change),
  );
  events.push(
    eventOf('message', { message: unsent(input) }, input.audience, {
      ...(flags.length > 0 ? { flags } : {}),
      hints,
      ...(localEcho ? { localEcho } : {}),
      ...(input.isPublicChannel && channelId !== undefined ? { publicChannel: channelId } : {}),
    }),
  );
  // `message_write` puts in the bodies of the claims' events: their content is known when the claims are written.
  const claims = input.attachmentOwnerIds.map((ownerId) => ({ route: routeOf('attachment', [ownerId]) }));
  return { routing: encodeRouting(input.realmId, [...claims, ...events]), body: withPlaceholders(encodeBody(events)) };
}

/** A user's text that is just such a placeholder is written another way, so that it stays a text. */
function withPlaceholders(body: string): string {
  return PLACEHOLDERS.reduce(
    (text, [own, name]) => text.replaceAll(`"${name}"`, `"\\u0040${name.slice(1)}"`).replaceAll(own, `"${name}"`),
    body,
  );
}

function unsent({ message, widget }: SendChangeInput): Emitted<CanonicalMessage> {
  const submessages = widget
    ? [
        {
          id: widget.submessageId,
          message_id: MESSAGE_ID,
          sender_id: message.sender_id,
          msg_type: WIDGET_TYPE,
          content: widget.content,
        },
      ]
    : message.submessages;
  return { ...message, submessages, id: MESSAGE_ID, timestamp: SENT_AT };
}

/** A topic whose policy changes for a user. */
export interface ChangedTopic {
  channelId: number;
  topic: string;
  /** Seconds since the epoch; pending in a change that is not written yet. */
  lastUpdated: number | PendingNumber;
}

/** `muted_topics` and `user_topic` of one user's changed policy (channels.md 13.3). */
export function topicPolicyEvents(
  { channelId, topic, lastUpdated }: ChangedTopic,
  { userId, policy, mutedTopics }: TopicPolicyChange,
): ChangeEvent[] {
  return [
    eventOf('muted_topics', { muted_topics: mutedTopics }, [userId]),
    eventOf(
      'user_topic',
      { stream_id: channelId, topic_name: topic, last_updated: lastUpdated, visibility_policy: policy },
      [userId],
    ),
  ];
}
