import { noteServerDate, serverNow } from './server-clock';

const NOW = Date.parse('2026-11-26T10:00:00.000Z');

describe("the service's clock", () => {
  beforeEach(() => vi.useFakeTimers({ now: NOW }));
  afterEach(() => {
    noteServerDate(new Date(NOW).toUTCString(), NOW, NOW);
    vi.useRealTimers();
  });

  it('is learnt from answers of a device whose clock is wrong', () => {
    noteServerDate('Thu, 26 Nov 2026 10:07:00 GMT', NOW - 1_000, NOW);
    expect(serverNow()).toBe(NOW + 7 * 60_000 + 1_000);
    noteServerDate(null, NOW, NOW);
    noteServerDate('never', NOW, NOW);
    expect(serverNow()).toBe(NOW + 7 * 60_000 + 1_000);
  });

  it('is not learnt from answers that were held until something happened', () => {
    noteServerDate(new Date(NOW).toUTCString(), NOW - 60_000, NOW);
    expect(serverNow()).toBe(NOW);
  });

  it("is the device's where that is about right", () => {
    noteServerDate('Thu, 26 Nov 2026 10:00:01 GMT', NOW, NOW);
    expect(serverNow()).toBe(NOW);
  });
});
