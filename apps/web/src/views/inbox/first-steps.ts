import { privaciesToMake } from '../../store/channel-permissions';
import { mayInvite } from '../../store/invitation-permissions';
import type { State } from '../../store/state';

type FirstStep = 'channel' | 'invite';

/** What somebody may begin with who is alone in the organization (web-details.md K); nothing where others are. */
export function firstSteps(state: State): readonly FirstStep[] {
  const { users, userId } = state;
  const hasOthers = [...users.values()].some((user) => user.user_id !== userId && user.is_active && !user.is_bot);
  if (hasOthers) return [];
  return [
    ...(privaciesToMake(state).length > 0 ? (['channel'] as const) : []),
    ...(mayInvite(state) ? (['invite'] as const) : []),
  ];
}
