import {
  type RefObject,
  createContext,
  memo,
  useContext,
  useEffect,
  useLayoutEffect,
  useMemo,
  useRef,
  useState,
} from 'react';
import { VList, type VListHandle } from 'virtua';
import { namesOf, useClient, useClientState } from '../../client/client';
import { selection } from '../../client/selection';
import { useToday } from '../../client/today';
import { entryPlaces, replaceAddress } from '../../client/location';
import { narrowAddress, topicsAddress } from '../../narrow/address';
import { type Narrow, narrowKey, operandOf, withoutPlace } from '../../narrow/terms';
import { dayHeading } from '../../parts/moment-text';
import type { Message } from '../../store/message';
import type { MessageWindow, State } from '../../store/state';
import { t } from '../../strings/strings';
import { useInPause } from '../../ui/late';
import { isShown } from '../../windows/contains';
import { isFull } from '../../windows/message-window';
import { AllMuted } from './empty-view';
import { ConversationHeader } from './conversation-header';
import { Arrivals } from './arrivals';
import { ListEnd, ListStart } from './list-ends';
import { ListNotes } from './list-notes';
import {
  afterMeasuring,
  beginningOffset,
  focusedIn,
  followEnd,
  placeOf,
  positionOf,
  scrollToPlace,
} from './list-place';
import { useLocalMessages } from './local-messages';
import { useSteadyFollow } from './use-steady-follow';
import { MessageRow } from './message-row';
import { type FeedPlaces, type Row, type RowOfMessage, placesOf, rowsOf, withEnds } from './message-rows';
import { useSubscriptionNotes, withNotes } from './subscription-notes';
import { useCopying } from './use-copying';
import { growNearEdge, growingEnd, useAway, useGrowing, useSentHere } from './use-list-ends';
import { useTopHeader } from './use-top-header';
import { useUnreadAbove } from './use-unread-above';
import { useWalking } from './use-walking';

function Day({ time }: { time: number }) {
  const now = useToday();
  return (
    <article className="day">
      <span>{dayHeading(time, now)}</span>
    </article>
  );
}

const Places = createContext<FeedPlaces>({ positions: new Map(), size: 0 });

function PlacedMessage({ row }: { row: RowOfMessage }) {
  const { positions, size } = useContext(Places);
  const position = positions.get(row.key);
  return (
    <MessageRow
      rowKey={row.key}
      message={row.message}
      showsSender={row.showsSender}
      local={row.local}
      position={position}
      setSize={position === undefined ? undefined : size}
    />
  );
}

const RowView = memo(function RowView({ row }: { row: Row }) {
  switch (row.kind) {
    case 'header':
      // A feed holds articles alone; the heading stands in one of its own.
      return (
        <article>
          <ConversationHeader message={row.message} />
        </article>
      );
    case 'day':
      return <Day time={row.time} />;
    case 'note':
      return (
        <article className="list-note-line">{t(row.isSubscribed ? 'flow.subscribed' : 'flow.unsubscribed')}</article>
      );
    case 'start':
      return <ListStart />;
    case 'end':
      return <ListEnd />;
    case 'message':
      return <PlacedMessage row={row} />;
  }
});

const drawn = (row: Row) => <RowView key={row.key} row={row} />;

/** With what the search found in it made visible. */
function marked(message: Message, matches: MessageWindow['matches']): Message {
  const match = matches?.get(message.id);
  return match ? { ...message, content: match.content } : message;
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
      .filter((message) => isShown(state, narrow, message))
      .map((message) => marked(message, window.matches));
  }, [store, messages, mutedUsers, userTopics, narrow, window.ids, window.matches]);
}

/** Whether the last change of the list put rows above the ones that were there. */
function useHasGrownUpwards(firstId: number | undefined, count: number): boolean {
  const [last, setLast] = useState({ firstId, count, hasGrown: false });
  if (last.firstId === firstId && last.count === count) return last.hasGrown;
  const hasGrown = firstId !== undefined && last.firstId !== undefined && firstId < last.firstId;
  setLast({ firstId, count, hasGrown });
  return hasGrown;
}

/** Milliseconds for which a view is open before its end counts as read: a glance reads nothing (web.md 2.14). */
const DWELL_MS = 500;

/** @returns what calls `onDwelt` when the view has been open for a while, at once from then on */
function useDwelt(onDwelt: () => void): () => void {
  const hasDwelt = useRef(false);
  const isDue = useRef(false);
  const latest = useRef(onDwelt);
  useEffect(() => {
    latest.current = onDwelt;
  });
  useEffect(() => {
    const timer = setTimeout(() => {
      hasDwelt.current = true;
      if (isDue.current) latest.current();
    }, DWELL_MS);
    return () => clearTimeout(timer);
  }, []);
  return () => {
    isDue.current = true;
    if (hasDwelt.current) latest.current();
  };
}

