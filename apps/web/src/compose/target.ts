import { composeIsOpen } from '../client/device-choices';
import { type Narrow, kindOf, operandOf } from '../narrow/terms';
import type { Recipient } from '../outbox/outbox';
import { peopleText } from '../parts/people-text';
import type { Message } from '../store/message';
import { usersOf } from '../store/conversation';
import type { State } from '../store/state';
import { Store } from '../store/store';
import { topicKey } from '../store/topics';
import { blockAt } from './quote';

/** Whom a message is being written to; it may not be complete yet. */
export type Target =
  | { readonly type: 'channel'; readonly channelId?: number; readonly topic?: string }
  | { readonly type: 'direct'; readonly userIds: readonly number[] };

/** What writing in a narrow is addressed to, as far as the narrow says it. */
export function targetOfNarrow(narrow: Narrow): Target | undefined {
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

export function targetOfMessage(message: Message): Recipient {
  return message.type === 'stream'
    ? { type: 'channel', channelId: message.stream_id, topic: message.topic }
    : { type: 'direct', userIds: usersOf(message.directKey) };
}

/** Where a message goes; undefined while nobody has said so. */
export function recipientOf(target: Target): Recipient | undefined {
  if (target.type === 'direct') return target.userIds.length > 0 ? target : undefined;
  const { channelId, topic = '' } = target;
  return channelId === undefined ? undefined : { type: 'channel', channelId, topic: topic.trim() };
}

/** The target for people. */
export function targetText(state: State, target: Target): string {
  if (target.type === 'direct') return target.userIds.length === 0 ? '…' : peopleText(state, target.userIds);
  const channel = target.channelId === undefined ? undefined : state.channels.get(target.channelId);
  const name = channel ? `#${channel.name}` : '…';
  const topic = target.topic === '' ? state.organization.realm_empty_topic_display_name : target.topic;
  return topic === undefined ? name : `${name} › ${topic}`;
}

/** The same for targets whose messages go to one place. */
export function targetKey(target: Target): string {
  return target.type === 'direct'
    ? `dm/${[...target.userIds].sort((a, b) => a - b).join()}`
    : `${target.channelId ?? ''}/${topicKey(target.topic ?? '')}`;
}

/**
 * What a compose box is known by: as long as it stays the same, the box stays with its caret.
 * @param view the key of the view that it is in
 * @param own what the view says of the target
 */
export function boxKey(view: string, own: Target | undefined, target: Target): string {
  // The topic of a message to a channel is written in the box: with it, or without it again, it is the same box.
  const isOfChannel = own?.type === 'channel' && own.topic === undefined;
  if (!own || isOfChannel || targetKey(target) !== targetKey(own)) return view;
  return targetKey(target);
}

/** A target chosen by a person, in place of what the view says. */
export interface Chosen {
  /** Key of the narrow that it was chosen in: another view forgets it. */
  readonly view: string;
  readonly target: Target;
}

export const chosenTarget = new Store<Chosen | undefined>(undefined);

/** Whom the text is for that is being typed: it stays in the box when another view is opened. */
export const typedTarget = new Store<Target | undefined>(undefined);

/** Key of the target of the text in the open box: messages of other conversations are drawn faded. */
export const writtenTo = new Store<string | undefined>(undefined);

/** Text that waits for the compose box, which takes the focus. */
export interface Request {
  readonly text: string;
  /** It is typed where the caret stands, not at the end. */
  readonly atCaret?: boolean;
  /** The box of this view, which may not be shown yet; of any, if it is not said. */
  readonly view?: string;
}

export const composeRequest = new Store<Request | undefined>(undefined);

/** Text that no box of this view has taken up, for the same target. */
function waitingFor(view: string, target: Target): Request | undefined {
  const chosen = chosenTarget.get();
  const isSame = chosen?.view === view && targetKey(chosen.target) === targetKey(target);
  const request = composeRequest.get();
  return isSame && request?.view === view && request.text !== '' ? request : undefined;
}

function bothOf(first: string, second: string): string {
  if (second === '') return first;
  return first + blockAt({ text: first, start: first.length, end: first.length }, second).insert;
}

/** Opens the compose box for a target, and puts text into it, after what waits for the same box. */
export function writeTo(view: string, target: Target, text = '', { atCaret = false } = {}): void {
  const waiting = waitingFor(view, target);
  chosenTarget.set({ view, target });
  composeRequest.set(waiting ? { ...waiting, text: bothOf(waiting.text, text) } : { text, view, atCaret });
  composeIsOpen.set(true);
}
