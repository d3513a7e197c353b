import { isOutside } from './signed-out';

describe('pages that need no session', () => {
  it.each([
    ['/register/', '', true],
    ['/login/', '', false],
    ['/login/', '?mobile_flow_otp=ab', true],
    ['/login', '?next=%2F&desktop_flow_otp=ab', true],
    ['/', '?mobile_flow_otp=ab', false],
  ])('%s%s: %s', (pathname, search, expected) => {
    expect(isOutside(pathname, search)).toBe(expected);
  });
});
