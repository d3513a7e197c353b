/** What was written in a topic since a moment, by people. */
export interface TopicActivity {
  channelId: number;
  /** The topic in lower case. */
  key: string;
  messages: number;
  /** How many people wrote there. */
  people: number;
  lastMessageId: number;
}

/** Topics of a digest (mail-and-integrations.md 3). */
export const DIGEST_TOPICS = 4;
/** Of them by how many people wrote there; the others by how many messages. */
const BY_PEOPLE = 2;

/** The topics that a digest tells of, the liveliest first. @param topics those that its reader may be told of */
export function hotTopics<Topic extends TopicActivity>(topics: readonly Topic[]): Topic[] {
  const byPeople = [...topics].sort(
    (one, other) => other.people - one.people || other.messages - one.messages || newer(one, other),
  );
  const byMessages = [...topics].sort((one, other) => other.messages - one.messages || newer(one, other));
  // A set keeps the order in which its members came first.
  return [...new Set([...byPeople.slice(0, BY_PEOPLE), ...byMessages])].slice(0, DIGEST_TOPICS);
}

function newer(one: TopicActivity, other: TopicActivity): number {
  return other.lastMessageId - one.lastMessageId;
}
