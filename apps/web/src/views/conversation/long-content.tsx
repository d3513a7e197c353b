import { type ReactNode, useLayoutEffect, useRef, useState } from 'react';
import { flushSync } from 'react-dom';
import { t } from '../../strings/strings';
import { Button } from '../../ui/button';
import { isSurelyShort, isTooLong } from './too-long';

type Length = 'whole' | 'cut' | 'opened';

/** By row: decided when it is first seen, so that nothing that is read gets shorter; as long as the page. */
const lengths = new Map<string, Length>();

const waiting = new Set<() => () => void>();

/**
 * Measures when all rows of a rendering are in the page, before anything of them is painted: the browser lays it out
 * once for all of them. @param measure gives what is done when all have measured @returns what calls it off
 */
function measureTogether(measure: () => () => void): () => void {
  if (waiting.size === 0) {
    queueMicrotask(() => {
      const found = [...waiting].map((one) => one());
      waiting.clear();
      for (const act of found) act();
    });
  }
  waiting.add(measure);
  return () => waiting.delete(measure);
}

interface LongContentProps {
  /** A message keeps it from when it was sent. */
  rowKey: string;
  /** What the children are made of. */
  html: string;
  isUnread: boolean;
  children: ReactNode;
}

/** What a message says; of much only the beginning, and the rest when it is asked for (web.md 5.2). */
export function LongContent({ rowKey, html, isUnread, children }: LongContentProps) {
  const box = useRef<HTMLDivElement>(null);
  const [length, setLength] = useState(() => lengths.get(rowKey));
  const change = (next: Length): void => {
    lengths.set(rowKey, next);
    setLength(next);
  };
  useLayoutEffect(() => {
    const { current } = box;
    if (lengths.has(rowKey) || !current || isSurelyShort(html)) return undefined;
    return measureTogether(() => {
      const em = Number.parseFloat(getComputedStyle(current).fontSize);
      const measures = { height: current.scrollHeight, windowHeight: window.innerHeight, em };
      const found = isTooLong(measures, isUnread) ? 'cut' : 'whole';
      return () => {
        lengths.set(rowKey, found);
        if (found === 'cut') flushSync(() => setLength(found));
      };
    });
  }, [rowKey, html, isUnread]);
  const isLong = length === 'cut' || length === 'opened';
  return (
    <>
      <div ref={box} className="long-content" data-cut={length === 'cut' || undefined}>
        {children}
      </div>
      {isLong && (
        <Button
          kind="quiet"
          className="message-expand"
          aria-expanded={length === 'opened'}
          onClick={() => change(length === 'cut' ? 'opened' : 'cut')}
        >
          {t(length === 'cut' ? 'message.showMore' : 'message.showLess')}
        </Button>
      )}
    </>
  );
}
