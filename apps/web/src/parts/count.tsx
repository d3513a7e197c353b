import { t } from '../strings/strings';
import './parts.css';

interface UnreadCountProps {
  count: number;
  isMention?: boolean;
  /** None of them asks for attention. */
  isFaded?: boolean;
  /** Only that there are some is seen. */
  isDot?: boolean;
  /** There are more than the service tells of. */
  isLeast?: boolean;
}

/** The number for who hears it. */
export function unreadText(count: number, isLeast = false): string {
  return t(isLeast ? 'unread.least' : 'unread.count', { count });
}

/** A number of unread messages; nothing for none. */
export function UnreadCount({ count, isMention, isFaded, isDot, isLeast }: UnreadCountProps) {
  if (count === 0) return null;
  return (
    <span
      className="unread-count"
      data-mention={isMention || undefined}
      data-faded={isFaded || undefined}
      data-dot={isDot || undefined}
    >
      <span aria-hidden="true">{!isDot && `${count}${isLeast ? '+' : ''}`}</span>
      <span className="visually-hidden">{unreadText(count, isLeast)}</span>
    </span>
  );
}
