import { RegisterRequest } from '@stoa/contracts/users';
import { PolicyUser } from '@stoa/policy';
import { UserSet } from '../../shared/user-set/user-set';
import { GroupSet } from './group-set';
import { AccountJson, CoreRow, RealmJson } from './register-rows';
import { ServerFacts } from '../../shared/realm-facts/server-facts';
import { Wanted } from './wanted';

/** What every section starts from. `account` and `user` are null for spectators. */
export interface RegisterState {
  request: RegisterRequest;
  wanted: Wanted;
  core: CoreRow;
  realm: RealmJson;
  account: AccountJson | null;
  user: PolicyUser | null;
  users: UserSet;
  groups: GroupSet;
  server: ServerFacts;
  /** Host of the organization, for dummy addresses. */
  host: string;
  /** Users that the viewer can access; null: all (users.md 3). */
  accessible: ReadonlySet<number> | null;
}

/** Spectators and guests have none of the permissions whose setting disallows everyone (organization.md 4.3). */
export function isMember(state: RegisterState, groupId: number): boolean {
  return state.user !== null && state.groups.graph.isMember(groupId, state.user);
}

/** What clients without `empty_topic_name` see instead of the empty topic (realtime.md 1.3). */
export const EMPTY_TOPIC_DISPLAY_NAME = 'general chat';

export function topicText(topic: string, request: Pick<RegisterRequest, 'client_capabilities'>): string {
  return topic === '' && !request.client_capabilities.empty_topic_name ? EMPTY_TOPIC_DISPLAY_NAME : topic;
}
