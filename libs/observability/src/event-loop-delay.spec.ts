import { setTimeout as pause } from 'node:timers/promises';
import { EventLoopDelay } from './event-loop-delay';

function block(ms: number): void {
  const until = performance.now() + ms;
  while (performance.now() < until);
}

describe('the delay of an event loop', () => {
  it('is about none while the loop is idle, however seldom it is looked at', async () => {
    const delay = new EventLoopDelay({ lookMs: 100, quietLookMs: 100 });
    expect(delay.read()).toEqual({ mean: 0, p50: 0, p90: 0, p99: 0, max: 0 });
    // A machine may be busy for a moment; what takes the pause for lag never comes below it.
    const idle = async () => {
      await pause(450);
      expect(delay.read().p50).toBeLessThan(0.08);
    };
    await vi.waitFor(idle, { timeout: 4_000 });
  });

  it('is that of a stall, once', async () => {
    const delay = new EventLoopDelay({ lookMs: 20, quietLookMs: 40 });
    await pause(60);
    block(300);
    await pause(150);
    const seen = delay.read();
    expect(seen.max).toBeGreaterThan(0.2);
    expect(delay.read()).toBe(seen);
    await pause(150);
    expect(delay.read().max).toBeLessThan(seen.max);
  });

  it('is looked at more and more seldom while the loop rests, and often again once it has worked', async () => {
    const timers = vi.spyOn(globalThis, 'setTimeout');
    new EventLoopDelay({ lookMs: 7, quietLookMs: 50 });
    // Not those of the meters of other tests, which go on.
    const pauses = () => timers.mock.calls.map(([, ms]) => ms).filter((ms) => [7, 14, 28, 50].includes(ms ?? 0));
    // A machine that is busy with something else makes a loop look busy.
    await vi.waitFor(() => expect(pauses()).toContain(50), { timeout: 4_000, interval: 33 });
    expect(pauses()[0]).toBe(7);
    block(60);
    const before = pauses().length;
    await pause(200);
    expect(pauses()[before]).toBe(7);
    timers.mockRestore();
  });
});
