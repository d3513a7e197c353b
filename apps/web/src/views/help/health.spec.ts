import type { Outgoing } from '../../outbox/outbox';
import { healthOf } from './health';

const NOW = 100_000;
const message = (state: Outgoing['state']): Outgoing => ({
  key: state,
  recipient: { type: 'direct', userIds: [1] },
  content: 'Hi',
  writtenAt: 0,
  state,
});

describe('how well the client is connected', () => {
  it('is told by when the service was heard last', () => {
    expect(healthOf({ kind: 'live', heardAt: NOW - 2400 }, [], NOW)).toEqual({
      ...{ kind: 'live', silentSeconds: 2, waiting: 0, refused: 0 },
    });
    // The clock may have been set back.
    expect(healthOf({ kind: 'live', heardAt: NOW + 5000 }, [], NOW).silentSeconds).toBe(0);
  });

  it('is told by how long it has been tried', () => {
    const status = { kind: 'reconnecting', since: NOW - 61_000, retryAt: NOW } as const;
    expect(healthOf(status, [], NOW)).toMatchObject({ kind: 'reconnecting', silentSeconds: 61 });
    expect(healthOf({ kind: 'signed-out', code: 'X' }, [], NOW).silentSeconds).toBeUndefined();
  });

  it('is told by what the service does not have', () => {
    const messages = (['sending', 'waiting', 'failed', 'sent'] as const).map(message);
    expect(healthOf({ kind: 'live', heardAt: NOW }, messages, NOW)).toMatchObject({ waiting: 2, refused: 1 });
  });
});
