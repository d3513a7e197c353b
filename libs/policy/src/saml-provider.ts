import { type KeyObject, X509Certificate, createPrivateKey } from 'node:crypto';

/** What an organization knows of a provider that speaks SAML; names as the API has them (identity.md 5.4). */
export interface SamlProviderSettings {
  /** Address to which people are sent to sign in. */
  sso_url?: string;
  /** Address to which log-outs are told. */
  slo_url?: string;
  /** Whoever signs out here signs out there, too. */
  logs_out_at_provider?: boolean;
  /** Certificates with whose keys the provider signs: several while it changes them. */
  certificates?: string[];
  /** What of its answers it signs; the assertion unless it says so. */
  signs?: SamlSignedPart;
  /** What becomes of people who come from the provider without having been sent there. Refused unless it says so. */
  idp_initiated?: IdpInitiated;
  /** Attributes that say who somebody is; the usual ones unless given. */
  email_attribute?: string;
  name_attribute?: string;
  first_name_attribute?: string;
  last_name_attribute?: string;
  /** By what the provider knows somebody for ever; the NameID unless given. */
  subject_attribute?: string;
}

export const SAML_SIGNED_PARTS = ['assertion', 'response'] as const;
export type SamlSignedPart = (typeof SAML_SIGNED_PARTS)[number];

/** `redirect`: they are sent there once more, so that their browser has asked for what it brings. */
export const IDP_INITIATED = ['refuse', 'redirect'] as const;
export type IdpInitiated = (typeof IDP_INITIATED)[number];

/** The service's own key for a provider: signs what it asks, and opens what is encrypted for it. PEM both. */
export interface SamlKeyPair {
  privateKey: string;
  certificate: string;
}

const LEAST_RSA_BITS = 2048;
const PRIVATE_KEY = /-----BEGIN ([A-Z]+ )?PRIVATE KEY-----[^-]+-----END ([A-Z]+ )?PRIVATE KEY-----/;
const CERTIFICATE = /-----BEGIN CERTIFICATE-----[^-]+-----END CERTIFICATE-----/;
const BASE64 = /^[A-Za-z0-9+/=\s]+$/;
/** Names of things in SAML: addresses and other URIs. */
const ENTITY_ID = /^[\x21-\x7e]{1,500}$/;

/**
 * What is wrong with the settings of a SAML provider, in words for whoever sets it up.
 * @param isDevelopment providers without TLS are for tests on one's own machine
 */
export function samlProviderProblem(
  settings: SamlProviderSettings & { issuer?: string; client_id?: string },
  isDevelopment: boolean,
): string | null {
  const { issuer, client_id: entityId, sso_url: ssoUrl, slo_url: sloUrl, certificates = [] } = settings;
  if (issuer === undefined || !ENTITY_ID.test(issuer)) return 'The provider needs its issuer.';
  if (entityId !== undefined && !ENTITY_ID.test(entityId)) return 'The provider needs its client_id.';
  if (ssoUrl === undefined || !isAddress(ssoUrl, isDevelopment)) {
    return 'The provider needs its sso_url, which begins with https://.';
  }
  if (sloUrl !== undefined && !isAddress(sloUrl, isDevelopment)) return 'The slo_url must begin with https://.';
  if (sloUrl === undefined && settings.logs_out_at_provider === true) return 'The provider needs its slo_url.';
  if (certificates.length === 0) return 'The provider needs a certificate, by which its answers are known.';
  if (!certificates.every((certificate) => samlCertificate(certificate))) {
    return 'A certificate cannot be read, or is not that of an RSA key of 2048 bits or more.';
  }
  return null;
}

/** Names of the settings that only SAML has. */
export const SAML_SETTING_NAMES: readonly (keyof SamlProviderSettings)[] = [
  ...([
    'sso_url',
    'slo_url',
    'logs_out_at_provider',
    'certificates',
    'signs',
    'idp_initiated',
    'email_attribute',
    'name_attribute',
  ] as const),
  ...(['first_name_attribute', 'last_name_attribute', 'subject_attribute'] as const),
];

/**
 * A certificate that signatures are checked with.
 * @param text PEM, or its base64 alone, as metadata has it
 * @returns undefined for what cannot be read, or has a key that is weak or of another kind
 */
export function samlCertificate(text: string): X509Certificate | undefined {
  const pem = BASE64.test(text) ? `-----BEGIN CERTIFICATE-----\n${text.trim()}\n-----END CERTIFICATE-----` : text;
  const certificate = readOrUndefined(() => new X509Certificate(pem));
  return certificate && isStrongRsa(certificate.publicKey) ? certificate : undefined;
}

/**
 * The key pair in the secret of a provider.
 * @param secret a private key and its certificate as PEM, in any order; '' for a provider that needs none
 * @returns undefined for other texts
 */
export function samlKeyPair(secret: string): SamlKeyPair | undefined {
  const [key] = PRIVATE_KEY.exec(secret) ?? [];
  const [pem] = CERTIFICATE.exec(secret) ?? [];
  if (key === undefined || pem === undefined) return undefined;
  const privateKey = readOrUndefined(() => createPrivateKey(key));
  const certificate = samlCertificate(pem);
  if (!privateKey || !certificate?.checkPrivateKey(privateKey)) return undefined;
  const pkcs8 = privateKey.export({ type: 'pkcs8', format: 'pem' }).toString();
  return { privateKey: pkcs8, certificate: certificate.toString() };
}

function isStrongRsa({ asymmetricKeyType, asymmetricKeyDetails }: KeyObject): boolean {
  return asymmetricKeyType === 'rsa' && (asymmetricKeyDetails?.modulusLength ?? 0) >= LEAST_RSA_BITS;
}

function isAddress(text: string, isDevelopment: boolean): boolean {
  if (!URL.canParse(text)) return false;
  const { protocol, username, password, hash } = new URL(text);
  const isSafe = protocol === 'https:' || (isDevelopment && protocol === 'http:');
  return isSafe && username === '' && password === '' && hash === '';
}

/** Node's readers of keys throw for every text that is none; what they say of it helps nobody. */
function readOrUndefined<T>(read: () => T): T | undefined {
  try {
    return read();
  } catch {
    return undefined;
  }
}
