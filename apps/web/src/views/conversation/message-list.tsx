import { useEffect, useLayoutEffect, useMemo, useRef, useState } from 'react';
import { VList, type VListHandle } from 'virtua';
import { useClient, useClientState } from '../../client/client';
import { type Narrow, narrowKey } from '../../narrow/terms';
import type { Message } from '../../store/message';
import type { MessageWindow } from '../../store/state';
import { languageInUse, t } from '../../strings/strings';
import { isShown } from '../../windows/contains';
import { ConversationHeader } from './conversation-header';
import { MessageRow } from './message-row';
import { type Row, rowsOf } from './message-rows';

/** Fewer rows than this beyond the edge of the screen: more are fetched. */
const NEAR_EDGE_ROWS = 30;
/** The end counts as seen when it is nearer than this, in pixels. */
const END_PIXELS = 24;

function dayText(seconds: number): string {
  return new Intl.DateTimeFormat(languageInUse(), { weekday: 'long', day: 'numeric', month: 'long' }).format(
    seconds * 1000,
  );
}

function RowView({ row }: { row: Row }) {
  switch (row.kind) {
    case 'header':
      return <ConversationHeader message={row.message} />;
    case 'day':
      return (
        <div className="day" role="separator">
          <span>{dayText(row.time)}</span>
        </div>
      );
    case 'message':
      return <MessageRow message={row.message} showsSender={row.showsSender} />;
  }
}

function useShownMessages(narrow: Narrow, window: MessageWindow): readonly Message[] {
  const messages = useClientState((state) => state.messages);
  const mutedUsers = useClientState((state) => state.mutedUsers);
  const userTopics = useClientState((state) => state.userTopics);
  const { store } = useClient();
  return useMemo(() => {
    const state = { ...store.get(), messages, mutedUsers, userTopics };
    return window.ids
      .map((id) => messages.get(id))
      .filter((message) => message !== undefined)
      .filter((message) => isShown(state, narrow, message));
  }, [store, messages, mutedUsers, userTopics, narrow, window.ids]);
}

/** Whether the last change of the list put rows above the ones that were there. */
function useHasGrownUpwards(firstId: number | undefined, count: number): boolean {
  const [last, setLast] = useState({ firstId, count, hasGrown: false });
  if (last.firstId === firstId && last.count === count) return last.hasGrown;
  const hasGrown = firstId !== undefined && last.firstId !== undefined && firstId < last.firstId;
  setLast({ firstId, count, hasGrown });
  return hasGrown;
}

interface MessageListProps {
  narrow: Narrow;
  window: MessageWindow;
  /** The message to begin at; the newest unless given. */
  anchor?: number;
  /** The newest end of the conversation is on screen. */
  onEndSeen: () => void;
}

/** The messages of a window, of which only those on and near the screen are in the page. */
export function MessageList({ narrow, window, anchor, onEndSeen }: MessageListProps) {
  const { loader } = useClient();
  const list = useRef<VListHandle>(null);
  const isAtEnd = useRef(true);
  const messages = useShownMessages(narrow, window);
  const rows = useMemo(() => rowsOf(narrow, messages), [narrow, messages]);
  const start = useRef<number | 'end' | undefined>(undefined);
  const firstId = messages[0]?.id;
  const hasGrownUpwards = useHasGrownUpwards(firstId, rows.length);

  useLayoutEffect(() => {
    const place = anchor ?? 'end';
    if (rows.length === 0 || start.current === place) return;
    start.current = place;
    const position = rows.findIndex((row) => row.kind === 'message' && row.message.id >= (anchor ?? Infinity));
    list.current?.scrollToIndex(position < 0 ? rows.length - 1 : position, { align: position < 0 ? 'end' : 'start' });
    isAtEnd.current = position < 0;
  }, [rows, anchor]);

  useEffect(() => {
    // New messages stay in sight of whoever reads the end.
    if (isAtEnd.current && window.haveNewest) list.current?.scrollToIndex(rows.length - 1, { align: 'end' });
  }, [rows.length, window.haveNewest]);

  const onScroll = (offset: number): void => {
    const handle = list.current;
    if (!handle) return;
    const key = narrowKey(narrow);
    isAtEnd.current = offset + handle.viewportSize >= handle.scrollSize - END_PIXELS;
    if (isAtEnd.current && window.haveNewest) onEndSeen();
    if (handle.findItemIndex(offset) < NEAR_EDGE_ROWS) loader.grow(key, 'older').catch(reportError);
    const last = handle.findItemIndex(offset + handle.viewportSize);
    if (rows.length - last < NEAR_EDGE_ROWS) loader.grow(key, 'newer').catch(reportError);
  };

  return (
    <div className="messages" role="feed" aria-label={t('messages.list')} aria-busy={window.fetchingOlder}>
      <VList ref={list} shift={hasGrownUpwards} onScroll={onScroll} bufferSize={900}>
        {rows.map((row) => (
          <RowView key={row.key} row={row} />
        ))}
      </VList>
    </div>
  );
}
