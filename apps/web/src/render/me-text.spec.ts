import { withoutMe } from './me-text';

describe('what somebody does', () => {
  it.each([
    ['/me waves', 'waves'],
    ['\n/me  waves', 'waves'],
    ['/me ', ''],
    ['/mean it', '/mean it'],
    ['waves /me too', 'waves /me too'],
  ])('of %j is %j', (text, expected) => {
    expect(withoutMe(text)).toBe(expected);
  });
});
