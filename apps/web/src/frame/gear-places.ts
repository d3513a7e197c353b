import { mayInvite } from '../store/invitation-permissions';
import type { State } from '../store/state';
import { userOf } from '../store/users';
import type { StringKey } from '../strings/strings';

/** Where the gear menu leads. */
export interface GearPlace {
  readonly text: StringKey;
  readonly address: string;
}

/** What the user may go to, in the order of the menu (web-details.md A.1); statistics do not exist. */
export function gearPlaces(state: Pick<State, 'users' | 'userId' | 'groups' | 'organization'>): readonly GearPlace[] {
  const isGuest = userOf(state, state.userId).is_guest;
  const groups: GearPlace = { text: 'menu.groups', address: '#groups/your' };
  const bots: GearPlace = { text: 'menu.bots', address: '#organization/bots' };
  return [
    { text: 'settings.open', address: '#settings' },
    { text: 'menu.channels', address: '#channels/subscribed' },
    ...(isGuest ? [] : [groups]),
    { text: 'menu.organizationSettings', address: '#organization' },
    { text: 'menu.people', address: '#organization/users' },
    ...(isGuest ? [] : [bots]),
    ...(mayInvite(state) ? [{ text: 'menu.invite', address: '#invite' } as const] : []),
  ];
}
