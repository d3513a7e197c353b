import { Trash2 } from 'lucide-react';
import { type KeyboardEvent, type ReactNode, useEffect, useRef, useState } from 'react';
import { useClientState } from '../../client/client';
import { useRenderFacts } from '../../client/render-facts';
import { useRendered } from '../../compose/use-rendered';
import { dayAndTimeText, fullMomentText, momentText } from '../../parts/moment-text';
import { MessageContent } from '../../render/message-content';
import { IconButton } from '../../ui/button';
import { useKeptFocus, useRowWalking } from '../../ui/use-row-walking';
import './later.css';

const NO_MARKS = { isMentioned: false, isWildcardMentioned: false, alertWords: [] };

/** Cards that arrows walk through; the focus stays among them when one leaves. */
export function Cards({ children }: { children: ReactNode }) {
  const list = useRef<HTMLDivElement>(null);
  const { onKeyDown } = useRowWalking(list);
  useKeptFocus(list);
  return (
    <div ref={list} className="cards" onKeyDown={onKeyDown}>
      {children}
    </div>
  );
}

interface CardProps {
  /** Where it goes, as people read it. */
  name: string;
  /** Seconds since 1970. */
  at: number;
  /** It will be then; else it was. */
  isAhead?: boolean;
  /** What opening and deleting are called, with the name. */
  openLabel: string;
  deleteLabel: string;
  onOpen: () => void;
  onDelete: () => void;
  /** What stands before the name. */
  start?: ReactNode;
  /** What has to be known about it. */
  problem?: string;
  children: ReactNode;
}

/** Something that was written: where to, when, and what. */
export function Card(props: CardProps) {
  const { name, at, isAhead, openLabel, deleteLabel, onOpen, onDelete, start, problem, children } = props;
  const usesTwentyFourHours = useClientState((state) => state.settings.twenty_four_hour_time);
  const [now] = useState(() => Date.now());
  const onKeyDown = (event: KeyboardEvent): void => {
    if (event.key !== 'Backspace' && event.key !== 'Delete') return;
    event.preventDefault();
    onDelete();
  };
  return (
    <li className="card" data-row onKeyDown={onKeyDown}>
      <div className="card-head">
        <button type="button" className="card-open" aria-label={openLabel} onClick={onOpen}>
          <bdi>{name}</bdi>
        </button>
        <time dateTime={new Date(at * 1000).toISOString()} title={fullMomentText(at)}>
          {isAhead ? dayAndTimeText(at) : momentText(at, { now, usesTwentyFourHours })}
        </time>
        {start}
        <IconButton label={deleteLabel} onClick={onDelete}>
          <Trash2 size="1rem" aria-hidden="true" />
        </IconButton>
      </div>
      {problem !== undefined && <p className="field-error">{problem}</p>}
      {children}
    </li>
  );
}

/** Whether an element was on the screen. */
function useSeen() {
  const ref = useRef<HTMLDivElement>(null);
  const [isSeen, setSeen] = useState(false);
  useEffect(() => {
    if (!ref.current || isSeen) return undefined;
    const observer = new IntersectionObserver((entries) => {
      if (entries.some(({ isIntersecting }) => isIntersecting)) setSeen(true);
    });
    observer.observe(ref.current);
    return () => observer.disconnect();
  }, [isSeen]);
  return { ref, isSeen };
}

/** A text that is not a message yet: as it is until the service has rendered it, and where it does not. */
export function TextPreview({ text }: { text: string }) {
  const { ref, isSeen } = useSeen();
  const { html } = useRendered(text, isSeen);
  return (
    <div ref={ref}>
      {html === undefined ? (
        <p className="card-text" dir="auto">
          {text}
        </p>
      ) : (
        <HtmlPreview html={html} />
      )}
    </div>
  );
}

/** What the service has rendered. Nothing in it takes the focus: the card is what one opens. */
export function HtmlPreview({ html }: { html: string }) {
  const facts = useRenderFacts();
  return (
    <div className="card-text" dir="auto" inert>
      <MessageContent html={html} facts={facts} message={NO_MARKS} />
    </div>
  );
}
