import { AArrowDown, AArrowUp, Monitor, Moon, Sun } from 'lucide-react';
import { useClient, useClientState } from '../client/client';
import { setQuickly } from '../parts/quick-settings';
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

/** The themes that are not in use. */
function ThemeItems() {
  const client = useClient();
  const scheme = useClientState((state) => state.settings.color_scheme);
  return THEMES.filter((theme) => theme.scheme !== scheme).map((theme) => (
    <MenuItem key={theme.scheme} icon={theme.icon} onSelect={() => setQuickly(client, { color_scheme: theme.scheme })}>
      {t(theme.text)}
    </MenuItem>
  ));
}

/** Theme and size of the text: the menu stays open while the size is tried out. */
export function AppearanceItems() {
  const client = useClient();
  const size = useClientState((state) => state.settings.web_font_size_px);
  const setSize = (px: number): void => setQuickly(client, { web_font_size_px: px });
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
