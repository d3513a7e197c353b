import { isTooOld } from './compatibility';

describe('isTooOld', () => {
  it.each([
    ['ZulipInvalid/1.0', true],
    ['ZulipMobile/16.2.95 (Android 8)', true],
    ['ZulipMobile/16.2.96 (Android 8)', false],
    ['ZulipMobile/16.3 (Android 8)', false],
    ['ZulipMobile/9.9.99 (Android 8)', true],
    ['ZulipMobile/16.2.0 (iOS 12.0)', false],
    ['ZulipMobile/flutter/0.0 (Android 14)', true],
    ['ZulipElectron/1.0', false],
    ['curl/8', false],
  ])('%s: %s', (userAgent, expected) => {
    expect(isTooOld(userAgent)).toBe(expected);
  });
});
