import { setEditTyping, setTyping } from '@stoa/contracts/messages';
import { systemClock } from '../api/backoff';
import { call } from '../api/client';
import type { Client } from '../client/client';
import { TypingNotifier } from '../live/typing-notifier';
import type { State } from '../store/state';
import { problemOf } from './checks';
import { type Target, recipientOf, targetKey } from './target';

/** What somebody types into. */
export type TypedInto =
  { readonly kind: 'message'; readonly target: Target } | { readonly kind: 'edit'; readonly messageId: number };

/** The service tells nobody in channels with more subscribers than this. */
const MOST_SUBSCRIBERS = 100;

/** Whether others are told that the user writes there: the user's settings, and whether anything can be sent at all. */
export function tellsTyping(state: State, into: TypedInto): boolean {
  const { send_private_typing_notifications: inDirects, send_stream_typing_notifications: inChannels } = state.settings;
  if (into.kind === 'edit') return state.messages.get(into.messageId)?.type === 'private' ? inDirects : inChannels;
  const { target } = into;
  if (problemOf(state, { target, text: 'x' }) !== undefined) return false;
  if (target.type === 'direct')
    return inDirects && !(target.userIds.length === 1 && target.userIds[0] === state.userId);
  const channel = target.channelId === undefined ? undefined : state.channels.get(target.channelId);
  return inChannels && channel !== undefined && channel.subscriber_count <= MOST_SUBSCRIBERS;
}

function send(op: 'start' | 'stop', into: TypedInto): void {
  const tell =
    into.kind === 'edit' ? call(setEditTyping, { message_id: into.messageId, op }) : tellMessage(op, into.target);
  // Nobody waits for it: who is not told now sees the message later.
  tell?.catch(() => undefined);
}

function tellMessage(op: 'start' | 'stop', target: Target): Promise<unknown> | undefined {
  const recipient = recipientOf(target);
  if (!recipient) return undefined;
  return recipient.type === 'direct'
    ? call(setTyping, { op, type: 'direct', to: [...recipient.userIds] })
    : call(setTyping, { op, type: 'stream', stream_id: recipient.channelId, topic: recipient.topic });
}

function keyOf(into: TypedInto): string {
  return into.kind === 'edit' ? `edit ${into.messageId}` : targetKey(into.target);
}

const notifiers = new WeakMap<Client, TypingNotifier<TypedInto>>();

function notifierOf(client: Client): TypingNotifier<TypedInto> {
  const known = notifiers.get(client);
  if (known) return known;
  const notifier = new TypingNotifier<TypedInto>({
    clock: systemClock,
    send,
    isSame: (a, b) => keyOf(a) === keyOf(b),
    periods: () => {
      const { organization } = client.store.get();
      return {
        startedMs: organization.server_typing_started_wait_period_milliseconds,
        stoppedMs: organization.server_typing_stopped_wait_period_milliseconds,
      };
    },
  });
  notifiers.set(client, notifier);
  client.signal.addEventListener('abort', () => notifier.stop());
  return notifier;
}

/** The text was changed by typing. */
export function typed(client: Client, into: TypedInto, text: string): void {
  if (text.trim() === '') notifierOf(client).stop();
  else if (tellsTyping(client.store.get(), into)) notifierOf(client).changed(into);
}

/** It was sent, saved or left. */
export function stoppedTyping(client: Client): void {
  notifierOf(client).stop();
}
