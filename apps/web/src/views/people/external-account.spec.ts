import { accountUrl } from './external-account';

const KNOWN = { github: { url_pattern: 'https://github.example/%(username)s' } };

describe('the address of an account elsewhere', () => {
  it('follows the pattern of a site that the service knows', () => {
    expect(accountUrl('{"subtype":"github"}', 'ada', KNOWN)).toBe('https://github.example/ada');
  });

  it('follows the pattern of the field itself', () => {
    const field = JSON.stringify({ subtype: 'custom', url_pattern: 'https://forum.example/u/%(username)s/about' });
    expect(accountUrl(field, 'a b/c', KNOWN)).toBe('https://forum.example/u/a%20b%2Fc/about');
  });

  it.each(['javascript:alert(%(username)s)', 'data:text/html,%(username)s', '/%(username)s'])(
    'is none for %s',
    (url_pattern) => {
      expect(accountUrl(JSON.stringify({ subtype: 'custom', url_pattern }), 'ada', KNOWN)).toBeUndefined();
    },
  );

  it('is none for a site that nobody knows', () => {
    expect(accountUrl('{"subtype":"gone"}', 'ada', KNOWN)).toBeUndefined();
    expect(accountUrl('', 'ada', KNOWN)).toBeUndefined();
  });
});
