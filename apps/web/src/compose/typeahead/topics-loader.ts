import { listTopics } from '@stoa/contracts/channels';
import { call } from '../../api/client';
import { failureText } from '../../client/act';
import type { Client } from '../../client/client';
import { changed } from '../../store/apply';
import { noteTopic } from '../../store/conversation-list';

/** Channels whose topics were asked for, by the store that keeps them. */
const asked = new WeakMap<Client['store'], Map<number, Promise<TopicsLoaded>>>();

/** Why topics are not there, as people are told; null where they are. */
export type TopicsLoaded = string | null;

/** Learns a channel's topics, once; what is known already is offered meanwhile, and alone if they cannot be had. */
export function loadTopics(client: Pick<Client, 'store'>, channelId: number): void {
  void topicsLoaded(client, channelId);
}

/** The same for who waits for them. Never rejects. Where it failed, they may be asked for again. */
export function topicsLoaded({ store }: Pick<Client, 'store'>, channelId: number): Promise<TopicsLoaded> {
  const known = asked.get(store) ?? new Map<number, Promise<TopicsLoaded>>();
  asked.set(store, known);
  const loading =
    known.get(channelId) ??
    load(store, channelId).then((failure) => {
      if (failure !== null) known.delete(channelId);
      return failure;
    });
  known.set(channelId, loading);
  return loading;
}

function load(store: Client['store'], channelId: number): Promise<TopicsLoaded> {
  return call(listTopics, { stream_id: channelId, allow_empty_topic_name: true }).then(
    ({ topics }) => {
      store.update((state) =>
        changed(state, (draft) => {
          for (const { name: topic, max_id: maxId } of topics) {
            noteTopic(draft, { kind: 'topic', channelId, topic }, { maxId, hasOwnMessage: false });
          }
        }),
      );
      return null;
    },
    (error: unknown) => failureText(error),
  );
}
