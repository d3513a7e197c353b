import { useEffect, useState } from 'react';
import { useClient, useClientState } from '../client/client';
import { composeIsOpen } from '../client/device-choices';
import type { Narrow } from '../narrow/terms';
import type { Outgoing as Message } from '../outbox/outbox';
import { useSlice } from '../store/store';
import { t } from '../strings/strings';
import { Button } from '../ui/button';
import { showsOnItsWay } from './after-sending';
import { type Target, composeRequest, targetKey } from './target';

/** Milliseconds without an answer after which a message is said to be on its way, and to be late (web.md 2.9). */
const SLOW_AFTER_MS = 3_000;
const LATE_AFTER_MS = 10_000;

type Wait = 'short' | 'slow' | 'late';

function waitSince(writtenAt: number): Wait {
  const waited = Date.now() - writtenAt;
  if (waited >= LATE_AFTER_MS) return 'late';
  return waited >= SLOW_AFTER_MS ? 'slow' : 'short';
}

/** How long a message has been on its way. */
function useWait(writtenAt: number): Wait {
  const [wait, setWait] = useState(() => waitSince(writtenAt));
  useEffect(() => {
    const timers = [SLOW_AFTER_MS, LATE_AFTER_MS].map((ms) =>
      setTimeout(() => setWait(waitSince(writtenAt)), Math.max(0, writtenAt + ms - Date.now())),
    );
    return () => timers.forEach(clearTimeout);
  }, [writtenAt]);
  return wait;
}

/** Puts the text of a message that will not be sent back into the box. */
function writeAgain({ content }: Message): void {
  composeIsOpen.set(true);
  composeRequest.set({ text: content });
}

/** What is said of a message, and whether that is bad news; nothing of one that was sent just now. */
function StateOf({ message: { state, failure }, wait }: { message: Message; wait: Wait }) {
  if (state === 'failed') {
    return (
      <span role="alert" className="outgoing-state">
        {failure ?? t('outbox.failed')}
      </span>
    );
  }
  if (state === 'sent' || wait === 'short') return null;
  return (
    <span role="status" className="outgoing-state">
      {wait === 'slow' && <span className="outgoing-wait" aria-hidden="true" />}
      {t(wait === 'late' ? 'outbox.late' : 'outbox.sending')}
    </span>
  );
}

/** The row goes with what was pressed: the focus goes on where one writes. */
function keepFocus(): void {
  const next = document.querySelector<HTMLElement>('.compose textarea') ?? document.getElementById('main-view');
  next?.focus();
}

/** What can be done about a message that the service refused, or that is late and was not given to it. */
function Choices({ message, wait }: { message: Message; wait: Wait }) {
  const { outbox } = useClient();
  const { key, state, isHeld } = message;
  if (state === 'failed') {
    return (
      <>
        <Button onClick={() => void outbox.retry(key)}>{t('failure.retry')}</Button>
        <Button
          onClick={() => {
            writeAgain(message);
            void outbox.discard(key);
          }}
        >
          {t('outbox.edit')}
        </Button>
        <Button
          kind="quiet"
          onClick={() => {
            keepFocus();
            void outbox.discard(key);
          }}
        >
          {t('outbox.discard')}
        </Button>
      </>
    );
  }
  if (wait !== 'late' || !isHeld) return null;
  return (
    <>
      <Button onClick={() => outbox.withdraw(key) && writeAgain(message)}>{t('outbox.edit')}</Button>
      <Button kind="quiet" onClick={() => outbox.withdraw(key) && keepFocus()}>
        {t('outbox.withdraw')}
      </Button>
    </>
  );
}

/** How a message on its way fares, and what can be done about it: it stands among the others. */
export function OutgoingNote({ message }: { message: Message }) {
  const wait = useWait(message.writtenAt);
  return (
    <div className="outgoing-note">
      <StateOf message={message} wait={wait} />
      <Choices message={message} wait={wait} />
    </div>
  );
}

function OutgoingRow({ message }: { message: Message }) {
  const wait = useWait(message.writtenAt);
  return (
    <li data-state={message.state}>
      <span className="outgoing-text" dir="auto">
        {message.content}
      </span>
      <StateOf message={message} wait={wait} />
      <Choices message={message} wait={wait} />
    </li>
  );
}

/** Messages to a target that are on their way and that the view does not have among the others. */
export function Outgoing({ target, view }: { target: Target; view: Narrow }) {
  const { outbox } = useClient();
  const waiting = useSlice(outbox.messages, (messages) => messages);
  const key = targetKey(target);
  const state = useClientState((whole) => whole);
  const here = waiting.filter(
    ({ recipient }) => targetKey(recipient).startsWith(key) && !showsOnItsWay(state, view, recipient),
  );
  if (here.length === 0) return null;
  return (
    <ul className="outgoing" aria-label={t('outbox.title')}>
      {here.map((message) => (
        <OutgoingRow key={message.key} message={message} />
      ))}
    </ul>
  );
}
