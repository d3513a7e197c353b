import { systemClock } from '../api/backoff';
import { type Client, namesOf } from '../client/client';
import { goTo, hash } from '../client/location';
import { readAddress } from '../narrow/address';
import { narrowKey } from '../narrow/terms';
import { readingAddress } from '../parts/addresses';
import { plainText } from '../render/plain-text';
import type { Message } from '../store/message';
import { contains } from '../windows/contains';
import { showOnDesktop } from './desktop';
import { permission } from './permission';
import { onNoteClick, registerWorker } from './worker';
import { Notifier, type SeenLine } from './notifier';
import { playSound } from './sounds';

const BODY_LENGTH = 300;

type Parts = Pick<Client, 'store' | 'loader' | 'signal'>;

/** Whether a new message comes before the eyes: the page has the focus, and the end of a view that holds it is shown. */
function isReading({ store, loader }: Parts, message: Message): boolean {
  if (!document.hasFocus()) return false;
  const state = store.get();
  const address = readAddress(hash.get(), namesOf(state));
  if (address.kind !== 'narrow' || !contains(state, address.narrow, message)) return false;
  return (loader.places.get(narrowKey(address.narrow)) ?? 'end') === 'end';
}

function seenLine(signal: AbortSignal): SeenLine {
  const channel = new BroadcastChannel('stoa-seen');
  signal.addEventListener('abort', () => channel.close());
  return {
    post: (messageId) => channel.postMessage(messageId),
    listen: (listener) => channel.addEventListener('message', ({ data }: MessageEvent<number>) => listener(data)),
  };
}

/** The worker comes as soon as notifications may be shown, and no earlier. */
function wantWorker(signal: AbortSignal): void {
  const look = (): void => {
    if (permission.get() !== 'granted') return;
    unsubscribe();
    registerWorker().catch(reportError);
  };
  const unsubscribe = permission.subscribe(look);
  signal.addEventListener('abort', unsubscribe);
  look();
}

/**
 * Tells of messages beside the page until the account is left.
 * @param leads whether this tab speaks for all
 */
export function startNotifier(parts: Parts, leads: () => boolean): Notifier {
  const { store, signal } = parts;
  wantWorker(signal);
  const addressOf = (message: Message): string =>
    readingAddress(store.get(), store.get().messages.get(message.id) ?? message);
  onNoteClick(({ messageId, hash: shown }) => {
    // It may have moved since it was shown.
    const message = store.get().messages.get(messageId);
    goTo(message ? addressOf(message) : shown);
  }, signal);
  return new Notifier({
    ...{ store, signal, leads },
    clock: systemClock,
    isReading: (message) => isReading(parts, message),
    seen: seenLine(signal),
    textOf: ({ content }) => plainText(content, BODY_LENGTH),
    show: showOnDesktop,
    play: playSound,
    addressOf,
    open: (message) => goTo(addressOf(message)),
    log: reportError,
  });
}
