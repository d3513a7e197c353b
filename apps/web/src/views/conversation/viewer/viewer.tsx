import * as Radix from '@radix-ui/react-dialog';
import { ChevronLeft, ChevronRight, Download, ExternalLink, Link2, Maximize, X, ZoomIn, ZoomOut } from 'lucide-react';
import { type KeyboardEvent, type WheelEvent, useEffect, useEffectEvent, useMemo, useState } from 'react';
import { useClientState } from '../../../client/client';
import { confirmDone, notify } from '../../../client/notices';
import type { Message } from '../../../store/message';
import { userOf } from '../../../store/users';
import { languageInUse, t } from '../../../strings/strings';
import { IconButton } from '../../../ui/button';
import { useFocusReturn } from '../../../ui/focus-return';
import { type Media, mediaIn } from './media';
import type { OpenMedia } from './open-media';
import { useFingers } from './use-fingers';
import { WHOLE, zoomed } from './zoom';
import './viewer.css';

const STEP = 1.4;
const ICON = { size: '1.25rem', 'aria-hidden': true } as const;

interface PictureProps {
  media: Media;
  view: typeof WHOLE;
  onView: (change: (view: typeof WHOLE) => typeof WHOLE) => void;
}

/** One picture: the wheel and two fingers look closer, dragging moves, a double click goes back. */
function Picture({ media, view, onView }: PictureProps) {
  const fingers = useFingers(onView);
  const [isLoaded, setLoaded] = useState(false);
  const [isFailed, setFailed] = useState(false);
  const onWheel = (event: WheelEvent<HTMLElement>): void => {
    const box = event.currentTarget.getBoundingClientRect();
    const at = { x: event.clientX - box.x - box.width / 2, y: event.clientY - box.y - box.height / 2 };
    onView((now) => zoomed(now, event.deltaY < 0 ? STEP : 1 / STEP, at));
  };
  if (isFailed) return <p role="alert">{t('viewer.failed')}</p>;
  return (
    <div
      className="viewer-picture"
      data-zoomed={view.scale > 1 || undefined}
      onWheel={onWheel}
      {...fingers}
      onDoubleClick={() => onView((now) => (now.scale > 1 ? WHOLE : zoomed(now, 2)))}
    >
      {!isLoaded && <p className="viewer-loading">{t('app.loading')}</p>}
      <img
        src={media.shown ?? media.url}
        alt={media.name}
        draggable={false}
        style={{ transform: `translate(${view.x}px, ${view.y}px) scale(${view.scale})` }}
        onLoad={() => setLoaded(true)}
        onError={() => setFailed(true)}
      />
    </div>
  );
}

function Head({ media, message }: { media: Media; message: Message | undefined }) {
  const sender = useClientState((state) => (message ? userOf(state, message.sender_id).full_name : ''));
  const when =
    message &&
    new Intl.DateTimeFormat(languageInUse(), { dateStyle: 'medium', timeStyle: 'short' }).format(
      message.timestamp * 1000,
    );
  return (
    <div className="viewer-title">
      <Radix.Title>{media.name}</Radix.Title>
      <p>
        <bdi>{sender}</bdi> · {when}
      </p>
    </div>
  );
}

async function copyAddress(url: string): Promise<void> {
  try {
    await navigator.clipboard.writeText(new URL(url, location.href).href);
    confirmDone(t('message.linkCopied'));
  } catch {
    // The browser does not let the page write there.
    notify(t('message.notCopied'));
  }
}

/** What may play inside of the page: it runs by itself, and reaches nothing of this client. */
const SANDBOX = 'allow-scripts allow-same-origin allow-presentation allow-popups';

/** What stands in the middle. */
function Stage({ media, view, onView }: PictureProps) {
  if (media.kind === 'picture') return <Picture key={media.url} media={media} view={view} onView={onView} />;
  if (media.kind === 'video') {
    return <video key={media.url} src={media.url} controls autoPlay={false} aria-label={media.name} />;
  }
  return (
    <iframe
      key={media.url}
      className="viewer-player"
      src={media.player}
      title={t('viewer.player', { name: media.name })}
      sandbox={SANDBOX}
      allow="autoplay; encrypted-media; fullscreen; picture-in-picture"
      // Players want to know on which host they play, and no more.
      referrerPolicy="origin"
    />
  );
}

/** What the file itself can be asked for. */
function FileTools({ media }: { media: Media }) {
  return (
    <>
      <IconButton label={t('message.copyLink')} onClick={() => void copyAddress(media.url)}>
        <Link2 {...ICON} />
      </IconButton>
      <a
        className="icon-button"
        href={media.url}
        target="_blank"
        rel="noopener noreferrer"
        aria-label={t('viewer.open')}
        title={t('viewer.open')}
      >
        <ExternalLink {...ICON} />
      </a>
      {media.kind !== 'player' && <DownloadLink media={media} />}
    </>
  );
}

