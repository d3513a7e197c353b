import { UnsubscribeKeys } from './unsubscribe-keys';

describe('keys of links that end mails', () => {
  const keys = new UnsubscribeKeys('s'.repeat(32));
  const key = keys.keyOf(4711, 'login');

  it('lead back to their user', () => {
    expect(keys.userOf(key, 'login')).toEqual({ userId: 4711, type: 'login' });
    expect(keys.keyOf(4711, 'login')).toBe(key);
  });

  it.each([
    ['another kind', key, 'missed_messages'],
    ['an unknown kind', key, 'marketing'],
    ['another user', key.replace(/^[^-]+/, 'a'), 'login'],
    ['a changed proof', `${key.slice(0, -1)}${key.endsWith('0') ? '1' : '0'}`, 'login'],
    ['another secret', new UnsubscribeKeys('t'.repeat(32)).keyOf(4711, 'login'), 'login'],
    ['nothing', '', 'login'],
    ['other text', 'x'.repeat(5_000), 'login'],
  ])('do not open with %s', (_name, given, type) => {
    expect(keys.userOf(given, type)).toBeNull();
  });
});
