import { JwtClaims, JwtClaimsProblem, isJwtAlgorithm, jwtClaimsProblem, jwtKeyProblem } from './jwt-rules';

const NOW = 1_700_000_000;

describe('claims of a token', () => {
  it.each<[string, JwtClaims, JwtClaimsProblem | undefined, JwtClaimsProblem | undefined]>([
    // … ; with a key that demands an end, and with one that does not
    ['with a near end', { email: 'a@x.com', exp: NOW + 300 }, undefined, undefined],
    ['whose end is near by another clock', { email: 'a@x.com', exp: NOW + 360 }, undefined, undefined],
    ['with a far end', { email: 'a@x.com', exp: NOW + 361 }, 'bad-token', undefined],
    ['without an end', { email: 'a@x.com' }, 'bad-token', undefined],
    ['with a text as end', { email: 'a@x.com', exp: '1' }, 'bad-token', undefined],
    ['without an address', { exp: NOW + 60 }, 'no-email', 'no-email'],
    ['with an empty address', { email: '', exp: NOW + 60 }, 'no-email', 'no-email'],
    ['with a list as address', { email: ['a@x.com'], exp: NOW + 60 }, 'no-email', 'no-email'],
  ])('%s', (_what, claims, strict, lenient) => {
    expect(jwtClaimsProblem(claims, { allowsLongLife: false, nowSeconds: NOW })).toBe(strict);
    expect(jwtClaimsProblem(claims, { allowsLongLife: true, nowSeconds: NOW })).toBe(lenient);
  });
});

describe('keys of tokens', () => {
  it.each([
    ['none', false],
    ['HS512', false],
    ['RS256', true],
    ['HS256', true],
  ])('of %s are known: %s', (name, isKnown) => {
    expect(isJwtAlgorithm(name)).toBe(isKnown);
  });

  it('are long secrets, or public keys', () => {
    expect(jwtKeyProblem('HS256', 'x'.repeat(31))).toContain('32 bytes');
    expect(jwtKeyProblem('HS256', 'x'.repeat(32))).toBeUndefined();
    expect(jwtKeyProblem('RS256', 'x'.repeat(32))).toContain('PEM');
    expect(jwtKeyProblem('RS256', '-----BEGIN PUBLIC KEY-----\nMIIB\n-----END PUBLIC KEY-----')).toBeUndefined();
    expect(jwtKeyProblem('ES256', '-----BEGIN PRIVATE KEY-----')).toContain('public key');
  });
});
