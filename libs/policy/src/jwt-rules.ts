/** Signatures of tokens that an organization may have a key for: the key says which, never the token. */
export const JWT_ALGORITHMS = ['HS256', 'RS256', 'PS256', 'ES256', 'EdDSA'] as const;
export type JwtAlgorithm = (typeof JWT_ALGORITHMS)[number];

export function isJwtAlgorithm(name: string): name is JwtAlgorithm {
  return JWT_ALGORITHMS.some((known) => known === name);
}

const LEAST_SECRET_BYTES = 32;

/** Why a text cannot be the key of an algorithm; undefined if it can. @param key a shared secret, or a public key as PEM */
export function jwtKeyProblem(algorithm: JwtAlgorithm, key: string): string | undefined {
  if (algorithm === 'HS256') {
    return Buffer.byteLength(key) < LEAST_SECRET_BYTES ? 'a secret of HS256 has at least 32 bytes' : undefined;
  }
  return key.includes('-----BEGIN PUBLIC KEY-----') ? undefined : `the key of ${algorithm} is a public key in PEM form`;
}

/** What a token whose signature is right says. Times are seconds since 1970. */
export interface JwtClaims {
  email?: unknown;
  exp?: unknown;
  /** For whom the token is: the address of an organization, or a list with it. */
  aud?: unknown;
  /** The program. */
  iss?: unknown;
  /** By what the program knows the person for ever. */
  sub?: unknown;
  name?: unknown;
}

/** What is asked of claims. */
export interface JwtDemands {
  allowsLongLife: boolean;
  nowSeconds: number;
  /** Address of the organization; undefined where it is not known. */
  audience: string | undefined;
  /** A token must say for whom it is. */
  needsAudience: boolean;
}

export type JwtClaimsProblem = 'bad-token' | 'no-email';

/** How far ahead a token's end may be, in seconds, and how far the clocks may differ. */
const LONGEST_LIFE_SECONDS = 300;
const SKEW_SECONDS = 60;

/**
 * Why the claims of a token let nobody in (identity.md 1.8). That it has not expired was checked with the signature; that
 * it soon will is what keeps one that leaks from being a password.
 * `allowsLongLife`: the key's owner takes that risk, for programs that make tokens without an end. A program may know people
 * of several services by one key: what is for another is for nobody here.
 */
export function jwtClaimsProblem(
  claims: JwtClaims,
  { allowsLongLife, nowSeconds, audience, needsAudience }: JwtDemands,
): JwtClaimsProblem | undefined {
  const { email, exp, aud } = claims;
  if (aud === undefined ? needsAudience && !allowsLongLife : !isFor(aud, audience)) return 'bad-token';
  if (!allowsLongLife) {
    if (typeof exp !== 'number' || exp > nowSeconds + LONGEST_LIFE_SECONDS + SKEW_SECONDS) return 'bad-token';
  }
  return typeof email === 'string' && email !== '' ? undefined : 'no-email';
}

/** Compared exactly. */
function isFor(aud: unknown, audience: string | undefined): boolean {
  return audience === undefined || (Array.isArray(aud) ? aud : [aud]).includes(audience);
}
