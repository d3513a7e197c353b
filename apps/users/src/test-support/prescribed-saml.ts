import { execFileSync } from 'node:child_process';
import { createPublicKey } from 'node:crypto';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { SignedXml } from 'xml-crypto';
import { encrypt } from 'xml-encryption';

const EXCLUSIVE = 'http://www.w3.org/2001/10/xml-exc-c14n#';
const ENVELOPED = 'http://www.w3.org/2000/09/xmldsig#enveloped-signature';
const RSA_SHA256 = 'http://www.w3.org/2001/04/xmldsig-more#rsa-sha256';
const SHA256 = 'http://www.w3.org/2001/04/xmlenc#sha256';
export const PERSISTENT = 'urn:oasis:names:tc:SAML:2.0:nameid-format:persistent';
export const BEARER = 'urn:oasis:names:tc:SAML:2.0:cm:bearer';

export interface KeyPair {
  key: string;
  certificate: string;
}

/** An RSA key and a certificate that it signed itself. @param bits of the key */
export function makeKeyPair(bits = 2048): KeyPair {
  const folder = mkdtempSync(path.join(tmpdir(), 'stoa-saml-'));
  const [key, certificate] = [path.join(folder, 'key.pem'), path.join(folder, 'certificate.pem')];
  const kind = ['req', '-x509', '-newkey', `rsa:${bits}`, '-nodes', '-days', '2', '-subj', '/CN=test'];
  execFileSync('openssl', [...kind, '-keyout', key, '-out', certificate], { stdio: 'ignore' });
  const pair = { key: readFileSync(key, 'utf8'), certificate: readFileSync(certificate, 'utf8') };
  rmSync(folder, { recursive: true });
  return pair;
}

/** What an assertion and the answer around it say; null leaves a part out. */
export interface SamlValues {
  issuer: string;
  responseIssuer: string | null;
  audience: string | null;
  recipient: string;
  destination: string | null;
  inResponseTo: string | null;
  status: string;
  method: string;
  nameId: string;
  nameIdFormat: string;
  sessionIndex: string;
  attributes: Record<string, string | string[]>;
  /** Seconds from now. */
  notBefore: number;
  notOnOrAfter: number;
  confirmedUntil: number;
  /** When the person signed in; now unless it is given. */
  authnInstant?: number | null;
  id: string;
}

const at = (seconds: number) => new Date(Date.now() + seconds * 1000).toISOString();
const STATUS = 'urn:oasis:names:tc:SAML:2.0:status:';

export function assertionXml(values: SamlValues): string {
  const attributes = Object.entries(values.attributes).map(([name, value]) => {
    const texts = [value].flat().map((text) => `<saml:AttributeValue>${text}</saml:AttributeValue>`);
    return `<saml:Attribute Name="${name}">${texts.join('')}</saml:Attribute>`;
  });
  const audience =
    values.audience === null
      ? ''
      : `<saml:AudienceRestriction><saml:Audience>${values.audience}</saml:Audience></saml:AudienceRestriction>`;
  return (
    `<saml:Assertion xmlns:saml="urn:oasis:names:tc:SAML:2.0:assertion" ID="${values.id}" Version="2.0" IssueInstant="${at(0)}">` +
    `<saml:Issuer>${values.issuer}</saml:Issuer><saml:Subject>` +
    `<saml:NameID Format="${values.nameIdFormat}">${values.nameId}</saml:NameID>` +
    `<saml:SubjectConfirmation Method="${values.method}"><saml:SubjectConfirmationData Recipient="${values.recipient}" ` +
    `${inResponseTo(values)} NotOnOrAfter="${at(values.confirmedUntil)}"/></saml:SubjectConfirmation></saml:Subject>` +
    `<saml:Conditions NotBefore="${at(values.notBefore)}" NotOnOrAfter="${at(values.notOnOrAfter)}">${audience}</saml:Conditions>` +
    `<saml:AuthnStatement ${authnInstant(values)} SessionIndex="${values.sessionIndex}"><saml:AuthnContext/></saml:AuthnStatement>` +
    `<saml:AttributeStatement>${attributes.join('')}</saml:AttributeStatement></saml:Assertion>`
  );
}

export function responseXml(values: SamlValues, content: string): string {
  const destination = values.destination === null ? '' : `Destination="${values.destination}"`;
  const issuer =
    values.responseIssuer === null
      ? ''
      : `<saml:Issuer xmlns:saml="urn:oasis:names:tc:SAML:2.0:assertion">${values.responseIssuer}</saml:Issuer>`;
  return (
    `<samlp:Response xmlns:samlp="urn:oasis:names:tc:SAML:2.0:protocol" ID="_response" Version="2.0" IssueInstant="${at(0)}" ` +
    `${destination} ${inResponseTo(values)}>${issuer}` +
    `<samlp:Status><samlp:StatusCode Value="${STATUS}${values.status}"/></samlp:Status>${content}</samlp:Response>`
  );
}

function authnInstant({ authnInstant: seconds = 0 }: SamlValues): string {
  return seconds === null ? '' : `AuthnInstant="${at(seconds)}"`;
}

function inResponseTo({ inResponseTo: id }: SamlValues): string {
  return id === null ? '' : `InResponseTo="${id}"`;
}

export interface SigningOptions {
  signatureAlgorithm?: string;
  digestAlgorithm?: string;
  transforms?: string[];
}

/** Signs the one element of a name in a document; its signature stands after the issuer. */
export function signElement(
  xml: string,
  name: 'Assertion' | 'Response',
  pair: KeyPair,
  options: SigningOptions = {},
): string {
  const element = `//*[local-name(.)='${name}']`;
  const signature = new SignedXml({
    privateKey: pair.key,
    publicCert: pair.certificate,
    signatureAlgorithm: options.signatureAlgorithm ?? RSA_SHA256,
    canonicalizationAlgorithm: EXCLUSIVE,
  });
  signature.addReference({
    xpath: element,
    transforms: options.transforms ?? [ENVELOPED, EXCLUSIVE],
    digestAlgorithm: options.digestAlgorithm ?? SHA256,
  });
  const location = { reference: `${element}/*[local-name(.)='Issuer']`, action: 'after' } as const;
  signature.computeSignature(xml, { prefix: 'ds', location });
  return signature.getSignedXml();
}

const OAEP = 'http://www.w3.org/2001/04/xmlenc#rsa-oaep-mgf1p' as const;
const CIPHERS = {
  'aes256-gcm': 'http://www.w3.org/2009/xmlenc11#aes256-gcm',
  'aes256-cbc': 'http://www.w3.org/2001/04/xmlenc#aes256-cbc',
} as const;

/** An assertion that only the owner of a key can read. */
export function encryptAssertion(xml: string, { certificate }: KeyPair, cipher: keyof typeof CIPHERS): Promise<string> {
  const options = {
    rsa_pub: createPublicKey(certificate).export({ type: 'spki', format: 'pem' }).toString(),
    pem: certificate,
    encryptionAlgorithm: CIPHERS[cipher],
    keyEncryptionAlgorithm: OAEP,
  };
  return new Promise((resolve, reject) => {
    encrypt(xml, options, (error: Error | null, data: unknown) => {
      if (error) reject(error);
      else
        resolve(
          `<saml:EncryptedAssertion xmlns:saml="urn:oasis:names:tc:SAML:2.0:assertion">${String(data)}</saml:EncryptedAssertion>`,
        );
    });
  });
}
