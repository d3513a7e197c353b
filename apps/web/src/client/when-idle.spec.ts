import { whenIdle } from './when-idle';

describe('whenIdle', () => {
  afterEach(() => {
    vi.unstubAllGlobals();
    vi.useRealTimers();
  });

  it('asks the browser, and calls off what was not done', () => {
    const waiting = new Map<number, () => void>();
    vi.stubGlobal('requestIdleCallback', (work: () => void, { timeout }: { timeout: number }) => {
      expect(timeout).toBe(2_000);
      return waiting.set(waiting.size + 1, work).size;
    });
    vi.stubGlobal('cancelIdleCallback', (handle: number) => waiting.delete(handle));
    let done = 0;
    whenIdle(() => (done += 1));
    const callOff = whenIdle(() => (done += 10));
    callOff();
    for (const work of waiting.values()) work();
    expect(done).toBe(1);
  });

  it('waits for the first picture where the browser cannot say', () => {
    vi.stubGlobal('requestIdleCallback', undefined);
    vi.useFakeTimers();
    let done = 0;
    whenIdle(() => (done += 1));
    whenIdle(() => (done += 10))();
    vi.advanceTimersByTime(299);
    expect(done).toBe(0);
    vi.advanceTimersByTime(1);
    expect(done).toBe(1);
  });
});
