import { isIdle, isPushSwitchedOff, mustBeIdle, passesIdleRule } from './idle';

const NOW = 1_700_000_000_000;

describe('isIdle', () => {
  it.each([
    ['a queue and active now', true, NOW, false],
    ['a queue and active 200 s ago', true, NOW - 200_000, false],
    ['a queue and active more than 200 s ago', true, NOW - 200_001, true],
    ['a queue and never active', true, null, true],
    ['no queue and active now', false, NOW, true],
    ['no queue and never active', false, null, true],
    ['a clock that is behind', true, NOW + 5000, false],
  ])('%s', (_what, hasMessageQueue, lastActiveAt, idle) => {
    const facts = { hasMessageQueue, lastActiveAt, now: NOW };
    expect(isIdle(facts)).toBe(idle);
    expect(passesIdleRule({ enableOnlinePushNotifications: false }, facts)).toBe(idle);
    expect(passesIdleRule({ enableOnlinePushNotifications: true }, facts)).toBe(true);
  });

  it('matters only to who wants no pushes while online', () => {
    expect(mustBeIdle({ enableOnlinePushNotifications: true })).toBe(false);
    expect(mustBeIdle({ enableOnlinePushNotifications: false })).toBe(true);
  });
});

describe('isPushSwitchedOff', () => {
  it.each([
    [true, true, false],
    [true, false, false],
    [false, true, false],
    [false, false, true],
  ])('offline %s, online %s', (enableOfflinePushNotifications, enableOnlinePushNotifications, off) => {
    expect(isPushSwitchedOff({ enableOfflinePushNotifications, enableOnlinePushNotifications })).toBe(off);
  });
});
