import { updateMessageFlags } from '@stoa/contracts/messages';
import { call } from '../api/client';
import { act } from '../client/act';
import type { Client } from '../client/client';
import { confirmDone } from '../client/notices';
import { withFlag } from '../store/local-flags';
import type { State } from '../store/state';
import { topicKey } from '../store/topics';
import { TopicPolicy, topicPolicy } from '../store/unread-counts';
import { t } from '../strings/strings';

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

function setRead({ store }: Client, ids: number[], isRead: boolean): Promise<boolean> {
  store.update((state) => withFlag(state, ids, 'read', isRead));
  return act(() => call(updateMessageFlags, { messages: ids, op: isRead ? 'add' : 'remove', flag: 'read' }), {
    undo: () => store.update((state) => withFlag(state, ids, 'read', !isRead)),
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
