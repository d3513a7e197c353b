import { isNewBrowser } from './new-browser';

const FIREFOX = 'Mozilla/5.0 (X11; Linux x86_64; rv:140.0) Gecko/20100101 Firefox/140.0';
const NEWER = 'Mozilla/5.0 (X11; Linux x86_64; rv:141.0) Gecko/20100101 Firefox/141.0';
const CHROME =
  'Mozilla/5.0 (Windows NT 10.0; Win64; x64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/140.0 Safari/537.36';
const known = [{ userAgent: FIREFOX, ipAddress: '203.0.113.7' }];

describe('a browser that signs in', () => {
  it.each([
    ['the first one', FIREFOX, '203.0.113.7', [], true],
    ['the same one', FIREFOX, '203.0.113.7', known, false],
    ['a newer version of it', NEWER, '203.0.113.7', known, false],
    ['the same one at another address of its network', FIREFOX, '203.0.113.200', known, false],
    ['the same one in another network', FIREFOX, '203.0.114.7', known, true],
    ['another one in the same network', CHROME, '203.0.113.7', known, true],
    ['one of an IPv4 address written as IPv6', FIREFOX, '::ffff:203.0.113.9', known, false],
    [
      'one of the same IPv6 network',
      FIREFOX,
      '2001:db8:1:2::1',
      [{ userAgent: FIREFOX, ipAddress: '2001:db8:1:9::7' }],
      false,
    ],
    [
      'one of another IPv6 network',
      FIREFOX,
      '2001:db8:2::1',
      [{ userAgent: FIREFOX, ipAddress: '2001:db8:1::1' }],
      true,
    ],
    ['one that says nothing of itself', '', 'unknown', [{ userAgent: '', ipAddress: 'unknown' }], false],
  ])('is new or not: %s', (_name, userAgent, ipAddress, earlier, isNew) => {
    expect(isNewBrowser({ userAgent, ipAddress }, earlier)).toBe(isNew);
  });
});
