import { Injectable } from '@nestjs/common';
import { Claims, ExternalIdentity, identityOfClaims, isOfHostedDomain, wantedClaims } from '@stoa/policy';
import {
  Configuration,
  authorizationCodeGrant,
  buildAuthorizationUrl,
  calculatePKCECodeChallenge,
  fetchUserInfo,
} from 'openid-client';
import type { UsedProvider } from '../providers/used-provider';
import { OpenidConfigurations } from './openid-configurations';
import { SignInFailure } from './sign-in-failure';
import { failureOf, withProviderFailures } from './provider-failures';
import type { SignInPrompt, SignInProof, SignInProtocol } from './sign-in-protocol';

const SCOPES = ['openid', 'email', 'profile'];

/** OpenID Connect: the code flow with PKCE, state and nonce, for whoever has discovery (identity.md 5.1). */
@Injectable()
export class OidcProtocol implements SignInProtocol {
  constructor(private readonly configurations: OpenidConfigurations) {}

  async begin(
    provider: UsedProvider,
    callback: string,
    proof: SignInProof,
    prompt: SignInPrompt = 'once',
  ): Promise<string> {
    const configuration = await this.configurations.discovered(provider);
    const { scopes = [], hosted_domain: hostedDomain } = provider.settings;
    const url = buildAuthorizationUrl(configuration, {
      redirect_uri: callback,
      response_type: 'code',
      scope: [...new Set([...SCOPES, ...scopes])].join(' '),
      state: proof.state,
      nonce: proof.nonce,
      code_challenge: await calculatePKCECodeChallenge(proof.codeVerifier),
      code_challenge_method: 'S256',
      ...(hostedDomain === undefined ? {} : { hd: hostedDomain }),
      // With an age the provider has to say when the person signed in.
      ...(prompt === 'again' ? { prompt: 'login', max_age: '0' } : {}),
    });
    return url.href;
  }

  async finish(provider: UsedProvider, callback: string, query: string, proof: SignInProof): Promise<ExternalIdentity> {
    const configuration = await this.configurations.discovered(provider);
    const answer = new URL(`${callback}?${query}`);
    const claims = await withProviderFailures(() =>
      claimsOf(configuration, answer, proof, wantedClaims(provider.settings)),
    );
    if (!isOfHostedDomain(claims, provider.settings)) {
      throw new SignInFailure('not-admitted', 'the account is of another domain');
    }
    return identityOfClaims(claims, provider.settings);
  }

  async test(provider: UsedProvider): Promise<string | null> {
    try {
      const server = (await this.configurations.discovered(provider)).serverMetadata();
      if (server.authorization_endpoint === undefined || server.token_endpoint === undefined) {
        return 'it has no addresses to sign in at';
      }
      if (server.jwks_uri === undefined) return 'it has no keys';
      const keys = await this.configurations.fetch(server.jwks_uri, {
        method: 'GET',
        headers: { accept: 'application/json' },
        redirect: 'manual',
        body: null,
      });
      return keys.ok ? null : 'its keys cannot be read';
    } catch (error) {
      return failureOf(error);
    }
  }
}

/** Checked claims about who signed in. Providers that keep the ID token short say the rest when they are asked. */
async function claimsOf(
  configuration: Configuration,
  answer: URL,
  proof: SignInProof,
  wanted: readonly string[],
): Promise<Claims> {
  const tokens = await authorizationCodeGrant(configuration, answer, {
    expectedState: proof.state,
    expectedNonce: proof.nonce,
    pkceCodeVerifier: proof.codeVerifier,
    idTokenExpected: true,
  });
  const claims = tokens.claims();
  if (!claims) throw new SignInFailure('provider-failed', 'the provider sent no ID token');
  const isComplete = wanted.every((name) => claims[name] !== undefined);
  if (isComplete || configuration.serverMetadata().userinfo_endpoint === undefined) return claims;
  const more = await fetchUserInfo(configuration, tokens.access_token, claims.sub);
  // Of when a sign-in is counts only if it is signed.
  return { ...more, auth_time: undefined, ...claims };
}
