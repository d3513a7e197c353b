import { unsubscribeFrom } from '../../parts/channel-actions';
import { useSlice } from '../../store/store';
import { tc } from '../../strings/channels-strings';
import { Confirm } from '../../ui/confirm';
import { leaving } from './leaving';

/** Asks before somebody leaves a private channel. */
export function LeaveDialog() {
  const channel = useSlice(leaving, (value) => value);
  if (!channel) return null;
  const close = (): void => leaving.set(undefined);
  return (
    <Confirm
      title={tc('leave.title', { channel: channel.name })}
      action={tc('channel.unsubscribe')}
      isDanger
      onClose={close}
      onConfirm={() => {
        unsubscribeFrom(channel);
        close();
      }}
    >
      <p>{tc('leave.text')}</p>
    </Confirm>
  );
}
