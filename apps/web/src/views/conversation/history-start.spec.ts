import type { Narrow } from '../../narrow/terms';
import { channelNarrow, directNarrow, topicNarrow } from '../../narrow/terms';
import { snapshotState } from '../../store/snapshot';
import { aSubscription, anAnswer } from '../../test-support/answer';
import { historyLimitsOf, historyStartOf } from './history-start';

const state = snapshotState(
  anAnswer({
    subscriptions: [
      aSubscription(5, { creator_id: 20 }),
      aSubscription(6, { invite_only: true, history_public_to_subscribers: false }),
      aSubscription(8, { message_retention_days: 30 }),
    ],
  }),
);

const kindIn = (narrow: Narrow, historyLimited = false): string =>
  historyStartOf(state, narrow, { historyLimited }).kind;

describe('what stands above the oldest message', () => {
  it('says how it came that there is nothing older', () => {
    expect(historyStartOf(state, channelNarrow(5), { historyLimited: false })).toMatchObject({
      kind: 'channel',
      creatorId: 20,
    });
    expect(historyStartOf(state, channelNarrow(8), { historyLimited: false })).toMatchObject({
      kind: 'retention',
      days: 30,
    });
    expect([kindIn(topicNarrow(5, 'a')), kindIn(directNarrow([20]))]).toEqual(['conversation', 'conversation']);
    expect([kindIn(channelNarrow(6)), kindIn(topicNarrow(6, 'a'))]).toEqual(['protected', 'protected']);
    expect(kindIn(topicNarrow(8, 'a'))).toBe('retention');
  });

  it('follows the organization where a channel keeps messages as that does', () => {
    const limited = { ...state, organization: { ...state.organization, realm_message_retention_days: 7 } };
    expect(historyStartOf(limited, channelNarrow(5), { historyLimited: false })).toMatchObject({ days: 7 });
    const unlimited = { ...state, organization: { ...state.organization, realm_message_retention_days: -1 } };
    expect(historyStartOf(unlimited, channelNarrow(5), { historyLimited: false }).kind).toBe('channel');
  });

  it('names no conversation in views of many, and nothing else where the history is limited', () => {
    expect([kindIn([]), kindIn([{ operator: 'is', operand: 'starred' }])]).toEqual(['view', 'view']);
    expect(kindIn(channelNarrow(5), true)).toBe('limited');
  });
});

describe('what a view without messages says of the history', () => {
  const words = { operator: 'search', operand: 'tea' } as const;
  const limitsOf = (narrow: Narrow, days = -1, historyLimited = false) => {
    const organization = { ...state.organization, realm_message_retention_days: days };
    const limits = historyLimitsOf({ ...state, organization }, narrow, { historyLimited });
    return limits.map((limit) => (limit.kind === 'retention' ? `${limit.kind} ${limit.days}` : limit.kind));
  };

  it('is nothing where all of it could be found', () => {
    const all = [[words], [words, ...channelNarrow(5)], directNarrow([20])];
    expect(all.flatMap((narrow) => limitsOf(narrow))).toEqual([]);
  });

  it('is every reason why older messages are not there, also in searches', () => {
    expect(limitsOf([words, ...channelNarrow(6)])).toEqual(['protected']);
    expect(limitsOf([words, ...channelNarrow(6)], 7)).toEqual(['retention 7', 'protected']);
    expect(limitsOf([words, ...channelNarrow(8)], 7)).toEqual(['retention 30']);
    expect(limitsOf([words], 7)).toEqual(['retention 7']);
    expect(limitsOf([words], -1, true)).toEqual(['limited']);
  });

  it('stands above the oldest direct message, too, where the organization deletes them', () => {
    const organization = { ...state.organization, realm_message_retention_days: 7 };
    const start = historyStartOf({ ...state, organization }, directNarrow([20]), { historyLimited: false });
    expect(start).toEqual({ kind: 'retention', channel: undefined, days: 7 });
  });
});
