import { Injectable } from '@nestjs/common';
import type { ExternalIdentity } from '@stoa/policy';
import {
  Configuration,
  ServerMetadata,
  authorizationCodeGrant,
  buildAuthorizationUrl,
  calculatePKCECodeChallenge,
} from 'openid-client';
import type { UsedProvider } from '../providers/used-provider';
import { OpenidConfigurations } from './openid-configurations';
import { failureOf, withProviderFailures } from './provider-failures';
import { SignInFailure } from './sign-in-failure';
import type { SignInProof, SignInProtocol } from './sign-in-protocol';

/** Asks the API of a service in the name of who signed in. `allowed`: statuses besides 200 that are answers. */
export type AskApi = (url: string, allowed?: readonly number[]) => Promise<{ status: number; body: unknown }>;

/** Plain OAuth 2: state and PKCE carry everything, and the service's own API says who signed in (identity.md 5.2). */
@Injectable()
export abstract class OauthProtocol implements SignInProtocol {
  constructor(private readonly configurations: OpenidConfigurations) {}

  protected abstract serverOf(provider: UsedProvider): ServerMetadata;
  protected abstract scopesOf(provider: UsedProvider): string[];
  protected abstract identityOf(provider: UsedProvider, ask: AskApi): Promise<ExternalIdentity>;

  async begin(provider: UsedProvider, callback: string, proof: SignInProof): Promise<string> {
    const url = buildAuthorizationUrl(this.configurationOf(provider), {
      redirect_uri: callback,
      response_type: 'code',
      scope: this.scopesOf(provider).join(' '),
      state: proof.state,
      code_challenge: await calculatePKCECodeChallenge(proof.codeVerifier),
      code_challenge_method: 'S256',
    });
    return url.href;
  }

  finish(provider: UsedProvider, callback: string, query: string, proof: SignInProof): Promise<ExternalIdentity> {
    return withProviderFailures(async () => {
      const tokens = await authorizationCodeGrant(this.configurationOf(provider), new URL(`${callback}?${query}`), {
        expectedState: proof.state,
        pkceCodeVerifier: proof.codeVerifier,
      });
      return this.identityOf(provider, (url, allowed) => this.ask(url, tokens.access_token, allowed));
    });
  }

  /** There is nothing to be discovered: whether the service answers at all. */
  async test(provider: UsedProvider): Promise<string | null> {
    try {
      const { issuer } = this.serverOf(provider);
      const answer = await this.configurations.fetch(`${issuer}/`, {
        method: 'GET',
        headers: { accept: 'text/html' },
        redirect: 'manual',
        body: null,
      });
      return answer.status < 500 ? null : `it answered ${answer.status}`;
    } catch (error) {
      return failureOf(error);
    }
  }

  private configurationOf(provider: UsedProvider): Configuration {
    return this.configurations.fixed(provider, this.serverOf(provider));
  }

  private async ask(url: string, token: string, allowed: readonly number[] = []) {
    const answer = await this.configurations.fetch(url, {
      method: 'GET',
      headers: { accept: 'application/json', authorization: `Bearer ${token}` },
      redirect: 'manual',
      body: null,
    });
    if (allowed.includes(answer.status)) return { status: answer.status, body: undefined };
    if (answer.status !== 200) throw new SignInFailure('provider-failed', `its API answered ${answer.status}`);
    try {
      const body: unknown = await answer.json();
      return { status: answer.status, body };
    } catch (error) {
      throw new SignInFailure('provider-failed', 'its API answered no JSON', { cause: error });
    }
  }
}
