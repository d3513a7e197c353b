import { useClient } from '../../client/client';
import { undelivered } from '../../outbox/outbox';
import { useSlice } from '../../store/store';
import { tp } from '../../strings/people-strings';
import { t } from '../../strings/strings';
import { Confirm } from '../../ui/confirm';

/** Asks before messages that the service does not have are given up. */
export function SignOutDialog({ onClose }: { onClose: () => void }) {
  const { outbox, signOut } = useClient();
  const count = useSlice(outbox.messages, undelivered);
  const confirm = (): void => {
    onClose();
    void signOut();
  };
  return (
    <Confirm title={tp('signOut.title')} action={t('frame.signOut')} isDanger onConfirm={confirm} onClose={onClose}>
      <p>{count > 0 ? tp('signOut.text', { count }) : tp('signOut.delivered')}</p>
    </Confirm>
  );
}
