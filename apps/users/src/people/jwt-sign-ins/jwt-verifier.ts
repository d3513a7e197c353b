import { type KeyObject, createPublicKey, createSecretKey } from 'node:crypto';
import { Injectable } from '@nestjs/common';
import { badRequest } from '@stoa/errors';
import { type JwtAlgorithm, type JwtClaims, isJwtAlgorithm, jwtClaimsProblem, openSealedText } from '@stoa/policy';
import { errors, jwtVerify } from 'jose';
import { UsersEnvironment } from '../../users-environment';
import { type StoredJwtKey, JwtKeysRepository } from './jwt-keys.repository';

/** Clocks may differ by as much. */
const SKEW_SECONDS = 60;

/** For whom a token has to be. */
export interface JwtAudience {
  /** Address of the organization; undefined where it is not known. */
  audience: string | undefined;
  /** The token must say so, unless its key is lenient. */
  isNeeded: boolean;
}

/** Somebody whom a token vouches for. */
export interface VouchedByJwt {
  claims: JwtClaims & { email: string };
  /** The key is for programs whose tokens are used for long, and more than once. */
  isLenient: boolean;
}

/** Reads tokens that programs of an organization make, each with the keys and the algorithms that it has been given. */
@Injectable()
export class JwtVerifier {
  constructor(
    private readonly repository: JwtKeysRepository,
    private readonly environment: UsersEnvironment,
  ) {}

  /** @throws DomainError with a text of organization.md 2.3 */
  async vouchedBy(realmId: number, token: string, audience: JwtAudience): Promise<VouchedByJwt> {
    const keys = await this.repository.ofRealm(realmId);
    if (keys.length === 0) throw badRequest('JWT authentication is not enabled for this organization');
    if (token === '') throw badRequest('No JSON web token passed in request');
    for (const key of keys) {
      const claims = await this.claimsBy(key, token);
      if (claims) return vouched(claims, key, audience);
    }
    throw badRequest('Bad JSON web token');
  }

  /** @returns undefined if the token was not signed with the key, or has expired */
  private async claimsBy({ algorithm, sealedKey }: StoredJwtKey, token: string): Promise<JwtClaims | undefined> {
    if (!isJwtAlgorithm(algorithm)) throw new Error(`a stored key is of the unknown algorithm ${algorithm}`);
    const text = openSealedText(this.environment.STOA_API_KEY_SECRET, 'stoa/jwt-key', sealedKey);
    const key = imported(algorithm, text);
    try {
      const { payload } = await jwtVerify(token, key, { algorithms: [algorithm], clockTolerance: SKEW_SECONDS });
      return payload;
    } catch (error) {
      if (error instanceof errors.JOSEError) return undefined;
      throw error;
    }
  }
}

function imported(algorithm: JwtAlgorithm, text: string): KeyObject {
  return algorithm === 'HS256' ? createSecretKey(text, 'utf8') : createPublicKey(text);
}

function vouched(
  claims: JwtClaims,
  { allowsLongLife }: StoredJwtKey,
  { audience, isNeeded: needsAudience }: JwtAudience,
): VouchedByJwt {
  const nowSeconds = Math.floor(Date.now() / 1000);
  const problem = jwtClaimsProblem(claims, { allowsLongLife, nowSeconds, audience, needsAudience });
  if (problem === 'bad-token') throw badRequest('Bad JSON web token');
  const { email } = claims;
  if (problem !== undefined || typeof email !== 'string') {
    throw badRequest('No email specified in JSON web token claims');
  }
  return { claims: { ...claims, email }, isLenient: allowsLongLife };
}
