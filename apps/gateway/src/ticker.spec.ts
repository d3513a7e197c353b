import { Ticker } from './ticker';

describe('Ticker', () => {
  beforeEach(() => void vi.useFakeTimers());
  afterEach(() => void vi.useRealTimers());

  it('looks while there is something to look at, and sleeps without', () => {
    let [looks, left] = [0, 3];
    const ticker = new Ticker(1_000, () => {
      looks += 1;
      left -= 1;
      return left > 0;
    });
    vi.advanceTimersByTime(10_000);
    expect([looks, vi.getTimerCount()]).toEqual([0, 0]);
    ticker.wake();
    ticker.wake();
    vi.advanceTimersByTime(10_000);
    expect([looks, vi.getTimerCount()]).toEqual([3, 0]);
    left = 100;
    ticker.wake();
    vi.advanceTimersByTime(2_000);
    ticker.stop();
    vi.advanceTimersByTime(10_000);
    expect(looks).toBe(5);
  });
});
