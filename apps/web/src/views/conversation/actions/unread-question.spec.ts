import { type Narrow, channelNarrow, directNarrow, narrowKey, topicNarrow } from '../../../narrow/terms';
import type { Message } from '../../../store/message';
import { snapshotState } from '../../../store/snapshot';
import type { State } from '../../../store/state';
import { anAnswer } from '../../../test-support/answer';
import { emptyWindow } from '../../../windows/message-window';
import { unreadQuestion } from './unread-question';

const state = snapshotState(anAnswer());

/** A view of so many messages, from 1 on. */
function asked(
  view: Narrow,
  count: number,
  { haveNewest = true, fromId = 1, unread = 0 } = {},
  changes: Partial<State> = {},
) {
  const ids = Array.from({ length: count }, (_none, index) => index + 1);
  const window = { ...emptyWindow(view, 1), ids, haveNewest };
  const place = { kind: 'topic', channelId: 5, topic: 'plan' } as const;
  const unreadPlaces = new Map(ids.slice(0, unread).map((id) => [id, place]));
  const held = { messages: state.messages, channels: state.channels, ...changes };
  return unreadQuestion({ windows: new Map([[narrowKey(view), window]]), unreadPlaces, ...held }, view, fromId);
}

describe('the question before many messages become unread', () => {
  it('is not asked in a conversation, and not about few messages', () => {
    expect(asked(topicNarrow(5, 'plan'), 400)).toBeUndefined();
    expect(asked(directNarrow([20]), 400, { haveNewest: false })).toBeUndefined();
    expect(asked(channelNarrow(5), 49)).toBeUndefined();
    expect(unreadQuestion(state, channelNarrow(5), 1)).toBeUndefined();
  });

  it('names how many there are at least, of those from the message on that were read', () => {
    expect(asked(channelNarrow(5), 50)).toBe(50);
    expect(asked([], 199)).toBe(175);
    expect(asked([], 199, { fromId: 100 })).toBe(100);
    expect(asked([], 100, { unread: 60 })).toBeUndefined();
  });

  it('is asked where nobody knows how many there are', () => {
    expect(asked([], 10, { haveNewest: false })).toBe(0);
    expect(asked(channelNarrow(5), 30, { haveNewest: false })).toBe(25);
  });

  it('leaves out what stays read, as of channels to which one is not subscribed', () => {
    const ids = Array.from({ length: 60 }, (_none, index) => index + 1);
    const of = (channelId: number) =>
      new Map(ids.map((id) => [id, { id, type: 'stream', stream_id: channelId } as unknown as Message]));
    expect(asked([], 60, {}, { messages: of(5) })).toBe(50);
    expect(asked([], 60, {}, { messages: of(999) })).toBeUndefined();
  });
});
