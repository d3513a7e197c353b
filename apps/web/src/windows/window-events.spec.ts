import { applyEvents } from '../store/apply';
import { snapshotState } from '../store/snapshot';
import type { Message } from '../store/message';
import { Draft } from '../store/draft';
import type { MessageWindow, State } from '../store/state';
import { anAnswer } from '../test-support/answer';
import type { Narrow } from '../narrow/terms';
import { channelNarrow, narrowKey } from '../narrow/terms';
import { forgetMessages } from './forget-messages';
import { emptyWindow } from './message-window';
import { applyToWindows } from './window-events';

const full = (narrow: Narrow): [string, MessageWindow] => [
  narrowKey(narrow),
  { ...emptyWindow(narrow, 1), haveOldest: true, haveNewest: true, fetchingOlder: false, fetchingNewer: false },
];

describe('windows about reactions', () => {
  it('fetch again for a reaction to a message that is not known', () => {
    const [reacted, links] = ['reaction', 'link'].map((operand): Narrow => [{ operator: 'has', operand }]);
    if (!reacted || !links) throw new Error('there are two');
    const state = { ...snapshotState(anAnswer()), windows: new Map([full(reacted), full(links)]) };
    const emoji = { emoji_name: 'octopus', emoji_code: '1f419', reaction_type: 'unicode_emoji' };
    const reaction = { id: 1, type: 'reaction', op: 'add', message_id: 5, user_id: 20, ...emoji };
    const next = applyEvents(state, [reaction], { now: 0, extensions: [applyToWindows] });
    expect([...next.windows.values()].map(({ isStale }) => isStale)).toEqual([true, undefined]);
  });
});

describe('windows and the policies of topics', () => {
  it('fetch again what follows a policy when one changes, and nothing else', () => {
    const [followed, starred] = ['followed', 'starred'].map((operand): Narrow => [{ operator: 'is', operand }]);
    if (!followed || !starred) throw new Error('there are two');
    const state = { ...snapshotState(anAnswer()), windows: new Map([full(followed), full(starred)]) };
    const policy = { stream_id: 5, topic_name: 'plan', visibility_policy: 3, last_updated: 1 };
    const next = applyEvents(state, [{ id: 1, type: 'user_topic', ...policy }], {
      now: 0,
      extensions: [applyToWindows],
    });
    expect([...next.windows.values()].map(({ isStale }) => isStale)).toEqual([true, undefined]);
  });
});

describe('windows and channels that are not visible any more', () => {
  it('go with their channels, whose messages leave all others', () => {
    const [gone, other, feed] = [channelNarrow(5), channelNarrow(6), [] as Narrow];
    const message = (id: number, stream_id: number) => ({ id, type: 'stream', stream_id }) as unknown as Message;
    const state = {
      ...snapshotState(anAnswer()),
      messages: new Map([5, 6].map((channelId) => [channelId * 10, message(channelId * 10, channelId)] as const)),
      windows: new Map([gone, other, feed].map(full).map(([key, window]) => [key, { ...window, ids: [50, 60] }])),
    };
    const deletion = { id: 1, type: 'stream', op: 'delete', stream_ids: [5], streams: [{ stream_id: 5 }] };
    const next = applyEvents(state, [deletion], { now: 0, extensions: [applyToWindows] });
    expect([...next.windows.keys()]).toEqual([other, feed].map(narrowKey));
    expect([...next.windows.values()].map(({ ids }) => ids)).toEqual([[60], [60]]);
    expect([...next.messages.keys()]).toEqual([60]);
  });
});

describe('messages that come all day', () => {
  it('are forgotten, the oldest first, unless a window shows them', () => {
    const shown = [1, 2];
    const message = (id: number) => ({ id, type: 'stream', stream_id: 5, topic: 'plan' }) as unknown as Message;
    const [key, window] = full(channelNarrow(6));
    const held = Array.from({ length: 4_002 }, (_, index) => index + 1);
    const state = {
      ...snapshotState(anAnswer()),
      messages: new Map(held.map((id) => [id, message(id)] as const)),
      windows: new Map([[key, { ...window, ids: shown }]]),
    };
    const kept = (from: typeof state) => {
      const draft = new Draft<State>(from);
      forgetMessages(draft);
      return [...draft.state.messages.keys()];
    };
    expect(kept(state)).toHaveLength(4_002);
    const ids = kept({ ...state, messages: new Map([...state.messages, [4_003, message(4_003)]]) });
    expect(ids).toHaveLength(3_002);
    expect([ids.slice(0, 3), ids.at(-1)]).toEqual([[1, 2, 1_004], 4_003]);
  });

  it('are not gone through for each event where windows alone hold many', () => {
    const messages = new Map(Array.from({ length: 4_002 }, (_, id) => [id, { id } as unknown as Message] as const));
    const [key, window] = full(channelNarrow(6));
    const state = { ...snapshotState(anAnswer()), messages, windows: new Map([[key, { ...window, ids: [1, 2] }]]) };
    const going = vi.spyOn(messages, 'keys');
    forgetMessages(new Draft<State>(state));
    expect(going).not.toHaveBeenCalled();
  });
});
