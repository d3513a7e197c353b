import { updateSettings } from '@stoa/contracts/users';
import { AArrowDown, AArrowUp, Monitor, Moon, Sun } from 'lucide-react';
import { call } from '../api/client';
import { act } from '../client/act';
import type { Appearance } from '../client/appearance';
import { type Client, useClient, useClientState } from '../client/client';
import { changed } from '../store/apply';
import { t } from '../strings/strings';
import { MenuItem } from '../ui/menu';

const THEMES = [
  { scheme: 1, icon: Monitor, text: 'menu.themeAutomatic' },
  { scheme: 3, icon: Sun, text: 'menu.themeLight' },
  { scheme: 2, icon: Moon, text: 'menu.themeDark' },
] as const;

/** Sizes of text (px) that the settings offer. */
const SMALLEST_PX = 12;
const LARGEST_PX = 20;

type Change = Partial<Pick<Appearance, 'color_scheme' | 'web_font_size_px'>>;

/** Shown at once, and taken back when the service refuses. */
function setAppearance({ store }: Client, change: Change): void {
  const { color_scheme, web_font_size_px } = store.get().settings;
  const show = (look: Change): void =>
    store.update((state) => changed(state, (draft) => draft.set('settings', { ...state.settings, ...look })));
  show(change);
  void act(() => call(updateSettings, change), { undo: () => show({ color_scheme, web_font_size_px }) });
}

/** The themes that are not in use. */
function ThemeItems() {
  const client = useClient();
  const scheme = useClientState((state) => state.settings.color_scheme);
  return THEMES.filter((theme) => theme.scheme !== scheme).map((theme) => (
    <MenuItem
      key={theme.scheme}
      icon={theme.icon}
      onSelect={() => setAppearance(client, { color_scheme: theme.scheme })}
    >
      {t(theme.text)}
    </MenuItem>
  ));
}

/** Theme and size of the text: the menu stays open while the size is tried out. */
export function AppearanceItems() {
  const client = useClient();
  const size = useClientState((state) => state.settings.web_font_size_px);
  const setSize = (px: number): void => setAppearance(client, { web_font_size_px: px });
  return (
    <>
      <ThemeItems />
      <MenuItem icon={AArrowUp} staysOpen disabled={size >= LARGEST_PX} onSelect={() => setSize(size + 1)}>
        {t('menu.larger', { size: Math.min(size + 1, LARGEST_PX) })}
      </MenuItem>
      <MenuItem icon={AArrowDown} staysOpen disabled={size <= SMALLEST_PX} onSelect={() => setSize(size - 1)}>
        {t('menu.smaller', { size: Math.max(size - 1, SMALLEST_PX) })}
      </MenuItem>
    </>
  );
}
