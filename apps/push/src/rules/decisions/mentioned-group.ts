import { MentionedGroupFacts } from './facts';
import { MentionedGroup } from './triggers';

/** The smallest of the mentioned groups that has the user; of equal ones that with the lowest id. */
export function smallestGroup(groups: readonly MentionedGroupFacts[], userId: number): MentionedGroup | null {
  let smallest: MentionedGroupFacts | null = null;
  for (const group of groups) {
    if (!group.hasMember(userId)) continue;
    if (!smallest || group.size < smallest.size || (group.size === smallest.size && group.groupId < smallest.groupId)) {
      smallest = group;
    }
  }
  return smallest && { groupId: smallest.groupId, name: smallest.name };
}
