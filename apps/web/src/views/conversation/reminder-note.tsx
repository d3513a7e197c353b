import { dayAndTimeText } from '../../parts/moment-text';
import { t } from '../../strings/strings';

/** Says when the user will be reminded of a message, next (web-details.md C.1). @param at seconds since 1970 */
export function ReminderNote({ at }: { at: number }) {
  return (
    <a className="message-mark" href="#reminders">
      {t('message.reminder', { when: dayAndTimeText(at) })}
    </a>
  );
}
