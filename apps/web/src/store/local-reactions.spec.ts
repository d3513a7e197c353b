import { ME, anAnswer } from '../test-support/answer';
import { applyEvents } from './apply';
import { withOwnReaction } from './local-reactions';
import { messageFrom } from './message';
import { snapshotState } from './snapshot';
import type { State } from './state';

const TADA = { emoji_name: 'tada', emoji_code: '1f389', reaction_type: 'unicode_emoji' } as const;

describe('an own reaction in advance', () => {
  const wire = {
    ...{ id: 7, type: 'stream', stream_id: 5, subject: 'logo', display_recipient: 'channel 5', sender_id: 20 },
    ...{ reactions: [{ ...TADA, user_id: 20 }], submessages: [], topic_links: [], content: '<p>hi</p>' },
  };
  const state = ((): State => {
    const empty = snapshotState(anAnswer());
    const message = messageFrom(wire as never, { ownId: ME, flags: [] });
    return { ...empty, messages: new Map([[7, message]]) };
  })();
  const reactionsOf = (from: State) => from.messages.get(7)?.reactions.map(({ user_id }) => user_id);

  it('stands there at once, and the event that follows changes nothing', () => {
    const shown = withOwnReaction(state, 7, TADA, true);
    expect(reactionsOf(shown)).toEqual([20, ME]);
    const event = { id: 1, type: 'reaction', op: 'add', message_id: 7, user_id: ME, ...TADA };
    expect(applyEvents(shown, [event], { now: 0 })).toBe(shown);
  });

  it('is taken back as it came', () => {
    expect(reactionsOf(withOwnReaction(withOwnReaction(state, 7, TADA, true), 7, TADA, false))).toEqual([20]);
  });

  it('does nothing to a message that is not held', () => {
    expect(withOwnReaction(state, 8, TADA, true)).toBe(state);
  });
});
