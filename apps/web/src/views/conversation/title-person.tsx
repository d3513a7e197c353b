import { useClientState } from '../../client/client';
import { PresenceMark } from '../../parts/presence-mark';
import { userOf } from '../../store/users';
import { tp } from '../../strings/people-strings';

/** Whether the one whom a conversation is with is there, and whether they are a guest (web.md 4). */
export default function TitlePerson({ userId }: { userId: number }) {
  const isGuest = useClientState((state) => userOf(state, userId).is_guest);
  const marksGuests = useClientState((state) => state.organization.realm_enable_guest_user_indicator);
  return (
    <>
      {isGuest && marksGuests && <span className="title-guest">{tp('people.guest')}</span>}
      <PresenceMark userId={userId} />
    </>
  );
}
