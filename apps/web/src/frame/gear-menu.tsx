import {
  BookOpen,
  Bot,
  Building,
  Building2,
  Download,
  Hash,
  Languages,
  type LucideIcon,
  Settings,
  UserPlus,
  Users,
  UsersRound,
} from 'lucide-react';
import { type Client, useClient, useClientState } from '../client/client';
import {
  type KnownOrganization,
  addressOfOther,
  knownOrganizations,
  ownOrganization,
} from '../client/known-organizations';
import { install } from '../client/install';
import { goTo } from '../client/location';
import { useMedia } from '../client/media';
import { useSlice } from '../store/store';
import { t } from '../strings/strings';
import { Menu, MenuItem, MenuLine } from '../ui/menu';
import { AppearanceItems } from './appearance-items';
import { type BarMenuProps, WITHOUT_HELP } from './bar-menus';
import { type GearPlace, gearPlaces } from './gear-places';
import { HelpItems } from './help-items';

/** Served by the gateway, for those who write programs. */
const API_REFERENCE = '/api/docs';

const ICONS: Readonly<Record<string, LucideIcon>> = {
  '#channels/subscribed': Hash,
  '#groups/your': UsersRound,
  '#organization': Building2,
  '#organization/users': Users,
  '#organization/bots': Bot,
  '#invite': UserPlus,
};

function isSamePlaces(a: readonly GearPlace[], b: readonly GearPlace[]): boolean {
  return a.length === b.length && a.every(({ address }, position) => address === b[position]?.address);
}

function goToOther({ store }: Client, other: KnownOrganization): void {
  location.assign(addressOfOther(other, ownOrganization(store.get())));
}

/** Ways to what is set up, for oneself and for all (web-details.md A.1). */
export default function GearMenu(bar: BarMenuProps) {
  const client = useClient();
  const organization = useClientState((state) => state.organization.realm_name);
  const places = useClientState(gearPlaces, isSamePlaces);
  const hasNoHelpMenu = useMedia(WITHOUT_HELP);
  const askToInstall = useSlice(install, (value) => value);
  const others = useSlice(knownOrganizations, (value) => value);
  return (
    <Menu {...bar} label={t('frame.gearMenu')}>
      <p className="menu-label">
        <bdi>{organization}</bdi> · {location.host}
      </p>
      {places.map(({ text, address }) => (
        <MenuItem key={address} icon={ICONS[address] ?? Settings} onSelect={() => goTo(address)}>
          {t(text)}
        </MenuItem>
      ))}
      <MenuItem icon={BookOpen} onSelect={() => window.open(API_REFERENCE, '_blank', 'noopener')}>
        {t('menu.apiReference')}
      </MenuItem>
      {askToInstall && (
        <MenuItem icon={Download} onSelect={askToInstall}>
          {t('menu.install')}
        </MenuItem>
      )}
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
      {hasNoHelpMenu && (
        <>
          <MenuLine />
          <HelpItems />
        </>
      )}
    </Menu>
  );
}