function DownloadLink({ media }: { media: Media }) {
  return (
    <a
      className="icon-button"
      href={media.url.replace(/^\/user_uploads\//, '/user_uploads/download/')}
      download={media.name}
      aria-label={t('viewer.download')}
      title={t('viewer.download')}
    >
      <Download {...ICON} />
    </a>
  );
}

interface StripProps {
  all: readonly Media[];
  position: number;
  onGo: (position: number) => void;
}

function Strip({ all, position, onGo }: StripProps) {
  if (all.length < 2) return null;
  return (
    <div className="viewer-strip" role="group" aria-label={t('viewer.strip')}>
      {all.map((media, index) => (
        <button
          key={`${media.messageId} ${media.url}`}
          type="button"
          aria-label={media.name}
          aria-current={index === position || undefined}
          ref={(button) => {
            if (index === position) button?.scrollIntoView({ block: 'nearest', inline: 'center' });
          }}
          onClick={() => onGo(index)}
        >
          {media.thumbnail && media.kind === 'picture' ? <img src={media.thumbnail} alt="" loading="lazy" /> : '▶'}
        </button>
      ))}
    </div>
  );
}

interface ViewerProps {
  open: OpenMedia;
  messages: readonly Message[];
  /** An end of what is loaded is near: more of the history is wanted. */
  onNearEnd: (direction: 'older' | 'newer') => void;
  /** The ends of the history are loaded: there is nothing more. */
  haveOldest: boolean;
  haveNewest: boolean;
  onClose: () => void;
}

/** Fewer pictures than this before an end: more are fetched. */
const NEAR = 3;

function positionOf(all: readonly Media[], { messageId, url }: OpenMedia): number {
  const exact = all.findIndex((media) => media.messageId === messageId && (!url || media.url === url));
  return exact < 0
    ? Math.max(
        0,
        all.findIndex((media) => media.messageId >= messageId),
      )
    : exact;
}

/** Keys of the viewer (web-details.md C.6). */
const ZOOM_KEYS: Readonly<Record<string, number>> = { '+': STEP, Z: STEP, '-': 1 / STEP, z: 1 / STEP };

/** Pictures and videos of the loaded messages, one at a time over everything. */
export default function Viewer({ open, messages, onNearEnd, haveOldest, haveNewest, onClose }: ViewerProps) {
  const all = useMemo(() => mediaIn(messages), [messages]);
  // Not its position: what is fetched meanwhile may stand before it.
  const [current, setCurrent] = useState(open);
  const [view, setView] = useState(WHOLE);
  const position = positionOf(all, current);
  const media = all[position];
  const onCloseAutoFocus = useFocusReturn();
  const askForMore = useEffectEvent(() => {
    if (position < NEAR) onNearEnd('older');
    if (position >= all.length - NEAR) onNearEnd('newer');
  });
  useEffect(() => askForMore(), [current]);
  const go = (to: number): void => {
    const next = all[to];
    // What was fetched last has none: whoever wants to go further looks further.
    if (!next) return onNearEnd(to < 0 ? 'older' : 'newer');
    setCurrent({ messageId: next.messageId, url: next.url });
    setView(WHOLE);
  };
  const onKeyDown = (event: KeyboardEvent): void => {
    const factor = ZOOM_KEYS[event.key];
    if (event.key === 'ArrowLeft') go(position - 1);
    else if (event.key === 'ArrowRight') go(position + 1);
    else if (event.key === 'v') onClose();
    else if (factor !== undefined && media?.kind === 'picture') setView((now) => zoomed(now, factor));
    else return;
    event.preventDefault();
    event.stopPropagation();
  };
  if (!media) return null;
  const message = messages.find(({ id }) => id === media.messageId);
  return (
    <Radix.Root open onOpenChange={(isOpen) => isOpen || onClose()}>
      <Radix.Portal>
        <Radix.Content
          className="viewer"
          aria-describedby={undefined}
          onKeyDown={onKeyDown}
          onCloseAutoFocus={onCloseAutoFocus}
        >
          <header className="viewer-head">
            <Head media={media} message={message} />
            {media.kind === 'picture' && (
              <>
                <IconButton label={t('viewer.smaller')} onClick={() => setView((now) => zoomed(now, 1 / STEP))}>
                  <ZoomOut {...ICON} />
                </IconButton>
                <IconButton label={t('viewer.larger')} onClick={() => setView((now) => zoomed(now, STEP))}>
                  <ZoomIn {...ICON} />
                </IconButton>
                <IconButton label={t('viewer.whole')} disabled={view.scale === 1} onClick={() => setView(WHOLE)}>
                  <Maximize {...ICON} />
                </IconButton>
              </>
            )}
            <FileTools media={media} />
            <Radix.Close asChild>
              <IconButton label={t('dialog.close')}>
                <X {...ICON} />
              </IconButton>
            </Radix.Close>
          </header>
          <div className="viewer-stage" onClick={(event) => event.target === event.currentTarget && onClose()}>
            <IconButton
              label={t('viewer.previous')}
              disabled={position === 0 && haveOldest}
              onClick={() => go(position - 1)}
            >
              <ChevronLeft className="mirrored" {...ICON} />
            </IconButton>
            <Stage media={media} view={view} onView={setView} />
            <IconButton
              label={t('viewer.next')}
              disabled={position === all.length - 1 && haveNewest}
              onClick={() => go(position + 1)}
            >
              <ChevronRight className="mirrored" {...ICON} />
            </IconButton>
          </div>
          <Strip all={all} position={position} onGo={go} />
        </Radix.Content>
      </Radix.Portal>
    </Radix.Root>
  );
}
