import { Bell, BellOff, CheckCheck, Link2, UserRound } from 'lucide-react';
import { useClient, useClientState } from '../../../client/client';
import { goTo } from '../../../client/location';
import { directAddress } from '../../../parts/addresses';
import { copyAddress } from '../../../parts/copy-address';
import { markConversationsRead } from '../../../parts/mark-conversation';
import { setMuted } from '../../../parts/people-actions';
import { peopleDialog } from '../../../parts/people-cards';
import { type DirectKey, usersOf } from '../../../store/conversation';
import { userOf } from '../../../store/users';
import { tc } from '../../../strings/channels-strings';
import { MenuItem } from '../../../ui/menu';

/** What one can do with a direct conversation. */
export function DirectItems({ directKey }: { directKey: DirectKey }) {
  const client = useClient();
  const state = useClientState((whole) => whole);
  const unread = state.unreadDirects.get(directKey)?.ids ?? [];
  const [userId, ...more] = usersOf(directKey);
  const isOther = more.length === 0 && userId !== undefined && userId !== state.userId;
  const isMuted = isOther && state.mutedUsers.has(userId);
  return (
    <>
      {unread.length > 0 && (
        <MenuItem icon={CheckCheck} onSelect={() => markConversationsRead(client, unread)}>
          {tc('menu.markRead')}
        </MenuItem>
      )}
      <MenuItem icon={Link2} onSelect={() => copyAddress(directAddress(state, directKey))}>
        {tc('menu.copyLink')}
      </MenuItem>
      {isOther && (
        <MenuItem icon={UserRound} onSelect={() => goTo(`#user/${userId}`)}>
          {tc('menu.viewProfile')}
        </MenuItem>
      )}
      {isOther && (
        <MenuItem
          icon={isMuted ? Bell : BellOff}
          onSelect={() => (isMuted ? void setMuted(client, userId, false) : peopleDialog.set({ kind: 'mute', userId }))}
        >
          {tc(isMuted ? 'menu.unmutePerson' : 'menu.mutePerson', { name: userOf(state, userId).full_name })}
        </MenuItem>
      )}
    </>
  );
}
