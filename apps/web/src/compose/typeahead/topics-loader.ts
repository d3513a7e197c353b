import { listTopics } from '@stoa/contracts/channels';
import { call } from '../../api/client';
import type { Client } from '../../client/client';
import { changed } from '../../store/apply';
import { noteTopic } from '../../store/conversation-list';

/** Channels whose topics were asked for, by the store that keeps them. */
const asked = new WeakMap<Client['store'], Set<number>>();

/** Learns a channel's topics, once; what is known already is offered meanwhile, and alone if they cannot be had. */
export function loadTopics({ store }: Pick<Client, 'store'>, channelId: number): void {
  const known = asked.get(store) ?? new Set();
  asked.set(store, known);
  if (known.has(channelId)) return;
  known.add(channelId);
  call(listTopics, { stream_id: channelId, allow_empty_topic_name: true }).then(
    ({ topics }) =>
      store.update((state) =>
        changed(state, (draft) => {
          for (const { name: topic, max_id: maxId } of topics) {
            noteTopic(draft, { kind: 'topic', channelId, topic }, { maxId, hasOwnMessage: false });
          }
        }),
      ),
    () => known.delete(channelId),
  );
}
