import { type ReactNode, useLayoutEffect, useRef } from 'react';
import { Store, useSlice } from '../../store/store';
import { t } from '../../strings/strings';
import { Button } from '../../ui/button';
import { isTooLong } from './too-long';

type Length = 'whole' | 'cut' | 'opened';

/** By message: decided when it is first seen, so that nothing that is read gets shorter; as long as the page. */
const lengths = new Store<ReadonlyMap<number, Length>>(new Map());

function setLength(messageId: number, length: Length): void {
  lengths.update((all) => new Map(all).set(messageId, length));
}

interface LongContentProps {
  messageId: number;
  isUnread: boolean;
  children: ReactNode;
}

/** What a message says; of much only the beginning, and the rest when it is asked for (web.md 5.2). */
export function LongContent({ messageId, isUnread, children }: LongContentProps) {
  const box = useRef<HTMLDivElement>(null);
  const length = useSlice(lengths, (all) => all.get(messageId));
  useLayoutEffect(() => {
    if (length !== undefined || !box.current) return;
    const em = Number.parseFloat(getComputedStyle(box.current).fontSize);
    const measures = { height: box.current.scrollHeight, windowHeight: window.innerHeight, em };
    setLength(messageId, isTooLong(measures, isUnread) ? 'cut' : 'whole');
  }, [length, messageId, isUnread]);
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
          onClick={() => setLength(messageId, length === 'cut' ? 'opened' : 'cut')}
        >
          {t(length === 'cut' ? 'message.showMore' : 'message.showLess')}
        </Button>
      )}
    </>
  );
}
