import { conversationKey } from '../../store/conversation';
import type { Message } from '../../store/message';
import { recentOf } from '../recent/recent-rows';

/** What loaded messages say of a topic. */
export interface SeenTopic {
  /** Its newest message, seconds since 1970. */
  readonly time: number;
  /** Who wrote there, the last first. */
  readonly participantIds: readonly number[];
}

/** Topics of a channel, as far as messages of it are loaded. @returns a look-up by the topic's name */
export function seenTopics(
  messages: readonly Message[],
  channelId: number,
  userId: number,
): (topic: string) => SeenTopic | undefined {
  const seen = new Map(recentOf(messages, userId).map((recent) => [recent.key, recent]));
  return (topic) => {
    const recent = seen.get(conversationKey({ kind: 'topic', channelId, topic }));
    return recent && { time: recent.newest.timestamp, participantIds: recent.participantIds };
  };
}
