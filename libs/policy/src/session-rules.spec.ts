import { type RequestOrigin, crossSiteReason, sessionState } from './session-rules';
import { SESSION_TOKEN_PATTERN, generateSessionToken, hashSessionToken } from './session-token';

describe('a session', () => {
  it.each([
    [false, true, false, 'live'],
    [false, true, true, 'ended'],
    [false, false, false, 'user-deactivated'],
    [false, false, true, 'user-deactivated'],
    [true, true, false, 'realm-deactivated'],
    [true, false, true, 'realm-deactivated'],
  ])(
    'of a deactivated organization: %s, active account: %s, ended: %s is %s',
    (isRealmDeactivated, isActive, isEnded, state) => {
      expect(sessionState({ isRealmDeactivated, isActive, isEnded })).toBe(state);
    },
  );
});

describe('tokens', () => {
  it('are all different, and stored in a form that neither shows them nor fits a key', () => {
    const tokens = Array.from({ length: 100 }, generateSessionToken);
    expect(new Set(tokens).size).toBe(100);
    expect(tokens.every((token) => SESSION_TOKEN_PATTERN.test(token))).toBe(true);
    const [token = ''] = tokens;
    expect(hashSessionToken('a', token)).toHaveLength(32);
    expect(hashSessionToken('a', token)).not.toEqual(hashSessionToken('b', token));
    expect(hashSessionToken('a', token).includes(token)).toBe(false);
  });
});

describe('requests of other sites', () => {
  const OWN = 'https://chat.example';
  const FOREIGN = (what: string) => `${what} does not match any trusted origins.`;
  const fine: RequestOrigin = { method: 'POST', ownOrigin: OWN, origin: OWN, referer: undefined, csrfHeader: 'x' };

  it.each<[string, Partial<RequestOrigin>]>([
    ['from its own page', {}],
    ['without Origin, with its own Referer', { origin: undefined, referer: `${OWN}/login?next=%2F` }],
    ['that only read', { method: 'GET', origin: 'https://evil.example', csrfHeader: undefined }],
    ['that ask for the head', { method: 'HEAD', origin: undefined, csrfHeader: undefined }],
    ['that ask for the methods', { method: 'OPTIONS', origin: undefined, csrfHeader: undefined }],
  ])('are none: requests %s', (_what, changes) => {
    expect(crossSiteReason({ ...fine, ...changes })).toBeUndefined();
  });

  it.each<[string, Partial<RequestOrigin>, string]>([
    ['another host', { origin: 'https://evil.example' }, `Origin checking failed - ${FOREIGN('https://evil.example')}`],
    [
      'another organization',
      { origin: 'https://a.chat.example' },
      `Origin checking failed - ${FOREIGN('https://a.chat.example')}`,
    ],
    ['a host that begins alike', { origin: `${OWN}.evil` }, `Origin checking failed - ${FOREIGN(`${OWN}.evil`)}`],
    ['another scheme', { origin: 'http://chat.example' }, `Origin checking failed - ${FOREIGN('http://chat.example')}`],
    ['another port', { origin: `${OWN}:8443` }, `Origin checking failed - ${FOREIGN(`${OWN}:8443`)}`],
    ['a page without origin', { origin: 'null' }, `Origin checking failed - ${FOREIGN('null')}`],
    ['an empty origin', { origin: '' }, `Origin checking failed - ${FOREIGN('')}`],
    [
      'its own Referer, and another Origin',
      { origin: 'null', referer: `${OWN}/` },
      `Origin checking failed - ${FOREIGN('null')}`,
    ],
    ['nowhere', { origin: undefined }, 'Referer checking failed - no Referer.'],
    [
      'another Referer',
      { origin: undefined, referer: 'https://evil.example/?https://chat.example' },
      `Referer checking failed - ${FOREIGN('https://evil.example/?https://chat.example')}`,
    ],
    [
      'a Referer with its host as user',
      { origin: undefined, referer: 'https://chat.example@evil.example/' },
      `Referer checking failed - ${FOREIGN('https://chat.example@evil.example/')}`,
    ],
    [
      'no address',
      { origin: undefined, referer: 'chat.example' },
      `Referer checking failed - ${FOREIGN('chat.example')}`,
    ],
    ['a form, which sends no header', { csrfHeader: undefined }, 'CSRF token missing.'],
    ['a page that sends an empty header', { csrfHeader: '' }, 'CSRF token missing.'],
    ['a form that asks for DELETE', { method: 'DELETE', csrfHeader: undefined }, 'CSRF token missing.'],
    ['a method that nobody knows', { method: 'PURGE', csrfHeader: undefined }, 'CSRF token missing.'],
  ])('come from %s', (_what, changes, reason) => {
    expect(crossSiteReason({ ...fine, ...changes })).toBe(reason);
  });
});
