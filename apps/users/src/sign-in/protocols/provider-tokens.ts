import { Injectable } from '@nestjs/common';
import { type JWTPayload, createRemoteJWKSet, customFetch, errors, jwtVerify } from 'jose';
import type { Configuration } from 'openid-client';
import { PROVIDER_WAIT_MS } from '../../shared/outgoing/guarded-fetch';
import type { UsedProvider } from '../providers/used-provider';
import { OpenidConfigurations } from './openid-configurations';
import { withProviderFailures } from './provider-failures';
import { SignInFailure } from './sign-in-failure';

const SKEW_SECONDS = 60;
/** Of all that providers sign with; never a secret that both know. */
const ALGORITHMS = ['RS256', 'PS256', 'ES256', 'EdDSA'];
/** Keys are believed for so long; when an unknown one signs they are asked for again, but not as often as strangers want. */
const KEPT_MS = 600_000;
const COOLDOWN_MS = 30_000;

type KeySet = ReturnType<typeof createRemoteJWKSet>;

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
  /** By what the provider said of itself: they are forgotten together. */
  private readonly kept = new WeakMap<Configuration, KeySet>();

  constructor(private readonly configurations: OpenidConfigurations) {}

  /** Whether the provider has keys at this moment. @throws SignInFailure */
  async checkKeys(provider: UsedProvider): Promise<void> {
    const keys = this.keysOf(await this.configurations.discovered(provider));
    await withJoseFailures('its keys cannot be read', () => keys.reload());
  }

  /** What a token says that the provider has signed, for one of the audiences. @throws SignInFailure */
  async verified(provider: UsedProvider, token: string, expected: ExpectedToken): Promise<JWTPayload> {
    const configuration = await this.configurations.discovered(provider);
    const keys = this.keysOf(configuration);
    const { issuer } = configuration.serverMetadata();
    const { audience, required = [], maxAgeSeconds } = expected;
    const { payload } = await withJoseFailures('its token is not accepted', () =>
      jwtVerify(token, keys, {
        ...{ issuer, audience, algorithms: ALGORITHMS, clockTolerance: SKEW_SECONDS, maxTokenAge: maxAgeSeconds },
        requiredClaims: ['iss', 'aud', 'iat', ...required],
      }),
    );
    return payload;
  }

  /** @throws SignInFailure */
  private keysOf(configuration: Configuration): KeySet {
    const known = this.kept.get(configuration);
    if (known) return known;
    const { jwks_uri: address } = configuration.serverMetadata();
    if (address === undefined) throw new SignInFailure('provider-failed', 'it has no keys');
    const keys = createRemoteJWKSet(new URL(address), {
      [customFetch]: (url, { method, redirect, signal }) =>
        this.configurations.fetch(url, {
          method,
          redirect,
          signal,
          body: null,
          headers: { accept: 'application/json' },
        }),
      timeoutDuration: PROVIDER_WAIT_MS,
      cacheMaxAge: KEPT_MS,
      cooldownDuration: COOLDOWN_MS,
    });
    this.kept.set(configuration, keys);
    return keys;
  }
}

/** Does a step that needs a provider's keys. @throws SignInFailure for what the provider, or the token, is to blame for */
async function withJoseFailures<T>(failure: string, step: () => Promise<T>): Promise<T> {
  try {
    return await withProviderFailures(step);
  } catch (error) {
    if (!(error instanceof errors.JOSEError)) throw error;
    throw new SignInFailure('provider-failed', `${failure}: ${error.code}`, { cause: error });
  }
}
