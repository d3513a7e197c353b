import { ME, aUser, anAnswer } from '../test-support/answer';
import { snapshotState } from '../store/snapshot';
import { peopleSections } from './people-sections';

const NOW = 1_700_000_000;
const DAY = 24 * 60 * 60;
const at = (seconds: number) => ({ active_timestamp: seconds, idle_timestamp: seconds });
const ALONE = { participants: [], typed: '' };

function stateWith(count: number, presences = {}) {
  const others = Array.from({ length: count }, (_, index) => aUser(100 + index));
  return snapshotState(
    anAnswer({
      realm_users: [
        aUser(20, { full_name: 'Zoe' }),
        aUser(30, { full_name: 'Bo' }),
        aUser(40, { full_name: 'ann' }),
        aUser(ME, { full_name: 'Yves' }),
        aUser(50, { full_name: 'Robot', is_bot: true }),
        ...others,
      ],
      presences,
      server_timestamp: NOW,
    }),
  );
}

describe('the people at the side', () => {
  it('begin with oneself, then who is there, each group by name', () => {
    const presences = { 20: at(NOW - 10), 30: { active_timestamp: NOW - 900, idle_timestamp: NOW - 10 } };
    expect(peopleSections(stateWith(0, presences), ALONE)).toEqual([{ key: 'others', userIds: [ME, 20, 30, 40] }]);
  });

  it('stand under the conversation, then under the channel, each once', () => {
    const subscribers = { ids: new Set([30, 40]), isComplete: true };
    expect(peopleSections(stateWith(0), { participants: [40], subscribers, typed: '' })).toEqual([
      { key: 'conversation', userIds: [40] },
      { key: 'channel', userIds: [30] },
      { key: 'others', userIds: [ME, 20] },
    ]);
  });

  it('leave muted people out', () => {
    const state = { ...stateWith(0), mutedUsers: new Map([[30, NOW]]) };
    expect(peopleSections(state, ALONE)).toEqual([{ key: 'others', userIds: [ME, 40, 20] }]);
  });

  it('are, of many, those who were here in the last two weeks', () => {
    const state = stateWith(600, { 20: at(NOW - 13 * DAY), 30: at(NOW - 15 * DAY) });
    expect(peopleSections(state, ALONE)).toEqual([{ key: 'others', userIds: [ME, 20] }]);
  });

  it('are all of them in a small channel, and in a small organization', () => {
    const subscribers = { ids: new Set([30, 40]), isComplete: true };
    const [first] = peopleSections(stateWith(600), { participants: [], subscribers, typed: '' });
    expect(first).toEqual({ key: 'channel', userIds: [40, 30] });
    expect(peopleSections(stateWith(596), ALONE)[0]?.userIds).toHaveLength(600);
  });

  it('are found by the beginnings of their words, however long they were away', () => {
    expect(peopleSections(stateWith(600), { participants: [], typed: 'user 10' })[0]?.userIds).toHaveLength(10);
    expect(peopleSections(stateWith(600), { participants: [], typed: 'zo' })).toEqual([
      { key: 'others', userIds: [20] },
    ]);
  });
});
