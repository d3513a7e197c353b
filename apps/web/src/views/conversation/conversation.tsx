import { type MouseEvent, Suspense, lazy, useEffect, useMemo, useRef, useState } from 'react';
import { failureText } from '../../client/act';
import { useClient, useClientState } from '../../client/client';
import { entryPlaces } from '../../client/location';
import { notify } from '../../client/notices';
import { targetOfNarrow } from '../../compose/target';
import { type Narrow, narrowKey, operandOf } from '../../narrow/terms';
import { t } from '../../strings/strings';
import { isOwnAddress } from '../../ui/own-address';
import { Button } from '../../ui/button';
import { type Anchor, type LoadFailure, type Place, anchorOf, failureOf } from '../../windows/message-loader';
import { isSpectator } from '../../store/spectator';
import { useSlice } from '../../store/store';
import { messageDialog } from './actions/message-dialog';
import { useMessageCommands } from './actions/message-commands';
import { markRead, resumeReading } from './mark-read';
import { useClickToReply } from './click-to-reply';
import { EmptyView } from './empty-view';
import { useHasLocals } from './local-messages';
import { type Beginning, MessageList } from './message-list';
import { TypingRow } from './typing-row';
import { useFollowing } from './use-following';
import { openMedia } from './viewer/open-media';
import { playerOf } from './viewer/players';
import { ViewNarrow } from './view-narrow';
import { Awaited } from '../../parts/awaited';
import './conversation.css';

/** The place that an entry of the browser's history was left at, until it is shown. */
interface Return {
  readonly narrow: Narrow;
  readonly place: Place;
}

/** No message has this id: a list that begins at it begins at its end. */
const AFTER_ALL = Number.MAX_SAFE_INTEGER;

function anchorOfPlace(place: Place): Anchor {
  return place === 'end' ? 'newest' : place.id;
}

/** Opens the window of a narrow; again when it was lost, or when asked to. */
function useWindow(narrow: Narrow) {
  const { loader } = useClient();
  const key = narrowKey(narrow);
  const window = useClientState((state) => state.windows.get(key));
  const [beginning, setBeginning] = useState<Beginning>();
  const [failure, setFailure] = useState<LoadFailure>();
  const [wish, setWish] = useState<{ anchor?: Anchor; of: string }>();
  const back = useRef<Return>(undefined);
  const begun = useRef<{ readonly narrow: Narrow; readonly wish: unknown }>(undefined);
  const isStale = window?.isStale === true;
  useEffect(() => {
    let isCurrent = true;
    const wished = wish?.of === key ? wish.anchor : undefined;
    const place = entryPlaces.take(key);
    if (place !== undefined) back.current = { narrow, place };
    const left = wished === undefined && back.current?.narrow === narrow ? back.current.place : undefined;
    loader.open(narrow, wished ?? (left === undefined ? anchorOf(narrow) : anchorOfPlace(left))).then(
      (found) => {
        if (!isCurrent) return;
        setFailure(undefined);
        // What was lost and is there again stays where it is read.
        if (begun.current?.narrow === narrow && begun.current.wish === wish) return;
        if (found !== undefined || left !== undefined) begun.current = { narrow, wish };
        if (left !== undefined) {
          back.current = undefined;
          return setBeginning(left === 'end' ? { id: AFTER_ALL } : { ...left });
        }
        setBeginning(wished === 'newest' || found === undefined ? undefined : { id: found });
      },
      (error: unknown) => isCurrent && setFailure(failureOf(error, t('failure.connection'))),
    );
    return () => {
      isCurrent = false;
    };
  }, [loader, narrow, key, isStale, wish]);
  return { window, beginning, failure, open: (wished?: Anchor) => setWish({ anchor: wished, of: key }) };
}

/** One reads before one writes: the box is loaded after the messages, and its place is kept. */
const ComposeBox = lazy(() => import('../../compose/compose-box'));
/** Who has no account is told how to get to write. */
const SpectatorFoot = lazy(() => import('./spectator-foot'));
const MessageDialogs = lazy(() => import('./actions/message-dialogs'));

const Viewer = lazy(() => import('./viewer/viewer'));

const closeViewer = (): void => openMedia.set(undefined);

const NONE: readonly number[] = [];

