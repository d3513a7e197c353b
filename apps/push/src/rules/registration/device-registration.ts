import { type DomainError, badRequest } from '@stoa/errors';
import { parsePushKey } from '../crypto/push-key';
import { parseTokenId } from './token-id';

/** A device as it is stored (push.md 3.4). */
export interface StoredDevice {
  hasKey: boolean;
  /** 33 bytes; null without a key, and with one that cannot be read any more: any other is new then. */
  pushKey: Uint8Array | null;
  pushKeyId: number | null;
  tokenKind: TokenKindName | null;
  /** What notifications go to. */
  tokenId: string | null;
  /** Not confirmed by the relay yet, or refused. */
  pendingTokenId: string | null;
  errorCode: string | null;
  /** When the client last sent a token, in milliseconds since the epoch. */
  tokenUpdatedAtMs: number | null;
}

export type TokenKindName = 'apns' | 'fcm';

/** What a client sends of `POST /mobile_push/register` besides `device_id`. */
export interface DeviceRequest {
  push_key?: string | undefined;
  push_key_id?: number | undefined;
  token_kind?: TokenKindName | undefined;
  token_id?: string | undefined;
  bouncer_public_key?: string | undefined;
  encrypted_push_registration?: string | undefined;
}

export interface NewPushKey {
  id: number;
  /** 33 bytes. */
  bytes: Buffer;
}

/** A token for which the relay is to be asked. */
export interface NewToken {
  id: string;
  kind: TokenKindName;
  bouncerPublicKey: string;
  encryptedPushRegistration: string;
}

/** What a request changes. Nothing: it says what is known. */
export interface DeviceChanges {
  key?: NewPushKey;
  token?: NewToken;
}

/**
 * The app repeats an unchanged registration when its time is 30 days old. Repeated earlier it says nothing; later it is
 * treated as a new one, which renews the time for the app and the registration at the relay.
 */
const FRESH_MS = 24 * 3_600_000;

/**
 * What a request means for a device: the table of push.md 3.2 from its fourth line on, in its order.
 * @throws DomainError with the texts of that table
 */
export function planRegistration(device: StoredDevice, request: DeviceRequest, nowMs: number): DeviceChanges {
  const keyGroup = keyGroupOf(request);
  const tokenGroup = tokenGroupOf(request);
  if (!tokenGroup) {
    if (!keyGroup) throw missingGroups();
    if (!device.hasKey) throw badRequest('No push registration exists to rotate key for.');
    const key = newKey(keyGroup);
    return isSameKey(device, key) ? {} : { key };
  }
  if (device.pendingTokenId !== null && device.errorCode === null) {
    throw badRequest('A registration for the device already in progress.');
  }
  const id = parseTokenId(tokenGroup.id);
  if (id === null) throw badRequest('Invalid `token_id`');
  const isKnown = device.errorCode === null && device.tokenId === id && isFresh(device, nowMs);
  if (keyGroup) {
    const key = newKey(keyGroup);
    const isSame = isKnown && isSameKey(device, key) && device.tokenKind === tokenGroup.kind;
    return isSame ? {} : { key, token: { ...tokenGroup, id } };
  }
  if (!device.hasKey) throw badRequest('No push registration exists to rotate token for.');
  // Only a registration of both says what kind the device is.
  return isKnown ? {} : { token: { ...tokenGroup, id, kind: device.tokenKind ?? tokenGroup.kind } };
}

function missingGroups(): DomainError {
  return badRequest('Missing parameters: must provide either all push key fields, all token fields, or both.');
}

function keyGroupOf({ push_key: text, push_key_id: id }: DeviceRequest): { text: string; id: number } | null {
  return text === undefined || id === undefined ? null : { text, id };
}

function tokenGroupOf(request: DeviceRequest): NewToken | null {
  const { token_kind: kind, token_id: id, bouncer_public_key: bouncerPublicKey } = request;
  const { encrypted_push_registration: encryptedPushRegistration } = request;
  if (kind === undefined || id === undefined) return null;
  if (bouncerPublicKey === undefined || encryptedPushRegistration === undefined) return null;
  return { kind, id, bouncerPublicKey, encryptedPushRegistration };
}

function newKey({ text, id }: { text: string; id: number }): NewPushKey {
  const bytes = parsePushKey(text);
  if (!bytes) throw badRequest('Invalid `push_key`');
  return { id, bytes };
}

function isSameKey({ pushKey, pushKeyId }: StoredDevice, key: NewPushKey): boolean {
  return pushKey !== null && pushKeyId === key.id && key.bytes.equals(pushKey);
}

function isFresh({ tokenUpdatedAtMs }: StoredDevice, nowMs: number): boolean {
  return tokenUpdatedAtMs !== null && nowMs - tokenUpdatedAtMs < FRESH_MS;
}
