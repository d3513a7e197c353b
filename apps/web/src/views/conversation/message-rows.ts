import { type Narrow, kindOf } from '../../narrow/terms';
import { conversationKey } from '../../store/conversation';
import { type Message, conversationOf } from '../../store/message';
import type { Outgoing } from '../../outbox/outbox';
import type { MessageWindow } from '../../store/state';

/** What a list of messages shows, from top to bottom. */
export type Row =
  | { readonly kind: 'start' | 'end'; readonly key: string }
  | { readonly kind: 'header'; readonly key: string; readonly message: Message }
  | { readonly kind: 'day'; readonly key: string; readonly time: number }
  | { readonly kind: 'note'; readonly key: string; readonly isSubscribed: boolean }
  | {
      readonly kind: 'message';
      readonly key: string;
      readonly message: Message;
      readonly showsSender: boolean;
      /** The message is on its way: what is shown is what it will be. */
      readonly local?: Outgoing;
    };

/** The row of one message. */
export type RowOfMessage = Extract<Row, { kind: 'message' }>;

/** Where messages stand among those of the list, for screen readers. */
export interface FeedPlaces {
  /** By the keys of rows, from 1 on. */
  readonly positions: ReadonlyMap<string, number>;
  /** How many there are; {@link UNKNOWN_SIZE} while not all of the history is held. */
  readonly size: number;
}

const UNKNOWN_SIZE = -1;

/** After this many seconds the sender is named again. */
const SAME_RUN_SECONDS = 600;

interface Day {
  /** Seconds since 1970. */
  readonly from: number;
  readonly to: number;
}

/** The day, as the browser's clock has it, that a moment (seconds since 1970) is in. */
function dayOf(seconds: number): Day {
  const from = new Date(seconds * 1000);
  from.setHours(0, 0, 0, 0);
  const to = new Date(from);
  to.setDate(from.getDate() + 1);
  return { from: from.getTime() / 1000, to: to.getTime() / 1000 };
}

const isIn = (day: Day, seconds: number): boolean => seconds >= day.from && seconds < day.to;

function isContinued(message: Message, previous: Message): boolean {
  return (
    message.sender_id === previous.sender_id &&
    !message.is_me_message &&
    !previous.is_me_message &&
    message.timestamp - previous.timestamp < SAME_RUN_SECONDS
  );
}

/** Narrows in which neighbouring messages need not follow each other: each stands under its own header. */
function repeatsHeaders(narrow: Narrow): boolean {
  const kind = kindOf(narrow);
  return kind === 'search' || kind === 'other';
}

interface RowOptions {
  /** What a message was called while it was on its way: its row stays the same one (web.md 2.9). */
  keyOf?: (messageId: number) => string | undefined;
  /** Messages on their way, by the ids that stand for theirs. */
  locals?: ReadonlyMap<number, Outgoing>;
}

/** What was made of a message last: a row that says the same is the same object, and is not drawn anew. */
const made = new WeakMap<Message, RowOfMessage>();

function messageRow(row: Omit<RowOfMessage, 'kind'>): RowOfMessage {
  const known = made.get(row.message);
  const isSame = known?.key === row.key && known.showsSender === row.showsSender && known.local === row.local;
  if (isSame) return known;
  const next: RowOfMessage = { kind: 'message', ...row };
  made.set(row.message, next);
  return next;
}

/** Messages with the headers of their conversations and the days between them (web-details.md C.1). */
export function rowsOf(
  narrow: Narrow,
  messages: readonly Message[],
  { keyOf, locals }: RowOptions = {},
): readonly Row[] {
  const rows: Row[] = [];
  const isOneConversation = ['topic', 'direct'].includes(kindOf(narrow));
  const alwaysRepeats = repeatsHeaders(narrow);
  let previous: { message: Message; conversation: string; day: Day } | undefined;
  for (const message of messages) {
    const local = locals?.get(message.id);
    const key = local?.key ?? keyOf?.(message.id) ?? String(message.id);
    const conversation = conversationKey(conversationOf(message));
    const isNewConversation = !previous || alwaysRepeats || previous.conversation !== conversation;
    const isNewDay = !previous || !isIn(previous.day, message.timestamp);
    if (isNewConversation && !isOneConversation) rows.push({ kind: 'header', key: `h${key}`, message });
    if (isNewDay) rows.push({ kind: 'day', key: `d${key}`, time: message.timestamp });
    const startsRun = isNewConversation || isNewDay || !previous || !isContinued(message, previous.message);
    rows.push(messageRow({ key, message, showsSender: startsRun, ...(local ? { local } : {}) }));
    previous = { message, conversation, day: isNewDay || !previous ? dayOf(message.timestamp) : previous.day };
  }
  return rows;
}

const START = { kind: 'start', key: 'start' } as const;
const END = { kind: 'end', key: 'end' } as const;

/** The places of the messages of some rows (web-details.md I). */
export function placesOf(
  rows: readonly Row[],
  { haveOldest, haveNewest }: Pick<MessageWindow, 'haveOldest' | 'haveNewest'>,
): FeedPlaces {
  const keys = rows.filter(({ kind }) => kind === 'message').map(({ key }) => key);
  return {
    positions: new Map(keys.map((key, index) => [key, index + 1])),
    size: haveOldest && haveNewest ? keys.length : UNKNOWN_SIZE,
  };
}

/** The rows with what is said at the ends of the history, as far as they are held. */
export function withEnds(
  rows: readonly Row[],
  { haveOldest, haveNewest }: Pick<MessageWindow, 'haveOldest' | 'haveNewest'>,
): readonly Row[] {
  return [...(haveOldest ? [START] : []), ...rows, ...(haveNewest ? [END] : [])];
}

/**
 * The row that new messages below it shall not push above the screen (web.md 2.11): the first unread message, unless it
 * is there already, or the message that has the focus.
 * @param from the first row on the screen
 * @returns its index; undefined if nothing has to stay
 */
export function rowToKeep(
  rows: readonly Row[],
  { from, focusedId }: { from: number; focusedId: number | undefined },
): number | undefined {
  const unread = rows.findIndex((row) => row.kind === 'message' && !row.message.flags.has('read'));
  const focused = rows.findIndex((row) => row.kind === 'message' && row.message.id === focusedId);
  const onScreen = [unread, focused].filter((index) => index >= from);
  return onScreen.length === 0 ? undefined : Math.min(...onScreen);
}
