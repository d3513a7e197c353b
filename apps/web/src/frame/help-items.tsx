import { Activity, Info, Keyboard, Search, Type } from 'lucide-react';
import { goTo } from '../client/location';
import { t } from '../strings/strings';
import { MenuItem, MenuLine } from '../ui/menu';

/** Ways to what helps (web-details.md A.1). */
export function HelpItems() {
  return (
    <>
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
    </>
  );
}
