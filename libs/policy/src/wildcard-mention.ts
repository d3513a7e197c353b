import { GroupGraph, PolicyUser } from './group-membership';

/** Audience up to which anybody may use a wildcard mention (messages.md 3, "Mentions"). */
const LARGEST_FREE_WILDCARD_AUDIENCE = 15;

/** `audienceSize`: subscribers of the channel, or participants of the topic. */
export function canMentionWildcard(
  user: PolicyUser,
  audienceSize: number,
  canMentionManyUsersGroup: number,
  groups: GroupGraph,
): boolean {
  return audienceSize <= LARGEST_FREE_WILDCARD_AUDIENCE || groups.isMember(canMentionManyUsersGroup, user);
}
