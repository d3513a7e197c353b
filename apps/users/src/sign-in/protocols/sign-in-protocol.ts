import type { ExternalIdentity, SignInKind } from '@stoa/policy';
import type { UsedProvider } from '../providers/used-provider';

/** What ties an answer of a provider to the one request that asked for it. */
export interface SignInProof {
  state: string;
  /** Of OpenID Connect; of SAML it names the request. OAuth has none. */
  nonce: string;
  /** PKCE: its hash goes with the browser, it itself with the code. */
  codeVerifier: string;
}

/** `again`: who is signed in at the provider signs in there once more, as far as it can be asked for that. */
export type SignInPrompt = 'once' | 'again';

/** How people are asked for at a provider, and what it says of them. */
export interface SignInProtocol {
  /**
   * Where the browser is sent.
   * @param callback this service's address for the answer
   * @throws SignInFailure
   */
  begin(provider: UsedProvider, callback: string, proof: SignInProof, prompt: SignInPrompt): Promise<string>;

  /**
   * Who signed in, by an answer that belongs to the proof.
   * @param query of the answer, or its form as one, whose state has led to the proof
   * @throws SignInFailure
   */
  finish(provider: UsedProvider, callback: string, query: string, proof: SignInProof): Promise<ExternalIdentity>;

  /** @returns why the provider cannot be used, in English, or null */
  test(provider: UsedProvider): Promise<string | null>;
}

/** What an answer says of the sign-in that it belongs to. Nobody has checked it. */
export function stateOf(kind: string, answer: URLSearchParams): string {
  return answer.get(kind === 'saml' ? 'RelayState' : 'state') ?? '';
}

/** This service's address for the answers of providers of a kind; they have to know it. */
export function callbackUrl(realmUrl: string, kind: SignInKind): string {
  return `${realmUrl}/complete/${kind}/`;
}
