import { Store } from '../store/store';
import { type ConnectionStatus, whenLive } from './status';

describe('what is done when the connection is live', () => {
  it('is not done again for everything that is heard', () => {
    const status = new Store<ConnectionStatus>({ kind: 'connecting', since: 0 });
    let done = 0;
    whenLive(status, () => (done += 1));
    const hear = (heardAt: number): number => {
      status.set({ kind: 'live', heardAt });
      return done;
    };
    expect([hear(1), hear(2), hear(3)]).toEqual([1, 1, 1]);
    status.set({ kind: 'reconnecting', since: 4, retryAt: 5 });
    expect([hear(6), hear(7)]).toEqual([2, 2]);
  });
});
