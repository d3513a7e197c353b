import type { MouseEvent } from 'react';
import { useClient } from '../client/client';
import { t } from '../strings/strings';
import { UnreadCount } from './count';
import { markConversationsRead } from './mark-conversation';

interface ReadButtonProps {
  /** What the conversation is called. */
  name: string;
  /** Ids of its unread messages. */
  unread: readonly number[];
  isMention?: boolean;
}

/** The number of unread messages of a conversation; pressing it marks them as read, which can be taken back. */
export function ReadButton({ name, unread, isMention }: ReadButtonProps) {
  const client = useClient();
  if (unread.length === 0) return null;
  const label = t('unread.markRead', { name, count: unread.length });
  const mark = (event: MouseEvent): void => {
    event.preventDefault();
    markConversationsRead(client, unread);
  };
  return (
    <button type="button" className="read-button" aria-label={label} title={label} onClick={mark}>
      <UnreadCount count={unread.length} isMention={isMention} />
    </button>
  );
}
