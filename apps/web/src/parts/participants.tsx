import { useClientState } from '../client/client';
import { userOf } from '../store/users';
import { t } from '../strings/strings';
import { Avatar } from '../ui/avatar';
import './parts.css';

/** Most pictures of a row; the rest is a number. */
const MOST_PICTURES = 4;
/** In rem. */
const PICTURE_SIZE = 1.5;

/** Who takes part, the last to write first. */
export function Participants({ ids }: { ids: readonly number[] }) {
  const users = useClientState((state) => state.users);
  const mutedUsers = useClientState((state) => state.mutedUsers);
  const people = ids.map((id) => ({
    ...userOf({ users }, id),
    ...(mutedUsers.has(id) ? { full_name: t('user.muted'), avatar_url: null } : {}),
  }));
  const names = people.map(({ full_name }) => full_name).join(', ');
  const more = people.length - MOST_PICTURES;
  return (
    <span className="participants" role="img" aria-label={names} title={names}>
      {people.slice(0, MOST_PICTURES).map(({ user_id, full_name, avatar_url }) => (
        <Avatar key={user_id} userId={user_id} name={full_name} url={avatar_url} size={PICTURE_SIZE} />
      ))}
      {more > 0 && <span>+{more}</span>}
    </span>
  );
}
