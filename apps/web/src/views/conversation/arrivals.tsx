import { useEffect, useRef, useState } from 'react';
import { useClient } from '../../client/client';
import { plainText } from '../../render/plain-text';
import type { Message } from '../../store/message';
import { arrivalsText } from './arrivals-text';

/** Milliseconds in which messages are said together. */
const TOGETHER_MS = 2000;

/** Reads out what comes into the open conversation, and nothing of its history. */
export function Arrivals({ messages, isAtNewest }: { messages: readonly Message[]; isAtNewest: boolean }) {
  const { store } = useClient();
  const [text, setText] = useState('');
  const newest = messages.at(-1)?.id ?? 0;
  const said = useRef(newest);
  const waiting = useRef<ReturnType<typeof setTimeout>>(undefined);
  const latest = useRef(messages);
  useEffect(() => {
    latest.current = messages;
    // History that is fetched at the newer end is no news.
    if (!isAtNewest) said.current = Math.max(said.current, newest);
    if (newest <= said.current || waiting.current !== undefined) return;
    waiting.current = setTimeout(() => {
      waiting.current = undefined;
      const fresh = latest.current.filter(({ id }) => id > said.current);
      said.current = latest.current.at(-1)?.id ?? said.current;
      setText(arrivalsText(store.get(), fresh, plainText));
    }, TOGETHER_MS);
  }, [messages, newest, isAtNewest, store]);
  useEffect(() => () => clearTimeout(waiting.current), []);
  return (
    <div className="visually-hidden" aria-live="polite">
      {text}
    </div>
  );
}
