import { generateKeyPairSync, sign } from 'node:crypto';

const DAY_MS = 86_400_000;

/** An element of ASN.1's distinguished encoding. */
function element(tag: number, ...parts: readonly Buffer[]): Buffer {
  const content = Buffer.concat(parts);
  const { length } = content;
  const size = length < 128 ? [length] : length < 256 ? [0x81, length] : [0x82, length >> 8, length & 0xff];
  return Buffer.concat([Buffer.from([tag, ...size]), content]);
}

const sequence = (...parts: readonly Buffer[]): Buffer => element(0x30, ...parts);
const objectId = (hex: string): Buffer => element(0x06, Buffer.from(hex, 'hex'));
const utcTime = (at: Date): Buffer =>
  element(0x17, Buffer.from(`${at.toISOString().slice(2, 19).replace(/[-:T]/g, '')}Z`));

const ECDSA_WITH_SHA256 = sequence(objectId('2a8648ce3d040302'));
const COMMON_NAME = objectId('550403');
const SUBJECT_ALTERNATIVE_NAME = objectId('551d11');
const BASIC_CONSTRAINTS = objectId('551d13');

const nameOf = (host: string): Buffer =>
  sequence(element(0x31, sequence(COMMON_NAME, element(0x0c, Buffer.from(host)))));

/** A certificate that nobody has signed but itself, for one host and a day, as PEM. Made anew: keys do not belong in repositories. */
export function selfSigned(host: string): { key: string; cert: string } {
  const { privateKey, publicKey } = generateKeyPairSync('ec', { namedCurve: 'prime256v1' });
  const now = Date.now();
  const extensions = sequence(
    sequence(
      BASIC_CONSTRAINTS,
      element(0x01, Buffer.from([0xff])),
      element(0x04, sequence(element(0x01, Buffer.from([0xff])))),
    ),
    sequence(SUBJECT_ALTERNATIVE_NAME, element(0x04, sequence(element(0x82, Buffer.from(host))))),
  );
  const toSign = sequence(
    element(0xa0, element(0x02, Buffer.from([2]))),
    element(0x02, Buffer.from([1])),
    ECDSA_WITH_SHA256,
    nameOf(host),
    sequence(utcTime(new Date(now - DAY_MS)), utcTime(new Date(now + DAY_MS))),
    nameOf(host),
    publicKey.export({ type: 'spki', format: 'der' }),
    element(0xa3, extensions),
  );
  const signature = element(0x03, Buffer.from([0]), sign('sha256', toSign, privateKey));
  const certificate = sequence(toSign, ECDSA_WITH_SHA256, signature).toString('base64');
  const lines = certificate.match(/.{1,64}/g)?.join('\n') ?? '';
  return {
    key: privateKey.export({ type: 'pkcs8', format: 'pem' }).toString(),
    cert: `-----BEGIN CERTIFICATE-----\n${lines}\n-----END CERTIFICATE-----\n`,
  };
}
