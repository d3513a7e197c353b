import { OutagePause } from './outage-pause';

describe('the pause after an outage', () => {
  beforeEach(() => vi.useFakeTimers({ toFake: ['performance'] }));
  afterEach(() => vi.useRealTimers());

  it('begins with a failure and ends by itself; one piece of work is enough then', () => {
    const pause = new OutagePause();
    expect([pause.isPaused, pause.isDoubtful]).toEqual([false, false]);
    pause.observeOutage();
    expect([pause.isPaused, pause.isDoubtful]).toEqual([true, true]);
    vi.advanceTimersByTime(500);
    expect([pause.isPaused, pause.isDoubtful]).toEqual([false, true]);
    pause.observeAnswer();
    expect(pause.isDoubtful).toBe(false);
  });

  it('grows with each failure in a row, up to eight seconds, and counts those of one moment once', () => {
    const pause = new OutagePause();
    for (let failure = 0; failure < 3; failure++) pause.observeOutage();
    vi.advanceTimersByTime(500);
    expect(pause.isPaused).toBe(false);
    for (let failure = 0; failure < 9; failure++) {
      pause.observeOutage();
      vi.advanceTimersByTime(8_000);
    }
    pause.observeOutage();
    vi.advanceTimersByTime(5_999);
    expect(pause.isPaused).toBe(true);
    vi.advanceTimersByTime(2_001);
    expect(pause.isPaused).toBe(false);
  });
});
