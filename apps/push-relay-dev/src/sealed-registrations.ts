import { Static, Type } from '@sinclair/typebox';
import { Value } from '@sinclair/typebox/value';
import sodium from 'libsodium-wrappers';

const LONGEST_TOKEN = 4096;
const MOST_SECONDS = 24 * 3600;
const APP_ID = /^[.a-zA-Z0-9-]+$/;
const HEXADECIMAL = /^[0-9a-fA-F]+$/;

const Registration = Type.Object(
  {
    token: Type.String({ minLength: 1, maxLength: LONGEST_TOKEN }),
    token_kind: Type.Union([Type.Literal('apns'), Type.Literal('fcm')]),
    timestamp: Type.Integer(),
    ios_app_id: Type.Optional(Type.Union([Type.String(), Type.Null()])),
  },
  { additionalProperties: false },
);
/** What a client sealed for the relay (push.md 2.2). */
export type PushRegistration = Static<typeof Registration>;

/** Standard base64, both. */
export interface KeyPair {
  publicKey: string;
  privateKey: string;
}

export type OpenedRegistration =
  { registration: PushRegistration } | { problem: 'unknown key' | 'invalid' | 'expired' };

/** Makes the relay's key pair. Await {@link ready} first. */
export function createKeyPair(): KeyPair {
  const { publicKey, privateKey } = sodium.crypto_box_keypair();
  return {
    publicKey: Buffer.from(publicKey).toString('base64'),
    privateKey: Buffer.from(privateKey).toString('base64'),
  };
}

export const ready: Promise<void> = sodium.ready;

/** Opens and checks what clients have sealed for one of the relay's keys; old keys stay usable. */
export class SealedRegistrations {
  constructor(private readonly keys: readonly KeyPair[]) {}

  /** @param now UNIX seconds */
  open(publicKey: string, sealed: string, now: number): OpenedRegistration {
    const pair = this.keys.find((key) => key.publicKey === publicKey);
    if (!pair) return { problem: 'unknown key' };
    const registration = readRegistration(openBox(pair, sealed));
    if (!registration) return { problem: 'invalid' };
    return now - registration.timestamp > MOST_SECONDS ? { problem: 'expired' } : { registration };
  }
}

/** The plaintext, or undefined when it is not strict base64 or not sealed for this key. */
function openBox({ publicKey, privateKey }: KeyPair, sealed: string): string | undefined {
  const bytes = Buffer.from(sealed, 'base64');
  if (bytes.length < sodium.crypto_box_SEALBYTES || bytes.toString('base64') !== sealed) return undefined;
  try {
    const plain = sodium.crypto_box_seal_open(new Uint8Array(bytes), bytesOf(publicKey), bytesOf(privateKey));
    return Buffer.from(plain).toString('utf8');
  } catch {
    return undefined;
  }
}

function readRegistration(text: string | undefined): PushRegistration | undefined {
  const parsed = parse(text);
  if (!Value.Check(Registration, parsed)) return undefined;
  const { token, token_kind: kind, ios_app_id: appId } = parsed;
  if (kind === 'fcm') return appId === undefined || appId === null ? parsed : undefined;
  return HEXADECIMAL.test(token) && typeof appId === 'string' && APP_ID.test(appId) ? parsed : undefined;
}

function parse(text: string | undefined): unknown {
  try {
    const parsed: unknown = text === undefined ? undefined : JSON.parse(text);
    return parsed;
  } catch {
    return undefined;
  }
}

const bytesOf = (base64: string): Uint8Array => new Uint8Array(Buffer.from(base64, 'base64'));
