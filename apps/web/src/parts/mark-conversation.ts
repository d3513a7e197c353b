import { updateFlagsForNarrow, updateMessageFlags } from '@stoa/contracts/messages';
import { call } from '../api/client';
import { act } from '../client/act';
import type { Client } from '../client/client';
import { confirmDone, progressNotice } from '../client/notices';
import { type Narrow, narrowKey } from '../narrow/terms';
import type { Conversation } from '../store/conversation';
import { withFlag } from '../store/local-flags';
import type { State } from '../store/state';
import { topicKey } from '../store/topics';
import { TopicPolicy, countsTowardHome, topicPolicy } from '../store/unread-counts';
import { t } from '../strings/strings';
import { contains } from '../windows/contains';
import { wireNarrow } from '../windows/message-loader';
import { readQueueOf } from './read-queue';

type UnreadState = Pick<State, 'unreadTopics' | 'userTopics'>;

/** Ids of a topic's unread messages. */
export function unreadInTopic({ unreadTopics }: UnreadState, channelId: number, topic: string): readonly number[] {
  return unreadTopics.get(channelId)?.get(topicKey(topic))?.ids ?? [];
}

/** Ids of the unread messages of channels; those of muted topics stay unread. */
export function unreadInChannels(state: UnreadState, channelIds: readonly number[]): readonly number[] {
  return channelIds.flatMap((channelId) =>
    [...(state.unreadTopics.get(channelId)?.values() ?? [])]
      .filter(({ topic }) => topicPolicy(state, channelId, topic) !== TopicPolicy.Muted)
      .flatMap(({ ids }) => ids),
  );
}

/** What of everything that is unread is marked as read at once (web.md 2.14). */
export const MARK_SCOPES = ['notFollowed', 'muted', 'all'] as const;
export type MarkScope = (typeof MARK_SCOPES)[number];

function isInScope(state: UnreadState & Pick<State, 'channels'>, place: Conversation, scope: MarkScope): boolean {
  if (scope === 'all') return true;
  if (place.kind === 'direct') return false;
  if (scope === 'muted') return !countsTowardHome(state, place.channelId, place.topic);
  return topicPolicy(state, place.channelId, place.topic) !== TopicPolicy.Followed;
}

/** Ids of all unread messages, of those in topics that one does not follow, or of those in muted ones. */
export function unreadInScope(
  state: UnreadState & Pick<State, 'channels' | 'unreadPlaces'>,
  scope: MarkScope,
): readonly number[] {
  return [...state.unreadPlaces].filter(([, place]) => isInScope(state, place, scope)).map(([id]) => id);
}

/** Most messages of one request. */
const BATCH = 1000;

async function setFlags(ids: readonly number[], isRead: boolean): Promise<void> {
  for (let from = 0; from < ids.length; from += BATCH) {
    const messages = ids.slice(from, from + BATCH);
    await call(updateMessageFlags, { messages, op: isRead ? 'add' : 'remove', flag: 'read' });
  }
}

async function setRead(client: Client, ids: number[], isRead: boolean): Promise<boolean> {
  const { store } = client;
  const queue = readQueueOf(client);
  const changed = new Set(ids);
  store.update((state) => withFlag(state, ids, 'read', isRead));
  const forgotten = isRead ? [] : await queue.forget((id) => changed.has(id));
  return act(() => setFlags(ids, isRead), {
    undo: () => {
      store.update((state) => withFlag(state, ids, 'read', !isRead));
      queue.add(forgotten);
    },
  });
}

/** Marks messages as read at once, and says how many there were and how to take it back (web.md 9, 8). */
export function markConversationsRead(client: Client, unread: readonly number[]): void {
  const ids = [...unread];
  void setRead(client, ids, true).then((isDone) => {
    if (!isDone) return;
    const undo = { text: t('menu.undo'), run: () => void setRead(client, ids, false) };
    confirmDone(t('menu.markedRead', { count: ids.length }), undo);
  });
}

/** Changes a flag of every message of a narrow, also of those that are not held, batch by batch. */
async function setFlagIn(narrow: Narrow, op: 'add' | 'remove', flag: 'read' | 'starred'): Promise<void> {
  let anchor = 'oldest';
  let count = 0;
  const progress = progressNotice();
  try {
    for (let isComplete = false; !isComplete;) {
      const answer = await call(updateFlagsForNarrow, {
        ...{ anchor, include_anchor: anchor === 'oldest', num_before: 0, num_after: BATCH },
        ...{ narrow: wireNarrow(narrow), op, flag },
      });
      anchor = String(answer.last_processed_id ?? anchor);
      isComplete = answer.found_newest;
      count += answer.updated_count;
      // What one request does is done before anybody could read of it.
      if (!isComplete) progress.tell(t('mark.progress', { count }));
    }
  } finally {
    progress.end();
  }
}

/** Everything is read, also what is too old to be counted; only the service knows of that, so it cannot be taken back. */
export function markEverythingRead(client: Client): void {
  const ids = [...client.store.get().unreadPlaces.keys()];
  client.store.update((state) => withFlag(state, ids, 'read', true));
  void act(() => setFlagIn([{ operator: 'is', operand: 'unread' }], 'add', 'read'), {
    undo: () => client.store.update((state) => withFlag(state, ids, 'read', false)),
  });
}

/**
 * The service is not told any more that messages of a narrow were read: they are about to be unread again.
 * @param from the id of the first one
 * @returns what takes that back
 */
export async function forgetReadIn(client: Client, narrow: Narrow, from = 0): Promise<() => void> {
  const state = client.store.get();
  const shown = new Set(state.windows.get(narrowKey(narrow))?.ids);
  const isIn = (id: number): boolean => {
    const message = state.messages.get(id);
    return shown.has(id) || (message !== undefined && contains(state, narrow, message) === true);
  };
  const queue = readQueueOf(client);
  const forgotten = await queue.forget((id) => id >= from && isIn(id));
  return () => queue.add(forgotten);
}

/** Every message of a topic or channel is unread again. */
export async function markNarrowUnread(client: Client, narrow: Narrow): Promise<void> {
  const undo = await forgetReadIn(client, narrow);
  await act(() => setFlagIn(narrow, 'remove', 'read'), { undo });
}

/** No message of a narrow is starred any more. */
export function unstarIn(narrow: Narrow): Promise<boolean> {
  return act(() => setFlagIn([...narrow, { operator: 'is', operand: 'starred' }], 'remove', 'starred'));
}