/** Calls when the list has got its size, when that changes, and when somebody comes back to the page or to the view. */
function useLooking(box: RefObject<HTMLElement | null>, onLook: () => void): void {
  const latest = useRef(onLook);
  useEffect(() => {
    latest.current = onLook;
  });
  useEffect(() => {
    const look = (): void => latest.current();
    const leaving = new AbortController();
    window.addEventListener('focus', look, { signal: leaving.signal });
    // A dialog that lay over the view gives the focus back when it goes.
    document.addEventListener('focusin', () => requestAnimationFrame(look), { signal: leaving.signal });
    // The list measures itself after it was rendered: until then nothing is at its end.
    const sizes = new ResizeObserver(look);
    if (box.current) sizes.observe(box.current);
    return () => {
      leaving.abort();
      sizes.disconnect();
    };
  }, [box]);
}

/** The list of topics of the channel that a narrow is about. */
function topicsOf(state: State, narrow: Narrow): string | undefined {
  const channelId = operandOf(narrow, 'channel');
  return typeof channelId === 'number' ? topicsAddress(channelId, namesOf(state)) : undefined;
}

/** The message that a view begins at; another object each time that it is gone to. */
export interface Beginning {
  readonly id: number;
  /** Pixels from the top of the list, or the place where one reads a message that one went to. */
  readonly offset?: number;
}

interface MessageListProps {
  narrow: Narrow;
  window: MessageWindow;
  /** Where people were, or the end, unless given. */
  beginning?: Beginning;
  /** The newest end of the conversation is on screen. */
  onEndSeen: () => void;
  /** The selection went down past these messages. */
  onPassed: (ids: readonly number[]) => void;
  /** A message is wanted that may not be held. */
  onWanted: (place: number | 'newest') => void;
}

