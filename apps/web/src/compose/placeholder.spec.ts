import { snapshotState } from '../store/snapshot';
import { ME, aSubscription, aUser, anAnswer } from '../test-support/answer';
import { placeholderFor } from './placeholder';

const NOW = 1_750_000_000;
const HOUR = 3600;
const DAY = 24 * HOUR;
const DAY_STARTS = NOW - 12 * HOUR;

function stateWith(changes: Parameters<typeof anAnswer>[0] = {}, awayFor = 0) {
  const answer = anAnswer({
    server_timestamp: NOW,
    realm_users: [aUser(ME), aUser(20), aUser(30), aUser(40, { is_bot: true })],
    subscriptions: [aSubscription(5)],
    presences: { 20: { active_timestamp: NOW - awayFor, idle_timestamp: 0 } },
    ...changes,
  });
  return snapshotState(answer);
}
const toOne = { type: 'direct', userIds: [20] } as const;

describe('what stands in an empty box', () => {
  it.each([
    [0, 'Message User 20'],
    [2 * HOUR, 'Message User 20 (offline)'],
    [20 * HOUR, 'Message User 20 (offline)'],
    [12 * DAY, 'Message User 20 (away for 12 days)'],
    [200 * DAY, 'Message User 20 (away for a long time)'],
  ])('tells whether somebody who was there %i s ago will read it soon', (awayFor, expected) => {
    expect(placeholderFor(stateWith({}, awayFor), toOne, DAY_STARTS)).toBe(expected);
  });

  it('says nothing of oneself, of bots, of several people and where nobody is told who is there', () => {
    const text = (userIds: readonly number[], state = stateWith({}, 2 * HOUR)) =>
      placeholderFor(state, { type: 'direct', userIds }, DAY_STARTS);
    expect([[ME], [40], [20, 30]].map((ids) => text(ids)).join()).not.toMatch(/offline|away/);
    expect(text([20], stateWith({ realm_presence_disabled: true }, 2 * HOUR))).toBe('Message User 20');
  });

  it('names channel and topic', () => {
    const target = { type: 'channel', channelId: 5, topic: 'logo' } as const;
    expect(placeholderFor(stateWith(), target, DAY_STARTS)).toBe('Message #channel 5 › logo');
  });
});
