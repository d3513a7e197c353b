import { weeklyTraffic } from './channel-object';

const DAY = 86_400;

describe('stream_weekly_traffic (channels.md 4)', () => {
  it.each([
    [100, 6.9 * DAY, null],
    [7, 7 * DAY, 7],
    [100, 14 * DAY, 50],
    [508, 28 * DAY, 130],
    [0, 28 * DAY, 0],
    [3, 28 * DAY, 1],
    [396, 100 * DAY, 99],
    [4 * 1249, 100 * DAY, 1200],
  ])('%d messages, %d seconds old', (messages, age, traffic) => {
    expect(weeklyTraffic(messages, age)).toBe(traffic);
  });
});
