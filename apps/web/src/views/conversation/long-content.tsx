import { type ReactNode, useLayoutEffect, useRef, useState } from 'react';
import { t } from '../../strings/strings';
import { Button } from '../../ui/button';
import { isSurelyShort, isTooLong } from './too-long';

type Length = 'whole' | 'cut' | 'opened';

/** By message: decided when it is first seen, so that nothing that is read gets shorter; as long as the page. */
const lengths = new Map<number, Length>();

interface LongContentProps {
  messageId: number;
  /** What the children are made of. */
  html: string;
  isUnread: boolean;
  children: ReactNode;
}

/** What a message says; of much only the beginning, and the rest when it is asked for (web.md 5.2). */
export function LongContent({ messageId, html, isUnread, children }: LongContentProps) {
  const box = useRef<HTMLDivElement>(null);
  const [length, setLength] = useState(() => lengths.get(messageId));
  const change = (next: Length): void => {
    lengths.set(messageId, next);
    setLength(next);
  };
  useLayoutEffect(() => {
    // Measuring makes the browser lay out the page once more, for each row that comes into sight.
    if (lengths.has(messageId) || !box.current || isSurelyShort(html)) return;
    const em = Number.parseFloat(getComputedStyle(box.current).fontSize);
    const measures = { height: box.current.scrollHeight, windowHeight: window.innerHeight, em };
    const found = isTooLong(measures, isUnread) ? 'cut' : 'whole';
    lengths.set(messageId, found);
    setLength(found);
  }, [messageId, html, isUnread]);
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
