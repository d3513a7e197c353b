import { unmuteUser } from '@stoa/contracts/users';
import { call } from '../../api/client';
import { act } from '../../client/act';
import { useClient, useClientState } from '../../client/client';
import { changed } from '../../store/apply';
import { userOf } from '../../store/users';
import { languageInUse } from '../../strings/strings';
import { ts } from '../../strings/settings-strings';
import { Avatar } from '../../ui/avatar';
import { Button } from '../../ui/button';
import { FilteredList } from './parts';

/** People whose messages are hidden. */
export function MutedUsersPage() {
  const { store } = useClient();
  const muted = useClientState((state) => state.mutedUsers);
  const users = useClientState((state) => state.users);
  const rows = [...muted]
    .map(([id, since]) => ({ user: userOf({ users }, id), since }))
    .sort((a, b) => b.since - a.since);
  const unmute = (id: number): void => {
    store.update((state) => changed(state, (draft) => draft.write('mutedUsers').delete(id)));
    void act(() => call(unmuteUser, { muted_user_id: id }), {
      undo: () => store.update((state) => changed(state, (draft) => draft.set('mutedUsers', muted))),
    });
  };
  const date = new Intl.DateTimeFormat(languageInUse(), { dateStyle: 'medium' });
  return (
    <>
      <p>{ts('mutedUsers.about')}</p>
      <FilteredList
        items={rows}
        textOf={({ user }) => user.full_name}
        keyOf={({ user }) => user.user_id}
        label={ts('page.mutedUsers')}
        empty={ts('mutedUsers.empty')}
      >
        {({ user, since }) => (
          <>
            <Avatar userId={user.user_id} name={user.full_name} url={user.avatar_url} size={1.75} />
            <span className="item-text">
              <bdi>{user.full_name}</bdi>
              <span className="setting-hint">{ts('mutedUsers.since', { date: date.format(since * 1000) })}</span>
            </span>
            <Button onClick={() => unmute(user.user_id)}>{ts('mutedUsers.unmute')}</Button>
          </>
        )}
      </FilteredList>
    </>
  );
}
