import { UnsubscribeKeys } from './unsubscribe-keys';

describe('keys of links that end mails', () => {
  const keys = new UnsubscribeKeys('s'.repeat(32));
  const key = keys.keyOf(4711, 'digest');

  it('lead back to their user', () => {
    expect(keys.userOf(key, 'digest')).toEqual({ userId: 4711, type: 'digest' });
    expect(keys.keyOf(4711, 'digest')).toBe(key);
  });

  it.each([
    ['another kind', key, 'login'],
    ['an unknown kind', key, 'marketing'],
    ['another user', key.replace(/^[^-]+/, 'a'), 'digest'],
    ['a changed proof', `${key.slice(0, -1)}${key.endsWith('0') ? '1' : '0'}`, 'digest'],
    ['another secret', new UnsubscribeKeys('t'.repeat(32)).keyOf(4711, 'digest'), 'digest'],
    ['nothing', '', 'digest'],
    ['other text', 'x'.repeat(5_000), 'digest'],
  ])('do not open with %s', (_name, given, type) => {
    expect(keys.userOf(given, type)).toBeNull();
  });
});
