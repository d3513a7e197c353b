import { AccessCopy } from '../confirmed-copies';

/** The account that a key belongs to, and what decides whether it may be used. */
export interface KeyHolder extends AccessCopy {
  keyHash: Buffer;
  userId: number;
  realmId: number;
  partition: number;
  /** Subdomain of the organization. */
  stringId: string;
  customHost: string | null;
  isRealmDeactivated: boolean;
  isActive: boolean;
  role: number;
  isBot: boolean;
  botType: number | null;
  email: string;
  deliveryEmail: string;
  fullName: string;
  canCreateUsers: boolean;
  canForgeSender: boolean;
}

/** Where API keys are looked up. */
export abstract class ApiKeyStore {
  /** @param keyHash keyed hash of the key (policy's hashApiKey) */
  abstract findByHash(keyHash: Buffer): Promise<KeyHolder | undefined>;
}
