import { t } from '../strings/strings';
import './parts.css';

/** A number of unread messages; nothing for none. */
export function UnreadCount({ count, isMention }: { count: number; isMention?: boolean }) {
  if (count === 0) return null;
  return (
    <span className="unread-count" data-mention={isMention || undefined}>
      <span aria-hidden="true">{count}</span>
      <span className="visually-hidden">{t('unread.count', { count })}</span>
    </span>
  );
}
