import {
  type KeyboardEvent,
  type MouseEvent,
  type RefObject,
  useContext,
  useEffect,
  useLayoutEffect,
  useRef,
} from 'react';
import { codeOf } from './code-blocks';
import { decorate } from './decorate';
import { drawEmoji } from './emoji-character';
import { EmojiPictures } from './emoji-pictures';
import type { MessageFacts, RenderFacts } from './facts';
import { retryPicture, setMoving, tellFailure } from './media';
import { sanitize } from './sanitize';
import { toggleSpoiler } from './spoilers';
import { t } from '../strings/strings';
import './code-colours.css';
import './emoji.css';
import './message-content.css';

/** Somebody, or a group, that a message mentions. */
export interface Mention {
  readonly kind: 'user' | 'group';
  readonly id: number;
  readonly element: HTMLElement;
}

interface MessageContentProps {
  /** By which what is around it refers to it. */
  id?: string;
  html: string;
  facts: RenderFacts;
  message: MessageFacts;
  /** Mentions are pressed like buttons; without it they are text. */
  onMention?: (mention: Mention) => void;
}

const MENTIONS = '.user-mention, .user-group-mention';

/** Who is meant; undefined for wildcards. */
function mentionAt(target: EventTarget): Mention | undefined {
  const element = target instanceof Element ? target.closest<HTMLElement>(MENTIONS) : null;
  if (!element) return undefined;
  const kind = element.classList.contains('user-mention') ? 'user' : 'group';
  const id = Number(element.getAttribute(kind === 'user' ? 'data-user-id' : 'data-user-group-id') ?? 'none');
  return Number.isSafeInteger(id) ? { kind, id, element } : undefined;
}

function makeMentionsButtons(root: DocumentFragment): void {
  for (const element of root.querySelectorAll<HTMLElement>(MENTIONS)) {
    if (!mentionAt(element)) continue;
    element.setAttribute('role', 'button');
    element.setAttribute('aria-haspopup', 'dialog');
    element.tabIndex = 0;
  }
}

async function copy(button: Element): Promise<void> {
  try {
    await navigator.clipboard.writeText(codeOf(button));
    button.textContent = t('message.copied');
  } catch {
    // The browser does not let the page write there.
    button.textContent = t('message.notCopied');
  }
}

function act(button: Element): void {
  if (button.getAttribute('data-action') === 'spoiler') toggleSpoiler(button);
  else if (button.getAttribute('data-action') === 'copy-code') void copy(button);
}

/** Says in their places which pictures cannot be loaded. */
function useFailures(place: RefObject<HTMLElement | null>): void {
  useEffect(() => {
    const leaving = new AbortController();
    const onError = ({ target }: Event): void => {
      if (target instanceof HTMLImageElement) tellFailure(target);
    };
    // Failures of pictures are heard of on the way down alone.
    place.current?.addEventListener('error', onError, { capture: true, signal: leaving.signal });
    return () => leaving.abort();
  }, [place]);
}

/** The HTML of a message, as safe elements made of what it says. */
export function MessageContent({ id, html, facts, message, onMention }: MessageContentProps) {
  const place = useRef<HTMLDivElement>(null);
  const isPressable = onMention !== undefined;
  const drawn = useRef('');
  useLayoutEffect(() => {
    const content = sanitize(html);
    decorate(content, facts, message);
    if (isPressable) makeMentionsButtons(content);
    const elements = document.createElement('div');
    elements.append(content);
    // Facts change with each name that anybody takes: what is selected, opened or played here outlasts those of others.
    const drawing = elements.innerHTML;
    if (drawing === drawn.current) return;
    drawn.current = drawing;
    place.current?.replaceChildren(...elements.childNodes);
  }, [html, facts, message, isPressable]);
  const findPicture = useContext(EmojiPictures);
  useLayoutEffect(() => {
    if (findPicture && place.current) drawEmoji(place.current, findPicture);
  }, [findPicture, html, facts, message, isPressable]);
  useFailures(place);
  const press = (event: { target: EventTarget; preventDefault(): void }): void => {
    const mention = onMention && mentionAt(event.target);
    if (!mention) return;
    event.preventDefault();
    onMention(mention);
  };
  const onClick = (event: MouseEvent): void => {
    const target = event.target instanceof Element ? event.target : null;
    const button = target?.closest('button[data-action]');
    const failed = target?.closest<HTMLElement>('[data-action="retry-picture"]');
    if (button) act(button);
    else if (failed) {
      event.preventDefault();
      event.stopPropagation();
      retryPicture(failed);
    } else press(event);
  };
  const onKeyDown = (event: KeyboardEvent): void => {
    if (event.key === 'Enter' || event.key === ' ') press(event);
  };
  const move = (isMoving: boolean) => (event: { target: EventTarget }) => {
    const target = event.target instanceof Element ? event.target : null;
    const image = target?.closest('a')?.querySelector('img');
    if (image) setMoving(image, isMoving, facts);
  };
  // The buttons inside are the controls; the box only hears of them.
  return (
    <div
      ref={place}
      id={id}
      className="message-content"
      dir="auto"
      onClick={onClick}
      onKeyDown={onKeyDown}
      onMouseOver={move(true)}
      onMouseOut={move(false)}
      onFocus={move(true)}
      onBlur={move(false)}
    />
  );
}
