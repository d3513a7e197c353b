import { promisify } from 'node:util';
import { inflateRaw } from 'node:zlib';
import type { Profile } from '@node-saml/node-saml';
import { SignInFailure } from '../protocols/sign-in-failure';
import type { UsedProvider } from '../providers/used-provider';
import { SamlExchange, samlClient } from './saml-client';
import { parseSamlLogOut } from './saml-document';

const UNSPECIFIED = 'urn:oasis:names:tc:SAML:1.1:nameid-format:unspecified';
/** Of a request, inflated: it names somebody, and his sessions. */
const LARGEST_BYTES = 65_536;
/** Older messages than this were not sent now: five minutes, and the difference of clocks. */
const LONGEST_AGE_MS = 360_000;
const SIGNATURES: ReadonlySet<string> = new Set([
  'http://www.w3.org/2001/04/xmldsig-more#rsa-sha256',
  'http://www.w3.org/2001/04/xmldsig-more#rsa-sha512',
]);
const PARTS = ['SAMLRequest', 'RelayState', 'SigAlg', 'Signature'] as const;

/** A log-out as the browser brings it from the provider. Nobody has checked its signature. */
export interface ReceivedLogOut {
  issuer: string;
  messageId: string;
  destination: string | undefined;
  issuedAt: number;
  /** The provider's sessions that are over; none for all of the person. */
  sessionIds: readonly string[];
  fields: Record<(typeof PARTS)[number], string>;
  /** The same as they came, in the order in which they are signed. */
  signed: string;
}

const inflate = promisify(inflateRaw);

/**
 * Reads a request of the redirect binding. Everything that counts stands once: the signature is of the text as it came.
 * @param query of the address
 * @throws SignInFailure
 */
export async function readSamlLogOut(query: string): Promise<ReceivedLogOut> {
  const parts = query.split('&');
  const ofName = (name: string) => parts.filter((part) => part.startsWith(`${name}=`));
  const [request, relayState, algorithm, signature] = PARTS.map(ofName);
  if ([request, algorithm, signature].some((found) => found?.length !== 1) || (relayState?.length ?? 0) > 1) {
    throw refused('a log-out is not signed, or a part of it stands twice');
  }
  const kept = PARTS.flatMap(ofName).join('&');
  const given = new URLSearchParams(kept);
  const fields = {
    SAMLRequest: given.get('SAMLRequest') ?? '',
    RelayState: given.get('RelayState') ?? '',
    SigAlg: given.get('SigAlg') ?? '',
    Signature: given.get('Signature') ?? '',
  };
  if (!SIGNATURES.has(fields.SigAlg))
    throw refused('its signature is of another kind than RSA with SHA-256 or SHA-512');
  return { ...parseSamlLogOut(await inflated(fields.SAMLRequest)), fields, signed: kept };
}

async function inflated(encoded: string): Promise<string> {
  try {
    return (await inflate(Buffer.from(encoded, 'base64'), { maxOutputLength: LARGEST_BYTES })).toString('utf8');
  } catch (error) {
    throw new SignInFailure('provider-failed', 'the message cannot be inflated', { cause: error });
  }
}

/**
 * Checks that the provider made a log-out, for this address, a moment ago.
 * @returns what it calls the person
 * @throws SignInFailure
 */
export async function verifySamlLogOut(
  provider: UsedProvider,
  exchange: SamlExchange,
  logOut: ReceivedLogOut,
): Promise<Profile> {
  const { destination, issuedAt, fields, signed } = logOut;
  if (destination !== exchange.callback) throw refused('the log-out is for another address');
  // NaN is no time either.
  if (!(Math.abs(Date.now() - issuedAt) <= LONGEST_AGE_MS)) throw refused('the log-out is of another time');
  const { RelayState: relayState, ...rest } = fields;
  const container = relayState === '' ? rest : fields;
  try {
    const { profile } = await samlClient(provider, exchange).validateRedirectAsync(container, signed);
    if (profile) return profile;
  } catch (error) {
    const detail = error instanceof Error ? error.message.slice(0, 200) : 'the signature could not be checked';
    throw new SignInFailure('provider-failed', detail, { cause: error });
  }
  throw refused('the log-out names nobody');
}

/** Where the browser brings the answer to a log-out. @returns undefined for a provider that wants none */
export async function samlLogOutAnswerUrl(
  provider: UsedProvider,
  exchange: SamlExchange,
  { profile, relayState, isKnown }: { profile: Profile; relayState: string; isKnown: boolean },
): Promise<string | undefined> {
  if (provider.settings.slo_url === undefined) return undefined;
  return samlClient(provider, exchange).getLogoutResponseUrlAsync(profile, relayState, {}, isKnown);
}

/** Where the browser signs out of its provider. @returns undefined for a provider that has no such address */
export async function samlLogOutUrl(
  provider: UsedProvider,
  exchange: SamlExchange,
  session: { name: string; name_format: string | null; provider_session: string | null },
): Promise<string | undefined> {
  const { issuer = '', slo_url: sloUrl } = provider.settings;
  if (sloUrl === undefined) return undefined;
  const profile = {
    issuer,
    nameID: session.name,
    nameIDFormat: session.name_format ?? UNSPECIFIED,
    sessionIndex: session.provider_session ?? undefined,
  };
  return samlClient(provider, exchange).getLogoutUrlAsync(profile, '', {});
}

function refused(message: string): SignInFailure {
  return new SignInFailure('provider-failed', message);
}
