import { useEffect, useState } from 'react';
import { type Client, useClient } from '../client/client';
import { composeIsOpen } from '../client/device-choices';
import type { Outgoing as Message } from '../outbox/outbox';
import { useSlice } from '../store/store';
import { t } from '../strings/strings';
import { Button } from '../ui/button';
import { type Target, composeRequest, targetKey } from './target';

/** Milliseconds after which a message that is still on its way is called that (web.md 2.9). */
const LATE_AFTER_MS = 10_000;

function useIsLate(writtenAt: number): boolean {
  const [isLate, setLate] = useState(() => Date.now() - writtenAt >= LATE_AFTER_MS);
  useEffect(() => {
    const timer = setTimeout(() => setLate(true), Math.max(0, writtenAt + LATE_AFTER_MS - Date.now()));
    return () => clearTimeout(timer);
  }, [writtenAt]);
  return isLate;
}

/** Takes the text of a message that the service refused back into the box. */
function writeAgain({ outbox }: Client, { key, content }: Message): void {
  composeIsOpen.set(true);
  composeRequest.set({ text: content });
  void outbox.discard(key);
}

function stateText({ state, failure }: Message, isLate: boolean): string {
  if (state === 'failed') return failure ?? t('outbox.failed');
  return t(isLate ? 'outbox.late' : 'outbox.sending');
}

function OutgoingRow({ message }: { message: Message }) {
  const client = useClient();
  const isLate = useIsLate(message.writtenAt);
  const { key, content, state } = message;
  return (
    <li data-state={state}>
      <span className="outgoing-text" dir="auto">
        {content}
      </span>
      {state !== 'sent' && (
        <span role={state === 'failed' ? 'alert' : 'status'} className="outgoing-state">
          {stateText(message, isLate)}
        </span>
      )}
      {state === 'failed' && (
        <>
          <Button onClick={() => void client.outbox.retry(key)}>{t('failure.retry')}</Button>
          <Button onClick={() => writeAgain(client, message)}>{t('outbox.edit')}</Button>
          <Button kind="quiet" onClick={() => void client.outbox.discard(key)}>
            {t('outbox.discard')}
          </Button>
        </>
      )}
    </li>
  );
}

/** Messages of this conversation that are on their way, and what can be done about those that failed. */
export function Outgoing({ target }: { target: Target }) {
  const { outbox } = useClient();
  const waiting = useSlice(outbox.messages, (messages) => messages);
  const key = targetKey(target);
  const here = waiting.filter((message) => targetKey(message.recipient).startsWith(key));
  if (here.length === 0) return null;
  return (
    <ul className="outgoing" aria-label={t('outbox.title')}>
      {here.map((message) => (
        <OutgoingRow key={message.key} message={message} />
      ))}
    </ul>
  );
}
