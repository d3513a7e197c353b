import type { SubscriptionObject } from '@stoa/contracts/channels';
import type { StoredEvent } from '@stoa/contracts/events';
import { namedExport } from '@stoa/contracts/organization';
import { shownAttachment } from './attachment-forms';
import { administeredBot, withoutToken } from './bot-forms';
import { QueueShape } from './queue-profile';
import { Shaped } from './shape-input';

/** Shown for the empty topic to clients that do not know it; `realm_empty_topic_display_name` of the API. */
export const EMPTY_TOPIC_DISPLAY_NAME = 'general chat';

/** How one event is fitted to queues: queues with equal keys get the same result. */
export interface Rewriter<Result extends Shaped = Shaped> {
  keyOf(queue: QueueShape): string;
  /** Usually one event; `delete_message` can become many. */
  rewrite(queue: QueueShape): Result[];
}

/** The rewriter of an event (realtime.md 6.5); `message` events have their own (message-forms.ts). */
export function rewriterOf(event: StoredEvent): Rewriter {
  switch (event.type) {
    case 'delete_message':
      return deleteMessage(event);
    case 'update_message':
      return topicFallback(event, ['subject', 'orig_subject']);
    case 'user_topic':
      return topicFallback(event, ['topic_name']);
    case 'muted_topics':
      return mutedTopics(event);
    case 'drafts':
      if (event.op === 'add') return namedItems(event, 'drafts');
      return event.op === 'update' ? namedItem(event, 'draft') : unchanged(event);
    case 'scheduled_messages':
      if (event.op === 'add') return namedItems(event, 'scheduled_messages');
      return event.op === 'update' ? namedItem(event, 'scheduled_message') : unchanged(event);
    case 'typing_edit_message':
      return editTyping(event);
    case 'typing':
      return 'stream_id' in event ? topicFallback(event, ['topic']) : unchanged(event);
    case 'update_message_flags':
      return event.op === 'remove' ? removedFlags(event, event.message_details ?? {}) : unchanged(event);
    case 'presence':
      return presence(event);
    case 'realm_export':
      return { keyOf: () => '', rewrite: () => [{ ...event, exports: event.exports.map(namedExport) }] };
    case 'reaction':
      return reaction(event);
    case 'realm_bot':
      return botEvent(event);
    case 'attachment':
      return event.op === 'remove' ? unchanged(event) : attachment(event);
    case 'subscription':
      return event.op === 'add' ? subscriptions(event, event.subscriptions) : unchanged(event);
    default:
      return unchanged(event);
  }
}

function unchanged<E extends Shaped>(event: E): Rewriter<E> {
  return { keyOf: () => '', rewrite: () => [event] };
}

/** @param named the event for clients that know no empty topic */
function fallbackTo<E extends Shaped>(event: E, named: () => E): Rewriter<E> {
  const wantsFallback = (queue: QueueShape): boolean => !queue.has('empty_topic_name');
  return {
    keyOf: (queue) => (wantsFallback(queue) ? 'named' : ''),
    rewrite: (queue) => [wantsFallback(queue) ? named() : event],
  };
}

type WithTopic<K extends string> = { [P in K]?: string };

function withFallback<K extends string, T extends WithTopic<K>>(record: T, fields: readonly K[]): T {
  const replaced = fields.filter((field) => record[field] === '');
  return { ...record, ...Object.fromEntries(replaced.map((field) => [field, EMPTY_TOPIC_DISPLAY_NAME])) };
}

function topicFallback<K extends string, E extends Shaped & WithTopic<K>>(event: E, fields: readonly K[]): Rewriter<E> {
  if (!fields.some((field) => event[field] === '')) return unchanged(event);
  return fallbackTo(event, () => withFallback(event, fields));
}

/** Entries are channel name, topic and time (channels.md 13.3). */
function mutedTopics(event: StoredEvent<'muted_topics'>): Rewriter {
  return fallbackTo(event, () => ({
    ...event,
    muted_topics: event.muted_topics.map(([channel, topic, time]) => [
      channel,
      topic === '' ? EMPTY_TOPIC_DISPLAY_NAME : topic,
      time,
    ]),
  }));
}

/** A message that is not sent yet; only one for a channel has a topic. Reminders go to their author: they have none. */
interface Unsent {
  type: string;
  topic?: string;
}

const isUnnamed = (item: Unsent): boolean => item.type === 'stream' && item.topic === '';
const named = <T extends Unsent>(item: T): T => (isUnnamed(item) ? withFallback(item, ['topic']) : item);

function namedItems<K extends string, E extends Shaped & Record<K, readonly Unsent[]>>(event: E, list: K): Rewriter<E> {
  const items: readonly Unsent[] = event[list];
  return items.some(isUnnamed) ? fallbackTo(event, () => ({ ...event, [list]: items.map(named) })) : unchanged(event);
}

