import { updateSettings } from '@stoa/contracts/users';
import { Building2, Hash, Monitor, Moon, Settings, Sun, Users, UsersRound } from 'lucide-react';
import { call } from '../api/client';
import { act } from '../client/act';
import { type Client, useClient, useClientState } from '../client/client';
import { goTo } from '../client/location';
import { changed } from '../store/apply';
import { userOf } from '../store/users';
import { t } from '../strings/strings';
import { Menu, MenuItem, MenuLine } from '../ui/menu';
import type { BarMenuProps } from './bar-menus';

const THEMES = [
  { scheme: 1, icon: Monitor, text: 'menu.themeAutomatic' },
  { scheme: 3, icon: Sun, text: 'menu.themeLight' },
  { scheme: 2, icon: Moon, text: 'menu.themeDark' },
] as const;

/** Shown at once, and taken back when the service refuses. */
function setTheme({ store }: Client, color_scheme: number): void {
  const before = store.get().settings.color_scheme;
  const show = (scheme: number): void =>
    store.update((state) =>
      changed(state, (draft) => draft.set('settings', { ...state.settings, color_scheme: scheme })),
    );
  show(color_scheme);
  void act(() => call(updateSettings, { color_scheme }), { undo: () => show(before) });
}

/** Ways to what is set up, for oneself and for all (web-details.md A.1). */
export default function GearMenu(bar: BarMenuProps) {
  const client = useClient();
  const organization = useClientState((state) => state.organization.realm_name);
  const isGuest = useClientState((state) => userOf(state, state.userId).is_guest);
  const scheme = useClientState((state) => state.settings.color_scheme);
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
      <MenuLine />
      {THEMES.filter((theme) => theme.scheme !== scheme).map((theme) => (
        <MenuItem key={theme.scheme} icon={theme.icon} onSelect={() => setTheme(client, theme.scheme)}>
          {t(theme.text)}
        </MenuItem>
      ))}
    </Menu>
  );
}
