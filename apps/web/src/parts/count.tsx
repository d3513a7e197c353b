import { t } from '../strings/strings';
import './parts.css';

interface UnreadCountProps {
  count: number;
  isMention?: boolean;
  /** None of them asks for attention. */
  isFaded?: boolean;
  /** Only that there are some is seen. */
  isDot?: boolean;
}

/** A number of unread messages; nothing for none. */
export function UnreadCount({ count, isMention, isFaded, isDot }: UnreadCountProps) {
  if (count === 0) return null;
  return (
    <span
      className="unread-count"
      data-mention={isMention || undefined}
      data-faded={isFaded || undefined}
      data-dot={isDot || undefined}
    >
      <span aria-hidden="true">{!isDot && count}</span>
      <span className="visually-hidden">{t('unread.count', { count })}</span>
    </span>
  );
}
