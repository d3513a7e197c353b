import { type Narrow, operandOf } from '../narrow/terms';
import type { Extension } from '../store/apply';
import type { Draft } from '../store/draft';
import type { State } from '../store/state';
import { contains } from './contains';
import { forgetMessages } from './forget-messages';
import { covers, withId, withoutIds } from './message-window';

/** A slip can be undone as long as the view is open: what is no longer starred stays in the list of stars. */
function isKeptInPlace(narrow: Narrow): boolean {
  return narrow.some(({ operator, operand }) => operator === 'is' && (operand === 'starred' || operand === 'unread'));
}

function recheckOne(draft: Draft<State>, key: string, ids: readonly number[]): void {
  const { state } = draft;
  const window = state.windows.get(key);
  if (!window) return;
  let next = window;
  const gone = new Set<number>();
  for (const id of ids) {
    const message = state.messages.get(id);
    const belongs = message && contains(state, window.narrow, message);
    if (belongs && covers(window, id)) next = withId(next, id);
    else if (belongs === false && !isKeptInPlace(window.narrow)) gone.add(id);
  }
  next = withoutIds(next, gone);
  if (next !== window) draft.write('windows').set(key, next);
}

/** Puts messages into the windows that contain them now, and takes them out of those that do not. */
function recheck(draft: Draft<State>, ids: readonly number[]): void {
  for (const key of [...draft.state.windows.keys()]) recheckOne(draft, key, ids);
}

/** Messages that moved into a held range and are not known here: their windows are fetched again. */
function markIncomplete(draft: Draft<State>, ids: readonly number[]): void {
  const unknown = ids.filter((id) => !draft.state.messages.has(id));
  if (unknown.length === 0) return;
  for (const [key, window] of draft.state.windows) {
    if (!window.isStale && unknown.some((id) => covers(window, id))) {
      draft.write('windows').set(key, { ...window, isStale: true });
    }
  }
}

/** A message that is not known here has its first reaction, perhaps: whether it belongs there is for the service to say. */
function markReacted(draft: Draft<State>, messageId: number): void {
  if (draft.state.messages.has(messageId)) return;
  for (const [key, window] of draft.state.windows) {
    const isAboutReactions = window.narrow.some(
      ({ operator, operand }) => operator === 'has' && operand === 'reaction',
    );
    if (isAboutReactions && covers(window, messageId)) {
      draft.write('windows').set(key, { ...window, isStale: true });
    }
  }
}

function remove(draft: Draft<State>, ids: readonly number[]): void {
  const gone = new Set(ids);
  for (const [key, window] of draft.state.windows) {
    const next = withoutIds(window, gone);
    if (next !== window) draft.write('windows').set(key, next);
  }
}

function deletedIds(event: { message_ids?: number[]; message_id?: number }): readonly number[] {
  return event.message_ids ?? (event.message_id === undefined ? [] : [event.message_id]);
}

/** What follows a topic's policy: the messages that such a narrow has now are for the service to say. */
function followsPolicy(narrow: Narrow): boolean {
  return narrow.some(({ operator, operand }) => operator === 'is' && (operand === 'followed' || operand === 'muted'));
}

function markPolicyWindows(draft: Draft<State>): void {
  for (const [key, window] of draft.state.windows) {
    if (followsPolicy(window.narrow)) draft.write('windows').set(key, { ...window, isStale: true });
  }
}

/** Channels are not visible any more: neither are their messages, nor what was asked of them. */
function removeChannels(draft: Draft<State>, channelIds: readonly number[]): void {
  const isGone = (channelId: unknown): boolean => channelIds.some((id) => id === channelId);
  const windows = draft.write('windows');
  for (const [key, { narrow }] of draft.state.windows) {
    if (isGone(operandOf(narrow, 'channel'))) windows.delete(key);
  }
  const gone = [...draft.state.messages.values()].filter(
    (message) => message.type === 'stream' && isGone(message.stream_id),
  );
  for (const { id } of gone) draft.write('messages').delete(id);
  remove(
    draft,
    gone.map(({ id }) => id),
  );
}

/** What events do to the windows, after the state's own reducer. */
export const applyToWindows: Extension = (draft, event) => {
  switch (event.type) {
    case 'message':
      recheck(draft, [event.message.id]);
      forgetMessages(draft);
      break;
    case 'update_message':
      recheck(draft, event.message_ids);
      if ('orig_subject' in event || 'new_stream_id' in event) markIncomplete(draft, event.message_ids);
      break;
    case 'update_message_flags':
      recheck(draft, event.messages);
      break;
    case 'reaction':
      recheck(draft, [event.message_id]);
      markReacted(draft, event.message_id);
      break;
    case 'user_topic':
      markPolicyWindows(draft);
      break;
    case 'stream':
      if (event.op === 'delete') removeChannels(draft, event.stream_ids);
      break;
    case 'delete_message':
      remove(draft, deletedIds(event));
      break;
    default:
      break;
  }
};
