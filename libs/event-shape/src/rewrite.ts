import { QueueShape } from './queue-profile';
import { EventFields, isRecord } from './shape-input';

/** Shown for the empty topic to clients that do not know it; `realm_empty_topic_display_name` of the API. */
export const EMPTY_TOPIC_DISPLAY_NAME = 'general chat';

/** How a type of event is fitted to queues: queues with equal keys get the same result. */
export interface Rewriter {
  keyOf(queue: QueueShape, event: EventFields): string;
  /** Usually one event; `delete_message` can become many. */
  rewrite(queue: QueueShape, event: EventFields): EventFields[];
}

export const UNCHANGED: Rewriter = { keyOf: () => '', rewrite: (_queue, event) => [event] };

/** The rewriter of an event (realtime.md 6.5); `message` events have their own (message-forms.ts). */
export function rewriterOf(event: EventFields): Rewriter {
  return REWRITERS[event.type]?.(event) ?? UNCHANGED;
}

const REWRITERS: Record<string, ((event: EventFields) => Rewriter) | undefined> = {
  delete_message: deleteMessage,
  update_message: (event) => topicFallback(event, ['subject', 'orig_subject']),
  user_topic: (event) => topicFallback(event, ['topic_name']),
  muted_topics: mutedTopics,
  drafts: (event) => namedItems(event, 'drafts', 'draft'),
  scheduled_messages: (event) => namedItems(event, 'scheduled_messages', 'scheduled_message'),
  typing_edit_message: editTyping,
  typing: (event) => (event.stream_id === undefined ? UNCHANGED : topicFallback(event, ['topic'])),
  update_message_flags: updateMessageFlags,
  presence: () => PRESENCE,
  subscription: (event) => (event.op === 'add' ? SUBSCRIPTION_ADD : UNCHANGED),
};

function wantsFallback(queue: QueueShape): boolean {
  return !queue.has('empty_topic_name');
}

function withFallback<T extends Record<string, unknown>>(record: T, fields: readonly string[]): T {
  const replaced = fields.filter((field) => record[field] === '');
  return { ...record, ...Object.fromEntries(replaced.map((field) => [field, EMPTY_TOPIC_DISPLAY_NAME])) };
}

function topicFallback(event: EventFields, fields: readonly string[]): Rewriter {
  if (!fields.some((field) => event[field] === '')) return UNCHANGED;
  return {
    keyOf: (queue) => (wantsFallback(queue) ? 'named' : ''),
    rewrite: (queue, original) => [wantsFallback(queue) ? withFallback(original, fields) : original],
  };
}

/** For topics that are not fields of the event itself. @param named the event for clients that know no empty topic */
function fallbackTo(named: () => EventFields): Rewriter {
  return {
    keyOf: (queue) => (wantsFallback(queue) ? 'named' : ''),
    rewrite: (queue, original) => [wantsFallback(queue) ? named() : original],
  };
}

/** Entries are channel name, topic and time (channels.md 13.3). */
function mutedTopics(event: EventFields): Rewriter {
  const { muted_topics: entries } = event;
  if (!Array.isArray(entries)) return UNCHANGED;
  const shown = (entry: unknown): unknown =>
    Array.isArray(entry) && entry[1] === '' ? entry.with(1, EMPTY_TOPIC_DISPLAY_NAME) : entry;
  return fallbackTo(() => ({ ...event, muted_topics: entries.map(shown) }));
}

/**
 * Lists of messages that are not sent yet, in `list` of an add event and in `single` of an update. Only what is for a
 * channel has a topic. Reminders are direct messages to oneself: they have none.
 */
function namedItems(event: EventFields, list: string, single: string): Rewriter {
  const isUnnamed = (item: unknown): boolean => isRecord(item) && item.type === 'stream' && item.topic === '';
  const named = (item: unknown): unknown => (isRecord(item) && isUnnamed(item) ? withFallback(item, ['topic']) : item);
  const { [list]: items, [single]: one } = event;
  if (Array.isArray(items) && items.some(isUnnamed)) return fallbackTo(() => ({ ...event, [list]: items.map(named) }));
  return isUnnamed(one) ? fallbackTo(() => ({ ...event, [single]: named(one) })) : UNCHANGED;
}

function editTyping(event: EventFields): Rewriter {
  const { recipient } = event;
  if (!isRecord(recipient) || recipient.topic !== '') return UNCHANGED;
  return fallbackTo(() => ({ ...event, recipient: withFallback(recipient, ['topic']) }));
}

function deleteMessage(event: EventFields): Rewriter {
  const topic = topicFallback(event, ['topic']);
  return {
    keyOf: (queue) => topic.keyOf(queue, event) + (queue.has('bulk_message_deletion') ? '' : '/single'),
    rewrite(queue, original) {
      const events = topic.rewrite(queue, original);
      return queue.has('bulk_message_deletion') ? events : events.flatMap(splitDeletion);
    },
  };
}

function splitDeletion({ message_ids: ids, ...rest }: EventFields): EventFields[] {
  return Array.isArray(ids) ? ids.map((id: unknown) => ({ ...rest, message_id: id })) : [rest];
}

/** Marking unread names the topics of the messages (messages.md 11). */
function updateMessageFlags(event: EventFields): Rewriter {
  const details = event.message_details;
  if (!isRecord(details)) return UNCHANGED;
  const entries = Object.entries(details);
  if (!entries.some(([, entry]) => isRecord(entry) && entry.topic === '')) return UNCHANGED;
  return {
    keyOf: (queue) => (wantsFallback(queue) ? 'named' : ''),
    rewrite(queue, original) {
      if (!wantsFallback(queue)) return [original];
      const named = entries.map(([id, entry]) => [id, isRecord(entry) ? withFallback(entry, ['topic']) : entry]);
      return [{ ...original, message_details: Object.fromEntries(named) }];
    },
  };
}

/** The canonical presence event holds both the modern `presences` and the legacy fields (users.md 11). */
const PRESENCE: Rewriter = {
  keyOf(queue) {
    if (queue.has('simplified_presence_events')) return 'modern';
    return queue.profile.slimPresence ? 'slim' : 'legacy';
  },
  rewrite(queue, event) {
    const { presences, email, ...legacy } = event;
    if (queue.has('simplified_presence_events')) return [{ type: event.type, presences }];
    return [queue.profile.slimPresence ? legacy : { ...legacy, email }];
  },
};

/** The canonical event holds complete `subscribers`, and `partial_subscribers` where a client may get those instead. */
const SUBSCRIPTION_ADD: Rewriter = {
  keyOf: (queue) => String(queue.profile.includeSubscribers),
  rewrite(queue, event) {
    const { subscriptions } = event;
    if (!Array.isArray(subscriptions)) return [event];
    return [{ ...event, subscriptions: subscriptions.map((entry: unknown) => subscription(queue, entry)) }];
  },
};

function subscription(queue: QueueShape, entry: unknown): unknown {
  if (!isRecord(entry)) return entry;
  const { subscribers, partial_subscribers: partial, ...rest } = entry;
  switch (queue.profile.includeSubscribers) {
    case false:
      return rest;
    case 'partial':
      return partial === undefined ? { ...rest, subscribers } : { ...rest, partial_subscribers: partial };
    case true:
      return { ...rest, subscribers };
  }
}
