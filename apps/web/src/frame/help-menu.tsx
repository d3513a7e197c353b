import { Activity, Info, Keyboard, Search, Type } from 'lucide-react';
import { goTo } from '../client/location';
import { t } from '../strings/strings';
import { Menu, MenuItem, MenuLine } from '../ui/menu';
import type { BarMenuProps } from './bar-menus';

/** Ways to what helps (web-details.md A.1). */
export default function HelpMenu(bar: BarMenuProps) {
  return (
    <Menu {...bar} label={t('frame.helpMenu')}>
      <MenuItem icon={Keyboard} shortcut="?" onSelect={() => goTo('#keyboard-shortcuts')}>
        {t('help.keys')}
      </MenuItem>
      <MenuItem icon={Type} onSelect={() => goTo('#message-formatting')}>
        {t('menu.formatting')}
      </MenuItem>
      <MenuItem icon={Search} onSelect={() => goTo('#search-operators')}>
        {t('menu.searchFilters')}
      </MenuItem>
      <MenuLine />
      <MenuItem icon={Activity} onSelect={() => goTo('#connection')}>
        {t('menu.connection')}
      </MenuItem>
      <MenuItem icon={Info} onSelect={() => goTo('#about')}>
        {t('menu.about', { name: t('app.name') })}
      </MenuItem>
    </Menu>
  );
}
