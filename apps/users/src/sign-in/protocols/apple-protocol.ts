import { createPrivateKey } from 'node:crypto';
import { Injectable } from '@nestjs/common';
import { APPLE_ISSUER, ExternalIdentity, appleIdentity } from '@stoa/policy';
import { SignJWT } from 'jose';
import {
  Configuration,
  authorizationCodeGrant,
  buildAuthorizationUrl,
  calculatePKCECodeChallenge,
  enableNonRepudiationChecks,
} from 'openid-client';
import type { UsedProvider } from '../providers/used-provider';
import { OpenidConfigurations } from './openid-configurations';
import { failureOf, withProviderFailures } from './provider-failures';
import { ProviderTokens } from './provider-tokens';
import { SignInFailure } from './sign-in-failure';
import type { SignInProof, SignInProtocol } from './sign-in-protocol';

/** Life of the token that stands for a secret; Apple takes them for half a year. */
const SECRET_SECONDS = 300;
/** Tokens of apps that are older may have been kept by somebody; younger ones count once. */
const OLDEST_TOKEN_SECONDS = 600;
/** What of an answer the protocol is about: the rest is Apple's own. */
const PARTS = ['code', 'state', 'error', 'iss'];

/**
 * Apple: OpenID Connect whose answer is a form, whose secret is a token that this service signs, and which says a name only
 * once (identity.md 5.3).
 */
@Injectable()
export class AppleProtocol implements SignInProtocol {
  constructor(
    private readonly configurations: OpenidConfigurations,
    private readonly tokens: ProviderTokens,
  ) {}

  async begin(provider: UsedProvider, callback: string, proof: SignInProof): Promise<string> {
    const url = buildAuthorizationUrl(await this.configurations.discovered(provider), {
      redirect_uri: callback,
      response_type: 'code',
      response_mode: 'form_post',
      scope: 'name email',
      state: proof.state,
      nonce: proof.nonce,
      code_challenge: await calculatePKCECodeChallenge(proof.codeVerifier),
      code_challenge_method: 'S256',
    });
    return url.href;
  }

  async finish(provider: UsedProvider, callback: string, query: string, proof: SignInProof): Promise<ExternalIdentity> {
    const form = new URLSearchParams(query);
    const answer = new URL(callback);
    for (const part of PARTS) if (form.has(part)) answer.searchParams.set(part, form.get(part) ?? '');
    const configuration = await this.configurationOf(provider);
    const tokens = await withProviderFailures(() =>
      authorizationCodeGrant(configuration, answer, {
        expectedState: proof.state,
        expectedNonce: proof.nonce,
        pkceCodeVerifier: proof.codeVerifier,
        idTokenExpected: true,
      }),
    );
    const claims = tokens.claims();
    if (!claims) throw new SignInFailure('provider-failed', 'the provider sent no ID token');
    return appleIdentity(claims, form.get('user'));
  }

  /**
   * Who signed in to an app on a device of Apple's, which has the token without a browser.
   * @throws SignInFailure
   */
  async ofToken(provider: UsedProvider, idToken: string): Promise<ExternalIdentity> {
    const { client_id: servicesId = '', app_id: appId } = provider.settings;
    const audience = appId === undefined ? [servicesId] : [appId, servicesId];
    const claims = await this.tokens.verified(provider, idToken, {
      ...{ audience, required: ['exp'], maxAgeSeconds: OLDEST_TOKEN_SECONDS },
    });
    return appleIdentity(claims, null);
  }

  async test(provider: UsedProvider): Promise<string | null> {
    try {
      await this.tokens.checkKeys(provider);
      return null;
    } catch (error) {
      return failureOf(error);
    }
  }

  private async configurationOf(provider: UsedProvider): Promise<Configuration> {
    const server = (await this.configurations.discovered(provider)).serverMetadata();
    const configuration = this.configurations.fixed(provider, server, await clientSecret(provider));
    enableNonRepudiationChecks(configuration);
    return configuration;
  }
}

function clientSecret({ settings, secret }: UsedProvider): Promise<string> {
  const { team_id: team = '', key_id: kid = '', client_id: client = '', issuer = APPLE_ISSUER } = settings;
  const now = Math.floor(Date.now() / 1000);
  return new SignJWT({})
    .setProtectedHeader({ alg: 'ES256', kid })
    .setIssuer(team)
    .setSubject(client)
    .setAudience(issuer)
    .setIssuedAt(now)
    .setExpirationTime(now + SECRET_SECONDS)
    .sign(createPrivateKey(secret));
}
