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
    const demands = { nowSeconds: NOW, audience: undefined, needsAudience: false };
    expect(jwtClaimsProblem(claims, { ...demands, allowsLongLife: false })).toBe(strict);
    expect(jwtClaimsProblem(claims, { ...demands, allowsLongLife: true })).toBe(lenient);
  });

  it.each<[string, unknown, JwtClaimsProblem | undefined, JwtClaimsProblem | undefined, JwtClaimsProblem | undefined]>([
    // … ; where a token may, where it must say for whom it is, and where a lenient key frees it from that
    ['the organization', 'https://acme.example', undefined, undefined, undefined],
    ['a list with it', ['portal', 'https://acme.example'], undefined, undefined, undefined],
    ['nobody', undefined, undefined, 'bad-token', undefined],
    ['another', 'https://other.example', 'bad-token', 'bad-token', 'bad-token'],
    ['a list without it', ['https://other.example'], 'bad-token', 'bad-token', 'bad-token'],
    ['almost the organization', 'https://acme.example/', 'bad-token', 'bad-token', 'bad-token'],
    ['one whose name it begins', 'https://acme.example.evil', 'bad-token', 'bad-token', 'bad-token'],
    ['null', null, 'bad-token', 'bad-token', 'bad-token'],
    ['an empty list', [], 'bad-token', 'bad-token', 'bad-token'],
    ['what is no text', { length: 1, 0: 'https://acme.example' }, 'bad-token', 'bad-token', 'bad-token'],
  ])('for %s', (_what, aud, free, needed, lenient) => {
    const claims = { email: 'a@x.com', exp: NOW + 60, aud };
    const demands = { nowSeconds: NOW, audience: 'https://acme.example', allowsLongLife: false };
    expect(jwtClaimsProblem(claims, { ...demands, needsAudience: false })).toBe(free);
    expect(jwtClaimsProblem(claims, { ...demands, needsAudience: true })).toBe(needed);
    expect(jwtClaimsProblem(claims, { ...demands, needsAudience: true, allowsLongLife: true })).toBe(lenient);
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
