import { generateTotpSecret, totpAddress, totpCode, totpStep } from './totp';

/** `12345678901234567890` of RFC 6238, appendix B. */
const SECRET = 'GEZDGNBVGY3TQOJQGEZDGNBVGY3TQOJQ';

describe('codes of authenticator apps', () => {
  it.each([
    [59, '287082'],
    [1_111_111_109, '081804'],
    [1_111_111_111, '050471'],
    [1_234_567_890, '005924'],
    [2_000_000_000, '279037'],
    [20_000_000_000, '353130'],
  ])('are those of RFC 6238 at %s s', (seconds, code) => {
    expect(totpCode(SECRET, Math.floor(seconds / 30))).toBe(code);
    expect(totpStep(SECRET, code, seconds * 1000)).toBe(Math.floor(seconds / 30));
  });

  it('count for the step before and after, and no further', () => {
    const at = (seconds: number) => totpStep(SECRET, totpCode(SECRET, 100), seconds * 1000);
    expect([at(99 * 30), at(100 * 30), at(101 * 30), at(102 * 30 - 1)]).toEqual([100, 100, 100, 100]);
    expect([at(99 * 30 - 1), at(102 * 30)]).toEqual([undefined, undefined]);
  });

  it.each(['', '28708', '2870820', '287083', 'abcdef'])('are not %j', (code) => {
    expect(totpStep(SECRET, code, 59_000)).toBeUndefined();
  });

  it('come from secrets of 160 bits, each another', () => {
    expect(generateTotpSecret()).toMatch(/^[A-Z2-7]{32}$/);
    expect(generateTotpSecret()).not.toBe(generateTotpSecret());
  });

  it('are set up by an address that apps read', () => {
    expect(totpAddress(SECRET, { issuer: 'A & B', account: 'ada@x.com' })).toBe(
      `otpauth://totp/A%20%26%20B:ada%40x.com?secret=${SECRET}&issuer=A%20%26%20B&algorithm=SHA1&digits=6&period=30`,
    );
  });
});
