import { queueLifeSeconds } from './registration-queue';

/** realtime.md 1.1 (level 481). */
describe('queueLifeSeconds', () => {
  it.each([
    ['nothing', {}, 0, 600],
    ['a number', { idle_queue_timeout: 3_600 }, 0, 3_600],
    ['more than a week', { idle_queue_timeout: 604_801 }, 0, 604_800],
    ['less than the usual time', { idle_queue_timeout: 30 }, 0, 600],
    ['less than nothing', { idle_queue_timeout: -1 }, 0, 600],
    ['what phones ask for', { idle_queue_timeout: 'mobile' as const }, 0, 43_200],
    ['the older name', {}, 1_000, 1_000],
    ['the older name with little', {}, 1, 1],
    ['the older name with more than a week', {}, 700_000, 604_800],
    ['both names', { idle_queue_timeout: 3_600 }, 1_000, 3_600],
  ])('is known of a request with %s', (_what, request, older, seconds) => {
    expect(queueLifeSeconds({ ...request, queue_lifespan_secs: older }, 600)).toBe(seconds);
  });
});
