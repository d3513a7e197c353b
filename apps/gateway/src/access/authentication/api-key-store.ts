import { AccessCopy } from '../confirmed-copies';

/** The account that credentials are of, and what decides whether they may be used. */
export interface Holder extends AccessCopy {
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
  /** `default_language`: what its errors are written in. */
  language: string;
  canCreateUsers: boolean;
  canForgeSender: boolean;
}

export interface KeyHolder extends Holder {
  /** The name of its hash (`nameOfHash`). */
  keyName: string;
}

/** Where API keys are looked up. */
export abstract class ApiKeyStore {
  /** @param keyHash keyed hash of the key (policy's hashApiKey) */
  abstract findByHash(keyHash: Buffer): Promise<KeyHolder | undefined>;

  /** The version that `realm:ID:access` of an organization has now. */
  abstract accessVersion(realmId: number): Promise<number>;
}
