import { policyAfterMention, policyAfterSend } from './automatic-topic-policy';

describe('the automatic topic policy', () => {
  const base = {
    followTopicsPolicy: 4,
    unmuteTopicsPolicy: 4,
    initiatesTopic: false,
    hasMutedChannel: false,
    currentPolicy: 0,
  };
  it.each([
    ['never', {}, null],
    ['follow on send', { followTopicsPolicy: 2 }, 3],
    ['follow on participation', { followTopicsPolicy: 1 }, 3],
    ['follow on initiation, not initiating', { followTopicsPolicy: 3 }, null],
    ['follow on initiation, initiating', { followTopicsPolicy: 3, initiatesTopic: true }, 3],
    ['already followed', { followTopicsPolicy: 2, currentPolicy: 3 }, null],
    ['follow although muted', { followTopicsPolicy: 2, currentPolicy: 1 }, 3],
    ['unmute in a channel that is not muted', { unmuteTopicsPolicy: 2 }, null],
    ['unmute in a muted channel', { unmuteTopicsPolicy: 2, hasMutedChannel: true }, 2],
    ['unmute, already unmuted', { unmuteTopicsPolicy: 2, hasMutedChannel: true, currentPolicy: 2 }, null],
    ['follow wins', { followTopicsPolicy: 2, unmuteTopicsPolicy: 2, hasMutedChannel: true }, 3],
  ])('%s', (_name, change, expected) => expect(policyAfterSend({ ...base, ...change })).toBe(expected));

  it.each([
    [0, 3],
    [1, null],
    [2, 3],
    [3, null],
  ])('a mention at policy %d gives %s', (current, expected) => expect(policyAfterMention(current)).toBe(expected));
});
