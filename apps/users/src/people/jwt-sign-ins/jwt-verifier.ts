import { type KeyObject, createPublicKey, createSecretKey } from 'node:crypto';
import { Injectable } from '@nestjs/common';
import { badRequest } from '@stoa/errors';
import { type JwtAlgorithm, type JwtClaims, isJwtAlgorithm, jwtClaimsProblem, openSealedText } from '@stoa/policy';
import { errors, jwtVerify } from 'jose';
import { UsersEnvironment } from '../../users-environment';
import { type StoredJwtKey, JwtKeysRepository } from './jwt-keys.repository';

/** Clocks may differ by as much. */
const SKEW_SECONDS = 60;

/** Reads tokens that programs of an organization make, each with the keys and the algorithms that it has been given. */
@Injectable()
export class JwtVerifier {
  constructor(
    private readonly repository: JwtKeysRepository,
    private readonly environment: UsersEnvironment,
  ) {}

  /**
   * @returns the address that the token vouches for
   * @throws DomainError with a text of organization.md 2.3
   */
  async emailOf(realmId: number, token: string): Promise<string> {
    const keys = await this.repository.ofRealm(realmId);
    if (keys.length === 0) throw badRequest('JWT authentication is not enabled for this organization');
    if (token === '') throw badRequest('No JSON web token passed in request');
    for (const key of keys) {
      const claims = await this.claimsBy(key, token);
      if (claims) return emailIn(claims, key);
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

function emailIn(claims: JwtClaims, { allowsLongLife }: StoredJwtKey): string {
  const nowSeconds = Math.floor(Date.now() / 1000);
  const problem = jwtClaimsProblem(claims, { allowsLongLife, nowSeconds });
  if (problem === 'bad-token') throw badRequest('Bad JSON web token');
  const { email } = claims;
  if (problem !== undefined || typeof email !== 'string') {
    throw badRequest('No email specified in JSON web token claims');
  }
  return email;
}