/** The messages of a window, of which only those on and near the screen are in the page. */
export function MessageList({ narrow, window, beginning, onEndSeen, onPassed, onWanted }: MessageListProps) {
  const { loader, outbox, store } = useClient();
  const list = useRef<VListHandle>(null);
  const box = useRef<HTMLDivElement>(null);
  const key = narrowKey(narrow);
  const messages = useShownMessages(narrow, window);
  const { haveOldest, haveNewest } = window;
  const isAtMost = isFull(window);
  const notes = useSubscriptionNotes(narrow, window.ids.at(-1) ?? 0);
  const locals = useLocalMessages(narrow);
  const rows = useMemo(() => {
    const options = { keyOf: (id: number) => outbox.keyOf(id), locals: locals.byId };
    const all = rowsOf(narrow, [...messages, ...locals.messages], options);
    return withEnds(withNotes(all, notes), { haveOldest, haveNewest });
  }, [narrow, messages, locals, outbox, notes, haveOldest, haveNewest]);
  // Each row that comes changes the places of others: they are told in the next pause.
  const placed = useInPause(rows);
  const places = useMemo(() => placesOf(placed, { haveOldest, haveNewest }), [placed, haveOldest, haveNewest]);
  const gone = useRef<Beginning>(undefined);
  const hasBegun = useRef(false);
  const lastCount = useRef(0);
  const awaitsSizes = useRef(false);
  // Nothing is older than what is said above the oldest message.
  const hasGrownUpwards = useHasGrownUpwards(haveOldest ? -1 : messages[0]?.id, rows.length);
  const [failure, grow] = useGrowing(key);
  const { away, noteDistance } = useAway(messages, haveNewest);
  const [topMessage, noteTop] = useTopHeader(rows);
  const [unreadAbove, noteUnread] = useUnreadAbove(narrow, rows, haveOldest);
  const { follow, notePicture, turnedBack } = useSteadyFollow(box, () => (loader.places.get(key) ?? 'end') === 'end');

  useLayoutEffect(() => {
    const handle = list.current;
    if (!handle || rows.length === 0) return;
    if (beginning && gone.current !== beginning) {
      gone.current = beginning;
      const index = positionOf(rows, beginning.id);
      const offset = beginning.offset ?? beginningOffset(box.current, narrow);
      loader.places.set(key, index < 0 ? 'end' : { id: beginning.id, offset });
      const begun = rows.at(index);
      if (begun?.kind === 'message' && !begun.local) selection.set({ messageId: begun.message.id, takesFocus: false });
      hasBegun.current = false;
    }
    // New messages stay in sight of whoever reads the end, and nothing else moves what is read.
    const place = loader.places.get(key) ?? 'end';
    const isFollowed = place === 'end' && hasBegun.current;
    // Rows that came are measured before the picture, and followed then.
    if (rows.length > lastCount.current) awaitsSizes.current = true;
    if (isFollowed && awaitsSizes.current) notePicture(handle, rows);
    else if (isFollowed) follow(handle, rows);
    else scrollToPlace(handle, rows, place);
    hasBegun.current = true;
    lastCount.current = rows.length;
    return afterMeasuring(() => {
      // What fits the screen is never scrolled, and is seen to its end.
      if (haveNewest && handle.scrollSize <= handle.viewportSize) loader.places.set(key, 'end');
      noteDistance(handle);
      noteUnread(handle);
      entryPlaces.note(key, loader.places.get(key) ?? 'end');
      // Who came to the edge while its neighbours were fetched cannot scroll any further, and so would not be noticed.
      growNearEdge(handle, { rows, isFull: isAtMost, grow });
    });
  }, [
    loader,
    key,
    narrow,
    rows,
    messages,
    haveNewest,
    isAtMost,
    beginning,
    grow,
    follow,
    notePicture,
    noteDistance,
    noteUnread,
  ]);

  const noteEnd = useDwelt(() => {
    const handle = list.current;
    if (handle && messages.length > 0 && window.haveNewest && placeOf(handle, rows) === 'end') onEndSeen();
  });
  // A conversation that fits the screen is never scrolled.
  useEffect(noteEnd);
  useLooking(box, noteEnd);

  const toEnd = (): void => {
    // Whoever goes to the end reads on: from there it is the conversation, and not the place of one message.
    if (operandOf(narrow, 'near') !== undefined) {
      replaceAddress(narrowAddress(withoutPlace(narrow), namesOf(store.get())));
    }
    if (!window.haveNewest) onWanted('newest');
    else list.current?.scrollToIndex(rows.length - 1, { align: 'end' });
  };

  useSentHere(key, toEnd);
  useCopying(box);

  useWalking({
    ...{ list, box, rows, messages, onPassed },
    onEnd: toEnd,
    onStart: () => list.current?.scrollToIndex(0, { align: 'start' }),
  });

  const notePlace = (handle: VListHandle): void => {
    const place = placeOf(handle, rows);
    // Only whoever turns back leaves the end: rows that are added or measured take it away from below the screen.
    const staysAtEnd = loader.places.get(key) === 'end' && !turnedBack(handle, rows);
    if (place === 'end' || !staysAtEnd) loader.places.set(key, place);
    entryPlaces.note(key, loader.places.get(key) ?? place);
  };

  /** Before the picture: rows that grow below what is read move nothing of it, as the list goes with them. */
  const onResize = (): void => {
    awaitsSizes.current = false;
    const handle = list.current;
    if (!handle || !hasBegun.current || (loader.places.get(key) ?? 'end') !== 'end') return;
    follow(handle, rows);
  };

  const onScrollEnd = (): void => {
    const handle = list.current;
    if (handle && loader.places.get(key) === 'end' && placeOf(handle, rows) !== 'end') {
      followEnd(handle, rows, focusedIn(box.current));
    }
  };

  const onScroll = (): void => {
    const handle = list.current;
    if (!handle) return;
    notePlace(handle);
    noteEnd();
    notePicture(handle, rows);
    noteDistance(handle);
    noteTop(handle);
    noteUnread(handle);
    growNearEdge(handle, { rows, isFull: isAtMost, grow });
  };

  const hidesAll = messages.length + locals.messages.length === 0 && window.ids.length > 0;
  useEffect(() => {
    // What is muted fills no screen: further back there may be more.
    if (hidesAll && !window.haveOldest) grow('older');
  }, [grow, hidesAll, window.haveOldest, window.oldestFetched]);
  if (hidesAll && window.haveOldest) return <AllMuted topics={topicsOf(store.get(), narrow)} />;

  return (
    <div className="messages-place" data-growing={growingEnd(window)}>
      <div
        ref={box}
        className="messages"
        role="feed"
        aria-label={t('messages.list')}
        aria-busy={window.fetchingOlder || window.fetchingNewer}
      >
        <Places value={places}>
          <VList
            ref={list}
            className="long-list"
            data={rows}
            shift={hasGrownUpwards}
            onScroll={onScroll}
            onScrollEnd={onScrollEnd}
            onResize={onResize}
            bufferSize={900}
          >
            {drawn}
          </VList>
        </Places>
      </div>
      {topMessage && (
        <div className="top-header">
          <ConversationHeader message={topMessage} />
        </div>
      )}
      <ListNotes
        {...{ narrow, away, failure }}
        ids={window.ids}
        onEnd={toEnd}
        onRetry={() => failure && grow(failure.direction)}
        onUnread={unreadAbove === undefined ? undefined : () => onWanted(unreadAbove)}
      />
      <Arrivals messages={messages} isAtNewest={haveNewest} />
    </div>
  );
}