function namedItem<K extends string, E extends Shaped & Record<K, Unsent>>(event: E, field: K): Rewriter<E> {
  const item: Unsent = event[field];
  return isUnnamed(item) ? fallbackTo(event, () => ({ ...event, [field]: named(item) })) : unchanged(event);
}

function editTyping(event: StoredEvent<'typing_edit_message'>): Rewriter {
  const { recipient } = event;
  if (recipient.type !== 'channel' || recipient.topic !== '') return unchanged(event);
  return fallbackTo(event, () => ({ ...event, recipient: withFallback(recipient, ['topic']) }));
}

function deleteMessage(event: StoredEvent<'delete_message'>): Rewriter {
  const topic = 'stream_id' in event ? topicFallback(event, ['topic']) : unchanged(event);
  const isWhole = (queue: QueueShape): boolean => queue.has('bulk_message_deletion');
  return {
    keyOf: (queue) => topic.keyOf(queue) + (isWhole(queue) ? '' : '/single'),
    rewrite(queue) {
      const events: StoredEvent<'delete_message'>[] = topic.rewrite(queue);
      return isWhole(queue) ? events : events.flatMap(splitDeletion);
    },
  };
}

function splitDeletion({ message_ids: ids, ...rest }: StoredEvent<'delete_message'>): Shaped[] {
  return ids.map((id) => ({ ...rest, message_id: id }));
}

/** Marking unread names the topics of the messages (messages.md 11). */
function removedFlags(
  event: StoredEvent<'update_message_flags'>,
  details: Readonly<Record<string, WithTopic<'topic'>>>,
): Rewriter {
  const entries = Object.entries(details);
  if (!entries.some(([, { topic }]) => topic === '')) return unchanged(event);
  return fallbackTo<Shaped>(event, () => {
    const shown = entries.map(([id, entry]) => [id, withFallback(entry, ['topic'])]);
    return { ...event, message_details: Object.fromEntries(shown) };
  });
}

/** The stored event holds both the modern `presences` and the legacy fields (users.md 11). */
function presence(event: StoredEvent<'presence'>): Rewriter {
  const { presences, email, ...slim } = event;
  const isModern = (queue: QueueShape): boolean => queue.has('simplified_presence_events');
  return {
    keyOf(queue) {
      if (isModern(queue)) return 'modern';
      return queue.profile.slimPresence ? 'slim' : 'legacy';
    },
    rewrite(queue): Shaped[] {
      if (isModern(queue)) return [{ type: event.type, presences }];
      return [queue.profile.slimPresence ? slim : { ...slim, email }];
    },
  };
}

function attachment(event: StoredEvent<'attachment'> & { op: 'add' | 'update' }): Rewriter {
  return { keyOf: () => '', rewrite: () => [{ ...event, attachment: shownAttachment(event.attachment) }] };
}

/** Stored with the names of who reacted, for the release before (docs/decisions/049). */
function reaction({ user: _user, ...shown }: StoredEvent<'reaction'>): Rewriter {
  return { keyOf: () => '', rewrite: () => [shown] };
}

/**
 * Stored with the token of the service, which browsers show after a fresh proof only; a new bot also with what its account
 * shows, and with its key, for the release before.
 */
function botEvent(event: StoredEvent<'realm_bot'>): Rewriter {
  if (event.op === 'delete') return unchanged(event);
  const shown: Shaped = event.op === 'add' ? { ...event, bot: administeredBot(event.bot) } : event;
  const { bot } = event;
  if (!('services' in bot)) return unchanged(shown);
  const services = bot.services.map(withoutToken);
  const hidden: Shaped = { ...shown, bot: { ...(event.op === 'add' ? administeredBot(event.bot) : bot), services } };
  return {
    keyOf: (queue) => (queue.has('browser_session') ? 'browser' : ''),
    rewrite: (queue) => [queue.has('browser_session') ? hidden : shown],
  };
}

/** Stored with complete `subscribers`, and with `partial_subscribers` where a client may get those instead. */
function subscriptions(event: StoredEvent<'subscription'>, entries: readonly SubscriptionObject[]): Rewriter {
  return {
    keyOf: (queue) => String(queue.profile.includeSubscribers === 'partial'),
    rewrite: (queue): Shaped[] => [{ ...event, subscriptions: entries.map((entry) => subscription(queue, entry)) }],
  };
}

function subscription(queue: QueueShape, entry: SubscriptionObject): SubscriptionObject {
  const { subscribers, partial_subscribers: partial, ...rest } = entry;
  const isPartial = queue.profile.includeSubscribers === 'partial' && partial !== undefined;
  return isPartial ? { ...rest, partial_subscribers: partial } : { ...rest, subscribers };
}
