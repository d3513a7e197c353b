import { useEffect, useMemo, useRef, useState } from 'react';
import { failureText } from '../../client/act';
import { useClient, useClientState } from '../../client/client';
import { useCommands } from '../../client/commands';
import { narrowKey } from '../../narrow/terms';
import { Hint } from '../../parts/hint';
import { fullDayText } from '../../parts/moment-text';
import type { MessageWindow, State } from '../../store/state';
import { useSlice } from '../../store/store';
import { t } from '../../strings/strings';
import { Button } from '../../ui/button';
import { Problem } from '../../ui/problem';
import { useKeptFocus, useRowWalking } from '../../ui/use-row-walking';
import { resetFilters, shownChosen, switchesChosen } from './recent-choices';
import { type Column, PARTS, type RecentState, type Wanted, recentRows } from './recent-rows';
import { RecentTable } from './recent-table';
import { RecentTools } from './recent-tools';
import './recent.css';

/** Every message that the user received, also of what is muted. */
const ALL = [{ operator: 'in', operand: 'all' }] as const;
const KEY = narrowKey(ALL);
/** Messages of the first look, and of each further one. */
const FIRST = 300;
const BATCH = 1000;
/** Most that the service gives at once. */
const MOST = 5000;

/** The messages that the rows are made of: opened with the view, and again after a lost queue. */
function useRecentWindow() {
  const { loader } = useClient();
  const window = useClientState((state) => state.windows.get(KEY));
  const [failure, setFailure] = useState<string>();
  const [round, setRound] = useState(0);
  const isStale = window?.isStale === true;
  const held = useRef(FIRST);
  useEffect(() => {
    held.current = Math.min(Math.max(FIRST, window?.ids.length ?? 0), MOST);
  });
  useEffect(() => {
    let isCurrent = true;
    loader.open(ALL, 'newest', { before: held.current, keepsAll: true }).then(
      () => isCurrent && setFailure(undefined),
      (error: unknown) => isCurrent && setFailure(failureText(error)),
    );
    return () => {
      isCurrent = false;
    };
  }, [loader, isStale, round]);
  return { window, failure, again: () => setRound((count) => count + 1) };
}

function hasSameParts(a: RecentState, b: RecentState): boolean {
  return PARTS.every((part) => a[part] === b[part]);
}

function useRows(state: State, window: MessageWindow | undefined, wanted: Wanted) {
  return useMemo(() => {
    const messages = (window?.ids ?? []).flatMap((id) => state.messages.get(id) ?? []);
    return recentRows(state, messages, wanted);
  }, [state, window, wanted]);
}

/** How far back the rows go, and the way further back. */
function Further({ window }: { window: MessageWindow }) {
  const { loader } = useClient();
  const [problem, setProblem] = useState<string>();
  const oldest = useClientState((state) => state.messages.get(window.ids[0] ?? -1)?.timestamp);
  if (window.haveOldest) {
    return <p className="recent-foot">{t(window.historyLimited ? 'recent.limited' : 'recent.complete')}</p>;
  }
  const load = (): void => {
    setProblem(undefined);
    loader.grow(KEY, 'older', BATCH).catch((error: unknown) => setProblem(failureText(error)));
  };
  return (
    <div className="recent-foot">
      <p role="status">
        {window.fetchingOlder
          ? t('app.loading')
          : oldest !== undefined && t('recent.since', { date: fullDayText(oldest) })}
      </p>
      <Problem text={problem} />
      <Button disabled={window.fetchingOlder} onClick={load}>
        {t('recent.loadMore')}
      </Button>
    </div>
  );
}

function NoRows({ hasMessages, onReset }: { hasMessages: boolean; onReset: () => void }) {
  if (hasMessages) {
    return (
      <div className="empty">
        <h2 role="status">{t('recent.noneFits')}</h2>
        <Button onClick={onReset}>{t('recent.reset')}</Button>
      </div>
    );
  }
  return (
    <div className="empty">
      <h2>{t('recent.empty')}</h2>
      <p>
        <a href="#channels/all">{t('channels.browse', { count: 0 })}</a>
      </p>
    </div>
  );
}

function useWanted() {
  const [typed, setTyped] = useState('');
  const [order, setOrder] = useState<{ column: Column; isReversed: boolean }>({ column: 'time', isReversed: false });
  const shown = useSlice(shownChosen, (value) => value);
  const switches = useSlice(switchesChosen, (value) => value);
  const wanted = useMemo<Wanted>(() => ({ typed, shown, switches, ...order }), [typed, shown, switches, order]);
  const sort = (column: Column): void =>
    setOrder((last) => ({ column, isReversed: last.column === column && !last.isReversed }));
  return { wanted, setTyped, sort };
}

/** Conversations by their newest messages (web-details.md B). */
export default function RecentConversations() {
  const list = useRef<HTMLDivElement>(null);
  const { onKeyDown, enter } = useRowWalking(list);
  useKeptFocus(list);
  useCommands({ nextMessage: () => enter('first'), previousMessage: () => enter('last') });
  const { window, failure, again } = useRecentWindow();
  const { wanted, setTyped, sort } = useWanted();
  const state = useClientState((current) => current, hasSameParts);
  const rows = useRows(state, window, wanted);
  const isOpening = window === undefined || (window.ids.length === 0 && window.fetchingNewer);
  return (
    <>
      <Hint step="intro_recent_view_modal" text="hint.recent" />
      <div ref={list} className="recent" onKeyDown={onKeyDown}>
        <RecentTools typed={wanted.typed} onType={setTyped} />
        {failure !== undefined && (
          <div className="empty" role="alert">
            <p>{failure}</p>
            <Button onClick={again}>{t('failure.retry')}</Button>
          </div>
        )}
        {isOpening && failure === undefined && <div className="messages-loading">{t('app.loading')}</div>}
        {!isOpening && rows.length > 0 && <RecentTable rows={rows} wanted={wanted} onSort={sort} />}
        {!isOpening && rows.length === 0 && (
          <NoRows
            hasMessages={window.ids.length > 0}
            onReset={() => {
              setTyped('');
              resetFilters();
            }}
          />
        )}
        {!isOpening && window.ids.length > 0 && <Further window={window} />}
      </div>
    </>
  );
}
