import { t } from '../strings/strings';
import { Menu } from '../ui/menu';
import type { BarMenuProps } from './bar-menus';
import { HelpItems } from './help-items';

/** The menu of help, where the bar has room for its button. */
export default function HelpMenu(bar: BarMenuProps) {
  return (
    <Menu {...bar} label={t('frame.helpMenu')}>
      <HelpItems />
    </Menu>
  );
}
