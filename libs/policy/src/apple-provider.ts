import { createPrivateKey } from 'node:crypto';

/** What an organization knows of Apple beyond its services ID, which is the `client_id` (identity.md 5.3). */
export interface AppleProviderSettings {
  team_id?: string;
  /** Of the key with which this service shows who it is. */
  key_id?: string;
  /** Of an app of one's own, which signs in without a browser. */
  app_id?: string;
}

export const APPLE_ISSUER = 'https://appleid.apple.com';
export const APPLE_SETTING_NAMES = ['team_id', 'key_id', 'app_id'] as const satisfies (keyof AppleProviderSettings)[];

const ID = /^[A-Z0-9]{10}$/;

/** What is wrong with the settings of Apple, in words for whoever sets it up. @param secret undefined where it stays */
export function appleProviderProblem(
  { team_id: team, key_id: key }: AppleProviderSettings,
  secret: string | undefined,
): string | null {
  if (team === undefined || key === undefined || !ID.test(team) || !ID.test(key)) {
    return 'Apple needs its team_id and key_id, of ten letters and digits each.';
  }
  if (secret !== undefined && !isAppleKey(secret)) return 'The secret must be the key that Apple gave, as PEM.';
  return null;
}

function isAppleKey(pem: string): boolean {
  try {
    const { asymmetricKeyType, asymmetricKeyDetails } = createPrivateKey(pem);
    return asymmetricKeyType === 'ec' && asymmetricKeyDetails?.namedCurve === 'prime256v1';
  } catch {
    return false;
  }
}
