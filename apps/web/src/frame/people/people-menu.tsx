import { EllipsisVertical, UserPlus } from 'lucide-react';
import { useClient, useClientState } from '../../client/client';
import { goTo } from '../../client/location';
import { setQuickly } from '../../parts/quick-settings';
import { mayInvite } from '../../store/invitation-permissions';
import { tp } from '../../strings/people-strings';
import { IconButton } from '../../ui/button';
import { Menu, MenuChoices, MenuItem, MenuLine } from '../../ui/menu';
import { PeopleStyle } from './people-style';

const STYLES = Object.values(PeopleStyle);

/** How people are listed, and the way to invite more. */
export function PeopleMenu() {
  const client = useClient();
  const style = useClientState((state) => state.settings.user_list_style);
  const isInviting = useClientState(mayInvite);
  return (
    <Menu
      label={tp('people.menu')}
      trigger={
        <IconButton label={tp('people.menu')}>
          <EllipsisVertical size="1rem" aria-hidden="true" />
        </IconButton>
      }
    >
      <MenuChoices
        label={tp('people.style')}
        value={String(style)}
        choices={STYLES.map((value) => ({ value: String(value), text: tp(`people.style.${value}`) }))}
        onChoose={(chosen) => setQuickly(client, { user_list_style: Number(chosen) })}
      />
      {isInviting && (
        <>
          <MenuLine />
          <MenuItem icon={UserPlus} onSelect={() => goTo('#invite')}>
            {tp('invite.title')}
          </MenuItem>
        </>
      )}
    </Menu>
  );
}
