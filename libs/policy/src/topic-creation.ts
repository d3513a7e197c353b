import { GroupGraph, PolicyUser } from './group-membership';

/** Who may begin topics in a channel; null is everybody, as the group `role:everyone` is (channels.md 2.1). */
export interface PolicyTopicCreation {
  canCreateTopicGroup: number | null;
}

export interface TopicCreator {
  user: PolicyUser;
  groups: GroupGraph;
  /** The user's active owner, if it is a bot with one: bots may begin topics where their owner may. */
  botOwner?: PolicyUser;
}

/** Whether nobody needs to ask if a topic exists already: the setting is exactly `role:everyone`. */
export function isOpenToNewTopics({ canCreateTopicGroup }: PolicyTopicCreation, groups: GroupGraph): boolean {
  return canCreateTopicGroup === null || canCreateTopicGroup === groups.idOf('role:everyone');
}

/** Whether a user may begin a topic. System bots are exempt and never get here. */
export function canCreateTopic(channel: PolicyTopicCreation, { user, groups, botOwner }: TopicCreator): boolean {
  if (isOpenToNewTopics(channel, groups)) return true;
  const { canCreateTopicGroup: group } = channel;
  if (group === null) return true;
  return groups.isMember(group, user) || (botOwner !== undefined && groups.isMember(group, botOwner));
}
