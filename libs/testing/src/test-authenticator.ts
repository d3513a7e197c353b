import { createHash, generateKeyPairSync, randomBytes, sign } from 'node:crypto';
import type { NewCredential, SignedCredential } from '@stoa/contracts/users';
import { isoCBOR } from '@simplewebauthn/server/helpers';

const USER_PRESENT = 0x01;
const USER_VERIFIED = 0x04;
const ATTESTED = 0x40;

interface Ceremony {
  challenge: string;
  origin: string;
  rpId: string;
}

interface Deviations {
  /** What the browser says of the ceremony. */
  type?: string;
  isVerified?: boolean;
  userHandle?: string | null;
  /** Instead of counting on. */
  counter?: number;
}

/** An authenticator with one passkey on P-256, and the browser around it. */
export class TestAuthenticator {
  readonly id = randomBytes(16);
  private readonly keys = generateKeyPairSync('ec', { namedCurve: 'P-256' });
  private counter = 0;

  /** Answers `navigator.credentials.create`. */
  create({ challenge, origin, rpId }: Ceremony, { type, isVerified = true }: Deviations = {}): NewCredential {
    const { x = '', y = '' } = this.keys.publicKey.export({ format: 'jwk' });
    const publicKey = isoCBOR.encode(
      new Map<number, number | Uint8Array>([
        [1, 2],
        [3, -7],
        [-1, 1],
        [-2, Uint8Array.from(Buffer.from(x, 'base64url'))],
        [-3, Uint8Array.from(Buffer.from(y, 'base64url'))],
      ]),
    );
    const length = Buffer.alloc(2);
    length.writeUInt16BE(this.id.length);
    const credential = Buffer.concat([Buffer.alloc(16), length, this.id, publicKey]);
    const data = Buffer.concat([this.data(rpId, ATTESTED | (isVerified ? USER_VERIFIED : 0)), credential]);
    const attestation = new Map<string, string | Uint8Array | Map<string, string>>([
      ['fmt', 'none'],
      ['attStmt', new Map()],
      ['authData', Uint8Array.from(data)],
    ]);
    return {
      id: this.id.toString('base64url'),
      response: {
        clientDataJSON: clientData(type ?? 'webauthn.create', challenge, origin).toString('base64url'),
        attestationObject: Buffer.from(isoCBOR.encode(attestation)).toString('base64url'),
        transports: ['internal'],
      },
    };
  }

  /** Answers `navigator.credentials.get`. */
  get({ challenge, origin, rpId }: Ceremony, deviations: Deviations & { userHandle: string | null }): SignedCredential {
    const { type = 'webauthn.get', isVerified = true, counter, userHandle } = deviations;
    this.counter = counter ?? this.counter + 1;
    const client = clientData(type, challenge, origin);
    const data = this.data(rpId, isVerified ? USER_VERIFIED : 0);
    const signed = Buffer.concat([data, createHash('sha256').update(client).digest()]);
    return {
      id: this.id.toString('base64url'),
      response: {
        clientDataJSON: client.toString('base64url'),
        authenticatorData: data.toString('base64url'),
        signature: sign('sha256', signed, this.keys.privateKey).toString('base64url'),
        userHandle,
      },
    };
  }

  private data(rpId: string, flags: number): Buffer {
    const rest = Buffer.alloc(5);
    rest.writeUInt8(USER_PRESENT | flags);
    rest.writeUInt32BE(this.counter, 1);
    return Buffer.concat([createHash('sha256').update(rpId).digest(), rest]);
  }
}

function clientData(type: string, challenge: string, origin: string): Buffer {
  return Buffer.from(JSON.stringify({ type, challenge, origin, crossOrigin: false }));
}
