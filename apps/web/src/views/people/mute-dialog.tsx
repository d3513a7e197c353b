import { useClient, useClientState } from '../../client/client';
import { userOf } from '../../store/users';
import { tp } from '../../strings/people-strings';
import { Confirm } from '../../ui/confirm';
import { setMuted } from '../../parts/people-actions';

/** Asks before somebody is muted, and says what that means. */
export function MuteDialog({ userId, onClose }: { userId: number; onClose: () => void }) {
  const client = useClient();
  const name = useClientState((state) => userOf(state, userId).full_name);
  return (
    <Confirm
      title={tp('mute.title', { name })}
      action={tp('mute.confirm')}
      onClose={onClose}
      onConfirm={() => {
        onClose();
        void setMuted(client, userId, true);
      }}
    >
      <p>{tp('mute.text', { name })}</p>
    </Confirm>
  );
}
