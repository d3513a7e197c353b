import { RequestRefused } from '../api/failures';
import { snapshotState } from '../store/snapshot';
import type { State } from '../store/state';
import { anAnswer } from '../test-support/answer';
import { TestClock, settled } from '../test-support/clock';
import { showKept } from './kept-start';

describe('a state that was kept', () => {
  const state = snapshotState(anAnswer());
  let done: string[];
  const connection = { show: (kept: State) => void done.push(kept === state ? 'shown' : 'another') };
  const log = (): void => void done.push('logged');
  const start = (read: () => Promise<State | undefined>, clock = new TestClock()): TestClock => {
    void showKept(connection, { read }, { clock, log }).then(() => done.push('connects'));
    return clock;
  };

  beforeEach(() => (done = []));

  it('is shown before the present one is asked for', async () => {
    start(() => Promise.resolve(state));
    await settled();
    expect(done).toEqual(['shown', 'connects']);
  });

  it('keeps nothing waiting where there is none, or it may not be shown', async () => {
    start(() => Promise.resolve(undefined));
    start(() => Promise.reject(new RequestRefused(401, { code: 'UNAUTHORIZED', msg: 'Not logged in' })));
    await settled();
    expect(done).toEqual(['connects', 'connects']);
  });

  it('is waited for a moment only, and shown all the same', async () => {
    let give: (kept: State) => void = () => undefined;
    const clock = start(() => new Promise((resolve) => (give = resolve)));
    await clock.advance(299);
    expect(done).toEqual([]);
    await clock.advance(1);
    give(state);
    await settled();
    expect(done).toEqual(['connects', 'shown']);
  });
});
