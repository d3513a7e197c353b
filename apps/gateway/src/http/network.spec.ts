import { isNetwork, isWithin, parseNetwork } from './network';

describe('networks of proxies', () => {
  it.each([
    ['10.0.0.0/8', true],
    ['192.0.2.7', true],
    ['2001:db8::/32', true],
    ['::1', true],
    ['mail.example.com', false],
    ['10.0.0.0/40', false],
    ['10.0.0.0/', false],
    ['10.0.0.0/8/8', false],
    ['10/8', false],
    ['10', false],
    ['', false],
  ])('%s: %s', (text, expected) => {
    expect(isNetwork(text)).toBe(expected);
  });

  it.each([
    ['10.1.2.3', true],
    ['::ffff:10.1.2.3', true],
    ['11.1.2.3', false],
    ['192.0.2.7', true],
    ['192.0.2.8', false],
    ['192.0.2.9', true],
    ['2001:db8::5', true],
    ['2001:db9::5', false],
    [undefined, false],
  ])('contain %s: %s', (address, expected) => {
    const networks = ['10.0.0.0/8', '192.0.2.7', '::ffff:192.0.2.9', '2001:db8::/32'].map(parseNetwork);
    expect(isWithin(address, networks)).toBe(expected);
  });
});
