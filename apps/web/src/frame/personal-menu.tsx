import {
  Eye,
  EyeOff,
  LogOut,
  MessageCircle,
  Send,
  Settings,
  Smile,
  SmilePlus,
  UserPlus,
  UserRound,
  Users,
} from 'lucide-react';
import { type Client, namesOf, useClient, useClientState } from '../client/client';
import { goTo } from '../client/location';
import { narrowAddress } from '../narrow/address';
import { directNarrow } from '../narrow/terms';
import { undelivered } from '../outbox/outbox';
import { clearStatus, hasStatus, setInvisible } from '../parts/people-actions';
import { peopleDialog } from '../parts/people-cards';
import { roleText } from '../parts/role-text';
import { mayInvite } from '../store/invitation-permissions';
import { userOf } from '../store/users';
import { tp } from '../strings/people-strings';
import { t } from '../strings/strings';
import { Menu, MenuItem, MenuLine } from '../ui/menu';
import { AppearanceItems } from './appearance-items';
import type { BarMenuProps } from './bar-menus';

function StatusItems() {
  const client = useClient();
  const isSet = useClientState((state) => hasStatus(state, state.userId));
  const isVisible = useClientState((state) => state.settings.presence_enabled);
  return (
    <>
      <MenuItem icon={SmilePlus} onSelect={() => peopleDialog.set({ kind: 'status' })}>
        {isSet ? tp('status.edit') : tp('status.set')}
      </MenuItem>
      {isSet && (
        <MenuItem icon={Smile} onSelect={clearStatus}>
          {tp('status.clear')}
        </MenuItem>
      )}
      <MenuItem icon={isVisible ? EyeOff : Eye} onSelect={() => setInvisible(client, isVisible)}>
        {isVisible ? tp('invisible.on') : tp('invisible.off')}
      </MenuItem>
    </>
  );
}

function PlaceItems() {
  const { store } = useClient();
  const state = store.get();
  const names = namesOf(state);
  const isGuest = userOf(state, state.userId).is_guest;
  const isInviting = mayInvite(state);
  return (
    <>
      <MenuItem icon={UserRound} onSelect={() => goTo(`#user/${state.userId}`)}>
        {tp('card.ownProfile')}
      </MenuItem>
      <MenuItem icon={MessageCircle} onSelect={() => goTo(narrowAddress(directNarrow([state.userId]), names))}>
        {tp('menu.self')}
      </MenuItem>
      <MenuItem
        icon={Send}
        onSelect={() => goTo(narrowAddress([{ operator: 'sender', operand: state.userId }], names))}
      >
        {tp('menu.sent')}
      </MenuItem>
      {!isGuest && (
        <MenuItem icon={Users} onSelect={() => goTo('#groups')}>
          {tp('groups.title')}
        </MenuItem>
      )}
      {isInviting && (
        <MenuItem icon={UserPlus} onSelect={() => goTo('#invite')}>
          {tp('invite.title')}
        </MenuItem>
      )}
      <MenuItem icon={Settings} onSelect={() => goTo('#settings')}>
        {t('settings.open')}
      </MenuItem>
    </>
  );
}

/** Signing out gives up what is on its way, so whoever has written something is asked first. */
function askToSignOut(client: Client): void {
  if (undelivered(client.outbox.messages.get()) > 0) peopleDialog.set({ kind: 'signOut' });
  else void client.signOut();
}

/** What is about oneself: status, own messages, settings, the way out (web-details.md A.1). */
export default function PersonalMenu(bar: BarMenuProps) {
  const client = useClient();
  const own = useClientState((state) => userOf(state, state.userId));
  return (
    <Menu {...bar} label={t('frame.personalMenu')}>
      <p className="menu-label">
        <bdi>{own.full_name}</bdi> · {roleText(own.role)}
      </p>
      <StatusItems />
      <MenuLine />
      <PlaceItems />
      <MenuLine />
      <AppearanceItems />
      <MenuLine />
      <MenuItem icon={LogOut} onSelect={() => askToSignOut(client)}>
        {t('frame.signOut')}
      </MenuItem>
    </Menu>
  );
}
