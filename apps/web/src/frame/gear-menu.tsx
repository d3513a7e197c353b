import { BookOpen, Building, Building2, Hash, Languages, Settings, UserPlus, Users, UsersRound } from 'lucide-react';
import { type Client, useClient, useClientState } from '../client/client';
import {
  type KnownOrganization,
  addressOfOther,
  knownOrganizations,
  ownOrganization,
} from '../client/known-organizations';
import { goTo } from '../client/location';
import { mayInvite } from '../store/invitation-permissions';
import { useSlice } from '../store/store';
import { userOf } from '../store/users';
import { t } from '../strings/strings';
import { Menu, MenuItem, MenuLine } from '../ui/menu';
import { AppearanceItems } from './appearance-items';
import type { BarMenuProps } from './bar-menus';

/** Served by the gateway, for those who write programs. */
const API_REFERENCE = '/api/docs';

function goToOther({ store }: Client, other: KnownOrganization): void {
  location.assign(addressOfOther(other, ownOrganization(store.get())));
}

/** Ways to what is set up, for oneself and for all (web-details.md A.1). */
export default function GearMenu(bar: BarMenuProps) {
  const client = useClient();
  const organization = useClientState((state) => state.organization.realm_name);
  const isGuest = useClientState((state) => userOf(state, state.userId).is_guest);
  const isInviting = useClientState(mayInvite);
  const others = useSlice(knownOrganizations, (value) => value);
  return (
    <Menu {...bar} label={t('frame.gearMenu')}>
      <p className="menu-label">
        <bdi>{organization}</bdi> · {location.host}
      </p>
      <MenuItem icon={Settings} onSelect={() => goTo('#settings')}>
        {t('settings.open')}
      </MenuItem>
      <MenuItem icon={Hash} onSelect={() => goTo('#channels/subscribed')}>
        {t('menu.channels')}
      </MenuItem>
      {!isGuest && (
        <MenuItem icon={UsersRound} onSelect={() => goTo('#groups/your')}>
          {t('menu.groups')}
        </MenuItem>
      )}
      <MenuItem icon={Building2} onSelect={() => goTo('#organization')}>
        {t('menu.organizationSettings')}
      </MenuItem>
      <MenuItem icon={Users} onSelect={() => goTo('#organization/users')}>
        {t('menu.people')}
      </MenuItem>
      {isInviting && (
        <MenuItem icon={UserPlus} onSelect={() => goTo('#invite')}>
          {t('menu.invite')}
        </MenuItem>
      )}
      <MenuItem icon={BookOpen} onSelect={() => window.open(API_REFERENCE, '_blank', 'noopener')}>
        {t('menu.apiReference')}
      </MenuItem>
      <MenuLine />
      {others.map((other) => (
        <MenuItem key={other.origin} icon={Building} onSelect={() => goToOther(client, other)}>
          <bdi>{other.name}</bdi>
        </MenuItem>
      ))}
      <MenuItem icon={Building} onSelect={() => goTo('#organizations')}>
        {t('menu.organizations')}
      </MenuItem>
      <MenuLine />
      <AppearanceItems />
      <MenuItem icon={Languages} onSelect={() => goTo('#settings/preferences')}>
        {t('menu.appearance')}
      </MenuItem>
    </Menu>
  );
}
