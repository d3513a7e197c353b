import { CacheProvider, SAML, SamlConfig, ValidateInResponseTo } from '@node-saml/node-saml';
import { samlCertificate, samlKeyPair } from '@stoa/policy';
import type { UsedProvider } from '../providers/used-provider';
import { samlEntityId } from './saml-addresses';

const SKEW_MS = 60_000;

/** One exchange with a provider. */
export interface SamlExchange {
  /** This service's address for its answers. */
  callback: string;
  /** ID of the request: that which is made, or the one that is answered. */
  requestId: string;
  /** Who is signed in there signs in once more. */
  isForced?: boolean;
}

/**
 * The library, set up for one exchange with one provider: the request that is answered is known beforehand, so that it
 * keeps nothing itself (decision 062).
 */
export function samlClient(provider: UsedProvider, { callback, requestId, isForced }: SamlExchange): SAML {
  const { settings, secret } = provider;
  const { issuer, sso_url: entryPoint } = settings;
  if (issuer === undefined || entryPoint === undefined) throw new Error('a provider without addresses is not stored');
  const isResponseSigned = settings.signs === 'response';
  const entityId = samlEntityId(new URL(callback).origin, settings);
  return new SAML({
    entryPoint,
    logoutUrl: settings.slo_url,
    callbackUrl: callback,
    issuer: entityId,
    audience: entityId,
    idpIssuer: issuer,
    idpCert: certificatesOf(provider),
    ...keysOf(secret),
    wantAssertionsSigned: !isResponseSigned,
    wantAuthnResponseSigned: isResponseSigned,
    // Which NameID it sends is the provider's matter, and how people sign in there, too.
    identifierFormat: null,
    disableRequestedAuthnContext: true,
    forceAuthn: isForced === true,
    acceptedClockSkewMs: SKEW_MS,
    validateInResponseTo: ValidateInResponseTo.always,
    cacheProvider: onlyRequest(requestId),
    generateUniqueId: () => requestId,
  });
}

/** How requests are signed, and what opens encrypted assertions. */
export function keysOf(secret: string): Partial<SamlConfig> {
  const pair = samlKeyPair(secret);
  if (!pair) return {};
  const { privateKey } = pair;
  return { privateKey, decryptionPvk: privateKey, signatureAlgorithm: 'sha256', digestAlgorithm: 'sha256' };
}

function certificatesOf({ settings: { certificates = [] } }: UsedProvider): string[] {
  return certificates.flatMap((text) => samlCertificate(text)?.toString() ?? []);
}

/** Instead of the library's memory of requests, of which other replicas would know nothing. */
function onlyRequest(requestId: string): CacheProvider {
  const now = new Date().toISOString();
  return {
    saveAsync: (_key, value) => Promise.resolve({ value, createdAt: Date.now() }),
    getAsync: (key) => Promise.resolve(key === requestId ? now : null),
    removeAsync: (key) => Promise.resolve(key),
  };
}
