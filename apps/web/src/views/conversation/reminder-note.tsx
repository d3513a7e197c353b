import { useClientState } from '../../client/client';
import { dayAndTimeText } from '../../parts/moment-text';
import { t } from '../../strings/strings';

/** Says when the user will be reminded of a message, next (web-details.md C.1). */
export function ReminderNote({ messageId }: { messageId: number }) {
  const at = useClientState(({ reminders }) => {
    let next: number | undefined;
    for (const { reminder_target_message_id: target, scheduled_delivery_timestamp: due } of reminders.values()) {
      if (target === messageId && (next === undefined || due < next)) next = due;
    }
    return next;
  });
  if (at === undefined) return null;
  return (
    <a className="message-mark" href="#reminders">
      {t('message.reminder', { when: dayAndTimeText(at) })}
    </a>
  );
}
