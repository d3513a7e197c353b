import { Injectable } from '@nestjs/common';
import { generateSessionToken } from '@stoa/policy';
import { callbackUrl } from '../protocols/sign-in-protocol';
import { SignInProtocols } from '../protocols/sign-in-protocols';
import type { UsedProvider } from '../providers/used-provider';
import type { AttemptData } from './attempt-data';
import { SignInAttempts, sha256 } from './sign-in-attempts';

/** A way to a provider that a browser begins. */
export interface SignInStart extends Pick<AttemptData<'provider'>, 'purpose' | 'replacedSessionId'> {
  /** The account there is added to this one. */
  linkTo?: AttemptData<'link'>['linkTo'];
  /** The person is to sign in there again, which confirms whose this session is. */
  confirms?: AttemptData<'confirm'>['confirms'];
  realmId: number;
  realmUrl: string;
  browserToken: string;
}

/** Sends browsers to providers, and remembers what for (decision 053). */
@Injectable()
export class SignInStarts {
  constructor(
    private readonly protocols: SignInProtocols,
    private readonly attempts: SignInAttempts,
  ) {}

  /** @returns where the browser goes @throws SignInFailure for a provider that cannot be asked */
  async begin(
    provider: UsedProvider,
    { realmId, realmUrl, browserToken, linkTo, confirms, ...data }: SignInStart,
  ): Promise<string> {
    const [state, nonce, codeVerifier] = [generateSessionToken(), generateSessionToken(), generateSessionToken()];
    const proof = { state, nonce, codeVerifier };
    const protocol = this.protocols.of(provider.kind);
    const callback = callbackUrl(realmUrl, provider.kind);
    const location = await protocol.begin(provider, callback, proof, confirms ? 'again' : 'once');
    const holder = { realmId, key: state, holderHash: sha256(browserToken) };
    if (linkTo) await this.attempts.begin('link', holder, provider.id, { ...data, linkTo, proof });
    else if (confirms) await this.attempts.begin('confirm', holder, provider.id, { ...data, confirms, proof });
    else await this.attempts.begin('provider', holder, provider.id, { ...data, proof });
    return location;
  }
}
