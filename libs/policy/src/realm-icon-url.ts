import { createHash } from 'node:crypto';

export interface RealmIconOwner {
  id: number;
  /** Subdomain. */
  stringId: string;
  /** `G` generated, `U` uploaded. */
  iconSource: string;
  iconVersion: number;
}

/** The square logo of an organization; the version makes every upload a new URL (organization.md 10). */
export function realmIconUrl(realm: RealmIconOwner): string {
  if (realm.iconSource === 'U') return `/user_avatars/${realm.id}/realm/icon.png?version=${realm.iconVersion}`;
  const hash = createHash('md5').update(realm.stringId.toLowerCase()).digest('hex');
  return `https://secure.gravatar.com/avatar/${hash}?d=identicon&version=${realm.iconVersion}`;
}
