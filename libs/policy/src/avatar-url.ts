import { hash, randomBytes } from 'node:crypto';
import { EmailVisibility } from './email-visibility';

/** What the URL of an avatar depends on (users.md 1). */
export interface AvatarOwner {
  realmId: number;
  deliveryEmail: string;
  /** G: made from the address by the hosted identicon service; U: uploaded; J: drawn here; S: a system bot's own drawing. */
  avatarSource: string;
  avatarVersion: number;
  /** Unguessable part of the path of U and J; of a system bot the name of its drawing. */
  avatarKey: string | null;
}

/** The URL that clients compute themselves when they get null. `medium` is 500 pixels wide, else 100. */
export function avatarUrl(owner: AvatarOwner, size: 'small' | 'medium' = 'small'): string {
  if ((owner.avatarSource === 'U' || owner.avatarSource === 'J') && owner.avatarKey !== null) {
    const suffix = size === 'medium' ? '-medium' : '';
    return `/user_avatars/${owner.realmId}/${owner.avatarKey}${suffix}.png?version=${owner.avatarVersion}`;
  }
  if (owner.avatarSource === 'S' && owner.avatarKey !== null)
    return `/static/images/system-bots/${owner.avatarKey}.png`;
  const digest = hash('md5', owner.deliveryEmail.toLowerCase(), 'hex');
  const width = size === 'medium' ? '&s=500' : '';
  return `https://secure.gravatar.com/avatar/${digest}?d=identicon${width}&version=${owner.avatarVersion}`;
}

const KEY_BYTES = 20;

/** The unguessable part of an avatar's path. */
export function newAvatarKey(): string {
  return randomBytes(KEY_BYTES).toString('hex');
}

/** The URL is left out (null) only if clients can compute it: from the API email, if that is the real address (users.md 1). */
export function isGravatarOfPublicAddress(user: { avatarSource: string; emailAddressVisibility: number }): boolean {
  return user.avatarSource === 'G' && user.emailAddressVisibility === EmailVisibility.Everyone;
}

/** System bots have drawings of their own, whatever `client_gravatar` (organization.md 4.9). */
export function systemBotAvatar(deliveryEmail: string): Pick<AvatarOwner, 'avatarSource' | 'avatarKey'> {
  return { avatarSource: 'S', avatarKey: deliveryEmail.split('@')[0] ?? 'bot' };
}
