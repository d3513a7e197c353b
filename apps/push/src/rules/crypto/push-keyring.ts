import { createCipheriv, createDecipheriv, createHmac, hkdfSync, randomBytes } from 'node:crypto';
import { PUSH_NONCE_BYTES } from './encrypt-push';

const CIPHER = 'aes-256-gcm';
/** First byte of what is stored: distinguishes later forms. */
const VERSION = 1;
const STORAGE_NONCE_BYTES = 12;
const TAG_BYTES = 16;

/**
 * The row that a stored key belongs to, of `push_device` or of `client_device`: a key that was copied to another row does
 * not open there.
 */
export type PushKeyOwner = { userId: number } & ({ pushAccountId: bigint | number } | { clientDeviceId: number });

/** What a push is: the job's row, the device's row, and what is sent. */
export interface PushIdentity {
  /** Id of the row of the work list. */
  jobId: bigint | number;
  /** Names the row of the device among those of all tables. */
  deviceId: bigint | number | string;
  /** What will be encrypted. */
  plaintext: string;
}

/** Keys that derive from the configured secret (`STOA_PUSH_KEY_SECRET`): one for what is stored, one for nonces. */
export class PushKeyring {
  private readonly storageKey: Buffer;
  private readonly nonceKey: Buffer;

  constructor(secret: string) {
    if (secret === '') throw new Error('The secret of push keys is empty.');
    this.storageKey = derive(secret, 'stoa/push-key/v1');
    this.nonceKey = derive(secret, 'stoa/push-nonce/v1');
  }

  /** Encrypts a push key for its row: version, nonce, tag, ciphertext (AES-256-GCM). */
  seal(pushKey: Uint8Array, owner: PushKeyOwner): Buffer {
    const nonce = randomBytes(STORAGE_NONCE_BYTES);
    const cipher = createCipheriv(CIPHER, this.storageKey, nonce).setAAD(ownerBytes(owner));
    const encrypted = Buffer.concat([cipher.update(pushKey), cipher.final()]);
    return Buffer.concat([Buffer.of(VERSION), nonce, cipher.getAuthTag(), encrypted]);
  }

  /**
   * The push key of a row.
   * @throws Error if it was not sealed with this secret for this row, or in a form that this release does not know
   */
  open(sealed: Uint8Array, owner: PushKeyOwner): Buffer {
    const bytes = Buffer.from(sealed);
    if (bytes[0] !== VERSION)
      throw new Error(`A push key is stored in the unknown form ${bytes[0] ?? 'without bytes'}.`);
    const tagAt = 1 + STORAGE_NONCE_BYTES;
    const dataAt = tagAt + TAG_BYTES;
    const options = { authTagLength: TAG_BYTES };
    const decipher = createDecipheriv(CIPHER, this.storageKey, bytes.subarray(1, tagAt), options);
    decipher.setAAD(ownerBytes(owner)).setAuthTag(bytes.subarray(tagAt, dataAt));
    return Buffer.concat([decipher.update(bytes.subarray(dataAt)), decipher.final()]);
  }

  /**
   * The nonce of a push: a repeat after a crash is the same to the byte, so that relay and device can recognize it. The
   * plaintext is part of it, as it may differ at the repeat (a renamed organization): one nonce for two plaintexts
   * would give both away.
   */
  nonce({ jobId, deviceId, plaintext }: PushIdentity): Buffer {
    const hmac = createHmac('sha256', this.nonceKey).update(`${jobId}\0${deviceId}\0`).update(plaintext, 'utf8');
    return hmac.digest().subarray(0, PUSH_NONCE_BYTES);
  }
}

function derive(secret: string, purpose: string): Buffer {
  return Buffer.from(hkdfSync('sha256', secret, '', purpose, 32));
}

function ownerBytes(owner: PushKeyOwner): Buffer {
  const row = 'pushAccountId' in owner ? String(owner.pushAccountId) : `device\0${owner.clientDeviceId}`;
  return Buffer.from(`${owner.userId}\0${row}`, 'utf8');
}
