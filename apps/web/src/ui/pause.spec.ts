import { waitForPause } from './pause';

describe('what waits for a pause', () => {
  beforeEach(() => void vi.useFakeTimers());
  afterEach(() => {
    vi.runAllTimers();
    vi.useRealTimers();
  });

  it('is drawn together, when nothing more has come for a moment', () => {
    const drawn: string[] = [];
    waitForPause(() => drawn.push('first'));
    vi.advanceTimersByTime(100);
    waitForPause(() => drawn.push('second'));
    vi.advanceTimersByTime(100);
    expect(drawn).toEqual([]);
    vi.advanceTimersByTime(20);
    expect(drawn).toEqual(['first', 'second']);
  });

  it('is not drawn once it is called off', () => {
    const drawn: string[] = [];
    const callOff = waitForPause(() => drawn.push('gone'));
    waitForPause(() => drawn.push('there'));
    callOff();
    vi.advanceTimersByTime(120);
    expect(drawn).toEqual(['there']);
  });

  it('waits no longer than about a second, although something comes all the time in place of what waited', () => {
    let drawn = 0;
    for (let elapsed = 0; elapsed < 1200; elapsed += 50) {
      const callOff = waitForPause(() => (drawn += 1));
      vi.advanceTimersByTime(50);
      callOff();
    }
    waitForPause(() => (drawn += 1));
    const before = drawn;
    vi.advanceTimersByTime(120);
    expect([before > 0, drawn]).toEqual([true, before + 1]);
  });
});
