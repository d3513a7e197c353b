import type { Profile } from '@node-saml/node-saml';
import { Injectable } from '@nestjs/common';
import { ExternalIdentity, identityOfAssertion, samlCertificate } from '@stoa/policy';
import { SignInFailure } from '../protocols/sign-in-failure';
import type { SignInPrompt, SignInProof, SignInProtocol } from '../protocols/sign-in-protocol';
import type { UsedProvider } from '../providers/used-provider';
import { readSamlAssertion } from './saml-assertion';
import { samlClient } from './saml-client';
import { checkSamlResponse } from './saml-document';

/**
 * SAML 2.0: people go to the provider by a redirect, and come back with a form (identity.md 5.4, 5.5). The library checks
 * signatures, times and audience; what it leaves to its users is checked before and after it.
 */
@Injectable()
export class SamlProtocol implements SignInProtocol {
  begin(provider: UsedProvider, callback: string, proof: SignInProof, prompt: SignInPrompt = 'once'): Promise<string> {
    const exchange = { callback, requestId: requestIdOf(proof), isForced: prompt === 'again' };
    return samlClient(provider, exchange).getAuthorizeUrlAsync(proof.state, undefined, {});
  }

  async finish(provider: UsedProvider, callback: string, query: string, proof: SignInProof): Promise<ExternalIdentity> {
    const { settings } = provider;
    const { issuer = '' } = settings;
    const requestId = requestIdOf(proof);
    const encoded = new URLSearchParams(query).get('SAMLResponse') ?? '';
    const xml = Buffer.from(encoded, 'base64').toString('utf8');
    const head = checkSamlResponse(xml, settings.signs ?? 'assertion');
    if (head.issuer !== undefined && head.issuer !== issuer) throw refused('the answer is of another issuer');
    if (head.destination !== undefined && head.destination !== callback) {
      throw refused('the answer is for another address');
    }
    const profile = await verified(() =>
      samlClient(provider, { callback, requestId }).validatePostResponseAsync({ SAMLResponse: encoded }),
    );
    const assertion = readSamlAssertion(profile?.getAssertion?.(), {
      ...{ issuer, requestId },
      recipient: callback,
      now: Date.now(),
    });
    const identity = identityOfAssertion(assertion, issuer, settings);
    if (!identity) throw refused('it has no lasting name for the person: set subject_attribute, or another NameID');
    const { nameId, nameIdFormat, sessionIndex } = assertion;
    return { ...identity, session: { name: nameId, nameFormat: nameIdFormat, id: sessionIndex } };
  }

  /** The provider cannot be asked anything, only people can be sent there: whether its certificates are still good. */
  test({ settings: { certificates = [] } }: UsedProvider): Promise<string | null> {
    const ends = certificates.map((text) => Date.parse(samlCertificate(text)?.validTo ?? ''));
    return Promise.resolve(ends.some((end) => Date.now() < end) ? null : 'its certificates have expired');
  }
}

/** IDs in XML begin with no digit. */
function requestIdOf({ nonce }: SignInProof): string {
  return `_${nonce}`;
}

/**
 * The library throws plain errors for all that is wrong with a message, and does nothing here that could fail otherwise: it
 * keeps nothing and asks nobody. What it says names the reason, and quotes audiences and issuers at most.
 */
async function verified(check: () => Promise<{ profile: Profile | null }>): Promise<Profile | null> {
  try {
    return (await check()).profile;
  } catch (error) {
    const detail = error instanceof Error ? error.message.slice(0, 200) : 'the signature could not be checked';
    throw new SignInFailure('provider-failed', detail, { cause: error });
  }
}

function refused(message: string): SignInFailure {
  return new SignInFailure('provider-failed', message);
}
