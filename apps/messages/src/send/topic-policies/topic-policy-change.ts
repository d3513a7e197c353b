import { ChangeEvent, eventOf } from '@stoa/contracts/events';
import { MutedTopics, TopicKey } from './topic-policies.repository';

/** A policy that changed, with its new value. */
export interface ChangedPolicy {
  userId: number;
  topic: TopicKey;
  policy: number;
}

/**
 * `muted_topics` (the lists after all changes), then `user_topic` of each change (channels.md 13.3). Users who get the
 * same share an event.
 */
export function policyEvents(
  changes: readonly ChangedPolicy[],
  mutedTopics: ReadonlyMap<number, MutedTopics>,
  lastUpdated: number,
): ChangeEvent[] {
  const muted = grouped([...mutedTopics].map(([userId, list]) => [userId, { muted_topics: list }]));
  const topics = grouped(
    changes.map(({ userId, topic, policy }) => [
      userId,
      {
        stream_id: topic.channelId,
        topic_name: topic.topic,
        last_updated: lastUpdated,
        visibility_policy: policy,
      },
    ]),
  );
  return [
    ...muted.map(({ fields, userIds }) => eventOf('muted_topics', fields, userIds)),
    ...topics.map(({ fields, userIds }) => eventOf('user_topic', fields, userIds)),
  ];
}

function grouped<Fields>(
  entries: readonly (readonly [userId: number, fields: Fields])[],
): { fields: Fields; userIds: number[] }[] {
  const groups = new Map<string, { fields: Fields; userIds: number[] }>();
  for (const [userId, fields] of entries) {
    const key = JSON.stringify(fields);
    const group = groups.get(key);
    if (group) group.userIds.push(userId);
    else groups.set(key, { fields, userIds: [userId] });
  }
  return [...groups.values()];
}
