import type { State } from '../store/state';
import { userOf } from '../store/users';
import { Avatar } from '../ui/avatar';
import type { Pill } from '../ui/pill-picker';

/** A user as a pill, with a picture. */
export function personPill(state: Pick<State, 'users'>, userId: number): Pill {
  const user = userOf(state, userId);
  return {
    key: `user ${userId}`,
    text: user.full_name,
    note: user.delivery_email ?? undefined,
    picture: <Avatar userId={userId} name={user.full_name} url={user.avatar_url} size={1.25} />,
  };
}