/** Pictures and videos of the messages that are held; more are fetched on the way to an end of them. */
function OpenViewer({ narrow }: { narrow: Narrow }) {
  const open = useSlice(openMedia, (value) => value);
  const { loader } = useClient();
  const key = narrowKey(narrow);
  const isOpen = open !== undefined;
  const ids = useClientState((state) => (isOpen ? state.windows.get(key)?.ids : undefined) ?? NONE);
  const held = useClientState((state) => (isOpen ? state.messages : undefined));
  const messages = useMemo(() => ids.flatMap((id) => held?.get(id) ?? []), [ids, held]);
  const haveOldest = useClientState((state) => state.windows.get(key)?.haveOldest !== false);
  const haveNewest = useClientState((state) => state.windows.get(key)?.haveNewest !== false);
  const fetchMore = (direction: 'older' | 'newer'): void => {
    loader.grow(key, direction).catch((error: unknown) => notify(failureText(error)));
  };
  return (
    open && (
      <Awaited onDrop={closeViewer}>
        <Viewer {...{ open, messages, haveOldest, haveNewest }} onNearEnd={fetchMore} onClose={closeViewer} />
      </Awaited>
    )
  );
}

/** A plain click on a picture of this service looks at it here; with a key held it opens as any link. */
function onMediaClick(event: MouseEvent): void {
  if (event.button !== 0 || event.ctrlKey || event.metaKey || event.shiftKey || event.altKey) return;
  const target = event.target instanceof Element ? event.target.closest('[data-action="open-media"]') : null;
  const url = target?.getAttribute('href');
  const id = target?.closest('[data-message-id]')?.getAttribute('data-message-id');
  if (!target || !url || !id) return;
  const isOwn = isOwnAddress(url) && !target.closest('.message_inline_video, .youtube-video, .embed-video');
  if (!isOwn && playerOf(target) === undefined) return;
  event.preventDefault();
  openMedia.set({ messageId: Number(id), url });
}

const closeDialog = (): void => messageDialog.set(undefined);

function OpenDialog() {
  const dialog = useSlice(messageDialog, (value) => value);
  return (
    dialog && (
      <Awaited onDrop={closeDialog}>
        <MessageDialogs {...dialog} onClose={closeDialog} />
      </Awaited>
    )
  );
}

/** What the view is there for: that is drawn larger. */
function aboutOf(narrow: Narrow): 'reactions' | undefined {
  return operandOf(narrow, 'has') === 'reaction' ? 'reactions' : undefined;
}

/** The messages of a narrow and, where one can write, the place to write. */
export function Conversation({ narrow: given }: { narrow: Narrow }) {
  const client = useClient();
  // The same narrow may come as another object with each look at the address.
  const text = JSON.stringify(given);
  const narrow = useMemo(() => JSON.parse(text) as Narrow, [text]);
  const { window, beginning, failure, open } = useWindow(narrow);
  const key = narrowKey(narrow);
  const isOpening = window === undefined || (window.ids.length === 0 && window.fetchingNewer);
  useFollowing(narrow, !isOpening);
  useMessageCommands(narrow);
  const onMessageClick = useClickToReply(narrow);
  const onClick = (event: MouseEvent): void => {
    onMediaClick(event);
    onMessageClick(event);
  };
  const isReadOnly = useClientState(isSpectator);
  const hasLocals = useHasLocals(narrow);
  const isEmpty = !isOpening && window.ids.length === 0 && !hasLocals;
  useEffect(() => () => resumeReading(key), [key]);
  return (
    <ViewNarrow value={narrow}>
      <div className="conversation" data-about={aboutOf(narrow)} onClick={onClick}>
        {failure && isOpening && (
          <div className="empty" role="alert">
            <p>{failure.message}</p>
            <Button onClick={() => open()}>{t('failure.retry')}</Button>
          </div>
        )}
        {isOpening && !failure && <div className="messages-loading">{t('app.loading')}</div>}
        {isEmpty && <EmptyView narrow={narrow} />}
        {!isOpening && !isEmpty && (
          <MessageList
            key={key}
            narrow={narrow}
            window={window}
            beginning={beginning}
            onEndSeen={() => markRead(client, window.ids, narrow)}
            onPassed={(ids) => markRead(client, ids, narrow)}
            onWanted={open}
          />
        )}
        <TypingRow narrow={narrow} />
        <Suspense fallback={targetOfNarrow(narrow) && <div className="compose-place" />}>
          {isReadOnly ? <SpectatorFoot /> : <ComposeBox narrow={narrow} />}
        </Suspense>
        <OpenDialog />
        <OpenViewer narrow={narrow} />
      </div>
    </ViewNarrow>
  );
}
