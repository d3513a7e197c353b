import { Injectable } from '@nestjs/common';
import { Value } from '@sinclair/typebox/value';
import { Type } from '@sinclair/typebox';
import { type JWTPayload, createLocalJWKSet, errors, jwtVerify } from 'jose';
import type { UsedProvider } from '../providers/used-provider';
import { OpenidConfigurations } from './openid-configurations';
import { SignInFailure } from './sign-in-failure';

const SKEW_SECONDS = 60;
/** Of all that providers sign with; never a secret that both know. */
const ALGORITHMS = ['RS256', 'PS256', 'ES256', 'EdDSA'];
const KeySetSchema = Type.Object({ keys: Type.Array(Type.Object({ kty: Type.String() })) });

export interface ExpectedToken {
  audience: string[];
  /** Claims that it must have. */
  required?: string[];
  /** Seconds since it was made, at most. */
  maxAgeSeconds?: number;
}

/** Tokens that providers of OpenID Connect send outside of a sign-in, where the protocol's library has no part. */
@Injectable()
export class ProviderTokens {
  constructor(private readonly configurations: OpenidConfigurations) {}

  /** The keys with which the provider signs now. @throws SignInFailure */
  async keysOf(provider: UsedProvider) {
    const { jwks_uri: address } = (await this.configurations.discovered(provider)).serverMetadata();
    if (address === undefined) throw new SignInFailure('provider-failed', 'it has no keys');
    const answer = await this.configurations.fetch(address, {
      method: 'GET',
      headers: { accept: 'application/json' },
      redirect: 'manual',
      body: null,
    });
    const keys: unknown = answer.ok ? await answer.json() : undefined;
    if (!Value.Check(KeySetSchema, keys)) throw new SignInFailure('provider-failed', 'its keys cannot be read');
    return keys;
  }

  /** What a token says that the provider has signed, for one of the audiences. @throws SignInFailure */
  async verified(provider: UsedProvider, token: string, expected: ExpectedToken): Promise<JWTPayload> {
    const keys = createLocalJWKSet(await this.keysOf(provider));
    const { issuer } = (await this.configurations.discovered(provider)).serverMetadata();
    const { audience, required = [], maxAgeSeconds } = expected;
    try {
      const { payload } = await jwtVerify(token, keys, {
        ...{ issuer, audience, algorithms: ALGORITHMS, clockTolerance: SKEW_SECONDS, maxTokenAge: maxAgeSeconds },
        requiredClaims: ['iss', 'aud', 'iat', ...required],
      });
      return payload;
    } catch (error) {
      if (!(error instanceof errors.JOSEError)) throw error;
      throw new SignInFailure('provider-failed', `its token is not accepted: ${error.code}`, { cause: error });
    }
  }
}
