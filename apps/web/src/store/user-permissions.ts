import { decideDirectMessage } from '@stoa/policy';
import { directKey } from './conversation';
import { policyUserOf, SettingGroups } from './standing';
import type { State } from './state';

/** Whether direct messages between the user and these people are allowed, and may begin (messages.md 5). */
export function directMessageDecision(state: State, userIds: readonly number[]) {
  const groups = new SettingGroups(state);
  const { realm_direct_message_permission_group, realm_direct_message_initiator_group } = state.organization;
  return decideDirectMessage({
    sender: policyUserOf(state, state.userId),
    others: userIds.filter((id) => id !== state.userId).map((id) => policyUserOf(state, id)),
    hasEarlierMessages: state.recentDirects.has(directKey(userIds, state.userId)),
    directMessagePermissionGroup: groups.idOf(realm_direct_message_permission_group),
    directMessageInitiatorGroup: groups.idOf(realm_direct_message_initiator_group),
    groups: groups.graph(),
  });
}

/** Whether the user may send somebody a direct message. */
export function mayWriteTo(state: State, userId: number): boolean {
  const user = state.users.get(userId);
  return user?.is_active === true && directMessageDecision(state, [userId]) === 'allowed';
}
