import type { Narrow } from '../../narrow/terms';
import { channelNarrow, directNarrow, topicNarrow } from '../../narrow/terms';
import { snapshotState } from '../../store/snapshot';
import { aSubscription, anAnswer } from '../../test-support/answer';
import { historyStartOf } from './history-start';

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
