import { UNSUBSCRIBE_TYPES } from '@stoa/contracts/users';
import { UnsubscribeKeys } from './unsubscribe-keys';

const PATTERN = 'chat+%s@mail.acme.example';
const REALM = 'https://acme.example';

describe('keys of links that end mails', () => {
  const keys = new UnsubscribeKeys('s'.repeat(32), PATTERN);
  const key = keys.keyOf(4711, 'login');

  it('lead back to their user', () => {
    expect(keys.userOf(key, 'login')).toEqual({ userId: 4711, type: 'login' });
    expect(keys.keyOf(4711, 'login')).toBe(key);
    expect(keys.waysOf(REALM, { userId: 4711, type: 'login' }).unsubscribeUrl).toBe(
      `https://acme.example/accounts/unsubscribe/login/${key}`,
    );
  });

  it.each([
    ['another kind', key, 'missed_messages'],
    ['an unknown kind', key, 'marketing'],
    ['another user', key.replace(/^[^-]+/, 'a'), 'login'],
    ['a changed proof', `${key.slice(0, -1)}${key.endsWith('0') ? '1' : '0'}`, 'login'],
    ['another secret', new UnsubscribeKeys('t'.repeat(32), PATTERN).keyOf(4711, 'login'), 'login'],
    ['nothing', '', 'login'],
    ['other text', 'x'.repeat(5_000), 'login'],
  ])('do not open with %s', (_name, given, type) => {
    expect(keys.userOf(given, type)).toBeNull();
  });
});

describe('addresses that end mails', () => {
  const secret = 's'.repeat(32);
  const keys = new UnsubscribeKeys(secret, PATTERN);
  const tokenOf = (userId: number, type: (typeof UNSUBSCRIBE_TYPES)[number], of = keys): string => {
    const { unsubscribeAddress } = of.waysOf(REALM, { userId, type });
    return /^chat\+(\S+)@mail\.acme\.example$/.exec(unsubscribeAddress ?? '')?.[1] ?? 'no token';
  };
  const token = tokenOf(4711, 'login');

  it.each(UNSUBSCRIBE_TYPES)('say whose mails and which they end: %s', (type) => {
    expect(keys.read(tokenOf(2_147_483_647, type))).toEqual({ userId: 2_147_483_647, type });
    expect(keys.read(tokenOf(1, type).toUpperCase())).toEqual({ userId: 1, type });
  });

  it('fit before the @ of an address, whoever it is', () => {
    expect(`chat+${tokenOf(2_147_483_647, 'missed_messages')}`.length).toBeLessThanOrEqual(64);
  });

  it('are none where no mail comes in', () => {
    const { unsubscribeAddress } = new UnsubscribeKeys(secret, 'none').waysOf(REALM, { userId: 1, type: 'login' });
    expect(unsubscribeAddress).toBeNull();
  });

  it.each([
    ['another kind', token.replace('un-l-', 'un-d-')],
    ['an unknown kind', token.replace('un-l-', 'un-z-')],
    ['another user', token.replace(/-l-[^-]+/, '-l-a')],
    ['a changed proof', `${token.slice(0, -1)}${token.endsWith('0') ? '1' : '0'}`],
    ['another secret', tokenOf(4711, 'login', new UnsubscribeKeys('t'.repeat(32), PATTERN))],
    ['the key of the link', `un-l-${keys.keyOf(4711, 'login').slice(0, 36)}`],
    ['nothing', ''],
  ])('end nothing with %s', (_name, given) => {
    expect(keys.read(given)).toBeNull();
  });
});
