export type ChannelTopicsPolicy = 'inherit' | 'allow_empty_topic' | 'disable_empty_topic' | 'empty_topic_only';
export type RealmTopicsPolicy = 'allow_empty_topic' | 'disable_empty_topic';
export type TopicDecision = 'allowed' | 'empty-not-allowed' | 'only-empty-allowed';

/** Whether a topic may be sent or moved to (channels.md 11.1). */
export function decideTopic(topic: string, channel: ChannelTopicsPolicy, realm: RealmTopicsPolicy): TopicDecision {
  const policy = channel === 'inherit' ? realm : channel;
  if (policy === 'disable_empty_topic' && topic === '') return 'empty-not-allowed';
  if (policy === 'empty_topic_only' && topic !== '') return 'only-empty-allowed';
  return 'allowed';
}
