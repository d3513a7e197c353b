import { type KeyboardEvent, useId, useLayoutEffect, useRef, useState } from 'react';
import { SendHorizontal } from 'lucide-react';
import { useClient, useClientState } from '../client/client';
import { type Narrow, kindOf, operandOf } from '../narrow/terms';
import type { Recipient } from '../outbox/outbox';
import { useSlice } from '../store/store';
import { t } from '../strings/strings';
import { Button, IconButton } from '../ui/button';
import { drafts } from './drafts';
import './compose.css';

/** What writing in a narrow is addressed to, as far as the narrow says it. */
function recipientOf(
  narrow: Narrow,
): Recipient | { type: 'channel'; channelId: number; topic?: undefined } | undefined {
  const kind = kindOf(narrow);
  const channelId = operandOf(narrow, 'channel');
  const topic = operandOf(narrow, 'topic');
  const people = operandOf(narrow, 'dm');
  if (kind === 'direct' && typeof people === 'object') return { type: 'direct', userIds: people };
  if (typeof channelId !== 'number' || (kind !== 'topic' && kind !== 'channel')) return undefined;
  return kind === 'topic' && typeof topic === 'string'
    ? { type: 'channel', channelId, topic }
    : { type: 'channel', channelId };
}

function draftKey(recipient: NonNullable<ReturnType<typeof recipientOf>>): string {
  return recipient.type === 'direct'
    ? `dm/${recipient.userIds.join()}`
    : `${recipient.channelId}/${recipient.topic?.toLowerCase() ?? ''}`;
}

/** Grows with its text, up to a third of the window. */
function useGrowing(text: string) {
  const area = useRef<HTMLTextAreaElement>(null);
  useLayoutEffect(() => {
    if (!area.current) return;
    area.current.style.blockSize = 'auto';
    area.current.style.blockSize = `${area.current.scrollHeight}px`;
  }, [text]);
  return area;
}

function isTouch(): boolean {
  return matchMedia('(pointer: coarse)').matches;
}

interface FormProps {
  recipient: NonNullable<ReturnType<typeof recipientOf>>;
}

function TopicField({ value, onChange }: { value: string; onChange: (value: string) => void }) {
  const id = useId();
  return (
    <label className="compose-topic" htmlFor={id}>
      <span className="visually-hidden">{t('compose.topic')}</span>
      <input
        id={id}
        className="input"
        placeholder={t('compose.topic')}
        value={value}
        onChange={(event) => onChange(event.target.value)}
      />
    </label>
  );
}

function ComposeForm({ recipient }: FormProps) {
  const client = useClient();
  const key = draftKey(recipient);
  const text = useSlice(drafts, (all) => all[key] ?? '');
  const [topic, setTopic] = useState('');
  const area = useGrowing(text);
  const enterSends = useClientState((state) => state.settings.enter_sends);
  const limit = useClientState((state) => state.organization.max_message_length);
  const left = limit - [...text].length;
  const target: Recipient =
    recipient.type === 'direct' ? recipient : { ...recipient, topic: recipient.topic ?? topic.trim() };
  const setText = (value: string): void => drafts.update((all) => ({ ...all, [key]: value }));
  const send = (): void => {
    if (text.trim() === '' || left < 0) return;
    setText('');
    void client.outbox.send(target, text);
    area.current?.focus();
  };
  const onKeyDown = (event: KeyboardEvent): void => {
    if (event.key !== 'Enter' || event.nativeEvent.isComposing || event.shiftKey) return;
    const isCommanded = event.ctrlKey || event.metaKey;
    if (isCommanded === enterSends || isTouch()) return;
    event.preventDefault();
    send();
  };
  return (
    <form
      className="compose"
      aria-label={t('compose.title')}
      onSubmit={(event) => {
        event.preventDefault();
        send();
      }}
    >
      {recipient.type === 'channel' && recipient.topic === undefined && (
        <TopicField value={topic} onChange={setTopic} />
      )}
      <div className="compose-line">
        <textarea
          ref={area}
          className="input compose-text"
          aria-label={t('compose.message')}
          placeholder={t('compose.placeholder')}
          rows={1}
          dir="auto"
          value={text}
          onChange={(event) => setText(event.target.value)}
          onKeyDown={onKeyDown}
        />
        <IconButton type="submit" label={t('compose.send')} disabled={text.trim() === '' || left < 0}>
          <SendHorizontal size="1.125rem" aria-hidden="true" />
        </IconButton>
      </div>
      {left < limit / 10 && (
        <p role="status" className={left < 0 ? 'field-error' : 'compose-left'}>
          {t('compose.left', { count: left })}
        </p>
      )}
    </form>
  );
}

/** Messages of this conversation that are on their way, and what can be done about those that failed. */
function Outgoing({ recipient }: FormProps) {
  const { outbox } = useClient();
  const waiting = useSlice(outbox.messages, (messages) => messages);
  const key = draftKey(recipient);
  const here = waiting.filter((message) => draftKey(message.recipient).startsWith(key));
  if (here.length === 0) return null;
  return (
    <ul className="outgoing" aria-label={t('outbox.title')}>
      {here.map(({ key: id, content, state, failure }) => (
        <li key={id} data-state={state}>
          <span className="outgoing-text" dir="auto">
            {content}
          </span>
          <span role={state === 'failed' ? 'alert' : 'status'} className="outgoing-state">
            {state === 'failed' ? (failure ?? t('outbox.failed')) : t('outbox.sending')}
          </span>
          {state === 'failed' && (
            <>
              <Button onClick={() => void outbox.retry(id)}>{t('failure.retry')}</Button>
              <Button kind="quiet" onClick={() => void outbox.discard(id)}>
                {t('outbox.discard')}
              </Button>
            </>
          )}
        </li>
      ))}
    </ul>
  );
}

/** Where one writes; nothing where a narrow does not say to whom. */
export function ComposeBox({ narrow }: { narrow: Narrow }) {
  const recipient = recipientOf(narrow);
  if (!recipient) return null;
  return (
    <>
      <Outgoing recipient={recipient} />
      <ComposeForm key={draftKey(recipient)} recipient={recipient} />
    </>
  );
}
