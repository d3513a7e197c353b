import { getMessages, updateMessage } from '@stoa/contracts/messages';
import { RESOLVED_PREFIX } from '@stoa/policy';
import { call } from '../api/client';
import { act, failureText } from '../client/act';
import type { Client } from '../client/client';
import { notify } from '../client/notices';
import { topicNarrow } from '../narrow/terms';
import { type ChannelMessage, messageFrom } from '../store/message';
import type { State } from '../store/state';
import { isResolved, isSameTopic, unresolvedName } from '../store/topics';
import { wireNarrow } from '../windows/message-loader';

function heldMessage(
  { messages }: Pick<State, 'messages'>,
  channelId: number,
  topic: string,
): ChannelMessage | undefined {
  for (const message of messages.values()) {
    const isHere = message.type === 'stream' && message.stream_id === channelId && isSameTopic(message.topic, topic);
    if (isHere && !message.isStale) return message;
  }
  return undefined;
}

/**
 * A message of a topic, to name the topic by: one that is held, else its newest.
 * @returns undefined for a topic without messages
 * @throws RequestRefused
 */
export async function messageOfTopic(
  { store }: Client,
  channelId: number,
  topic: string,
): Promise<ChannelMessage | undefined> {
  const held = heldMessage(store.get(), channelId, topic);
  if (held) return held;
  const answer = await call(getMessages, {
    anchor: 'newest',
    num_before: 1,
    num_after: 0,
    narrow: wireNarrow(topicNarrow(channelId, topic)),
    allow_empty_topic_name: true,
  });
  const [newest] = answer.messages;
  const message = newest && messageFrom(newest, { ownId: store.get().userId, flags: newest.flags });
  return message?.type === 'stream' ? message : undefined;
}

/** Resolves the topic of a message, or opens it again. */
export function toggleResolved(message: ChannelMessage): void {
  const topic = isResolved(message.topic) ? unresolvedName(message.topic) : `${RESOLVED_PREFIX}${message.topic}`;
  void act(() =>
    call(updateMessage, {
      message_id: message.id,
      topic,
      propagate_mode: 'change_all',
      send_notification_to_old_thread: false,
      send_notification_to_new_thread: true,
    }),
  );
}

/** Resolves a topic, or opens it again. */
export async function toggleTopicResolved(client: Client, channelId: number, topic: string): Promise<void> {
  try {
    const message = await messageOfTopic(client, channelId, topic);
    if (message) toggleResolved(message);
  } catch (error) {
    notify(failureText(error));
  }
}
