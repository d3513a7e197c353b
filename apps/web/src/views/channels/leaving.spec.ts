import { snapshotState } from '../../store/snapshot';
import { aSubscription, anAnswer } from '../../test-support/answer';
import { askToUnsubscribe, leaving } from './leaving';

const { channels } = snapshotState(
  anAnswer({ subscriptions: [aSubscription(5, { invite_only: true }), aSubscription(6)] }),
);

describe('leaving a channel', () => {
  it('is asked about where one cannot come back alone', () => {
    const closed = channels.get(5);
    if (closed) askToUnsubscribe(closed);
    expect(leaving.get()).toBe(closed);
    leaving.set(undefined);
  });
});
