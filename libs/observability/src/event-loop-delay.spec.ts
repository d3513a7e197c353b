import { setTimeout as pause } from 'node:timers/promises';
import { EventLoopDelay } from './event-loop-delay';

function block(ms: number): void {
  const until = performance.now() + ms;
  while (performance.now() < until);
}

describe('the delay of an event loop', () => {
  it('is about none while the loop is idle, however seldom it is looked at', async () => {
    const delay = new EventLoopDelay(100);
    expect(delay.read()).toEqual({ mean: 0, p50: 0, p90: 0, p99: 0, max: 0 });
    await pause(450);
    // Below what counts as a stall (0.25 s), on a machine that may be busy.
    expect(delay.read().p50).toBeLessThan(0.08);
  });

  it('is that of a stall, once', async () => {
    const delay = new EventLoopDelay(20);
    await pause(60);
    block(300);
    await pause(150);
    const seen = delay.read();
    expect(seen.max).toBeGreaterThan(0.2);
    expect(delay.read()).toBe(seen);
    await pause(150);
    expect(delay.read().max).toBeLessThan(seen.max);
  });
});
