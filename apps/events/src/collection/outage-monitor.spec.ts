import { OutageMonitor } from './outage-monitor';

describe('OutageMonitor', () => {
  it('is calm an idle period after it began and again after the last outage ended', () => {
    let now = -1_000;
    const monitor = new OutageMonitor(() => now);
    expect(monitor.hasBeenCalmFor(600)).toBe(false);
    now = 0;
    expect(monitor.hasBeenCalmFor(600)).toBe(true);
    monitor.report('nats', false);
    monitor.report('postgres', false);
    expect(monitor.hasBeenCalmFor(0)).toBe(false);
    now = 100;
    monitor.report('nats', true);
    expect(monitor.hasBeenCalmFor(0)).toBe(false);
    now = 200;
    monitor.report('postgres', true);
    expect(monitor.hasBeenCalmFor(600)).toBe(false);
    now = 500;
    monitor.report('postgres', true);
    now = 800;
    expect(monitor.hasBeenCalmFor(600)).toBe(true);
  });
});
