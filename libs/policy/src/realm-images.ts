import { createHash } from 'node:crypto';

/** Icon and logos of an organization (organization.md 4.8, 10). */
export interface RealmImages {
  realmId: number;
  /** Subdomain. */
  stringId: string;
  /** G generated, U uploaded. */
  iconSource: string;
  iconVersion: number;
}

/** URL of the icon; relative to the organization's URL where it was uploaded. */
export function realmIconUrl(images: RealmImages): string {
  if (images.iconSource === 'U') return `/user_avatars/${images.realmId}/realm/icon.png?version=${images.iconVersion}`;
  const hash = createHash('md5').update(images.stringId).digest('hex');
  return `https://secure.gravatar.com/avatar/${hash}?d=identicon&version=${images.iconVersion}`;
}

const DEFAULT_LOGO = '/static/images/logo/organization-logo.png';

/** @param source D default, U uploaded */
export function realmLogoUrl(realmId: number, logo: { source: string; version: number; isNight: boolean }): string {
  if (logo.source !== 'U') return `${DEFAULT_LOGO}?version=0`;
  const file = logo.isNight ? 'night_logo' : 'logo';
  return `/user_avatars/${realmId}/realm/${file}.png?version=${logo.version}`;
}

/** Host of an organization: `<subdomain>.<external host>`, or the external host itself for the root. */
export function realmHost(stringId: string, externalHost: string): string {
  return stringId === '' ? externalHost : `${stringId}.${externalHost}`;
}

/** Where organizations are served: scheme and host (with port, if any) of the installation. */
export interface ExternalAddress {
  STOA_EXTERNAL_SCHEME: string;
  STOA_EXTERNAL_HOST: string;
}

/** Address of an organization, without a slash at the end (organization.md 1.6). */
export function realmUrl(realm: { stringId: string; customHost: string | null }, external: ExternalAddress): string {
  const host = realm.customHost ?? realmHost(realm.stringId, external.STOA_EXTERNAL_HOST);
  return `${external.STOA_EXTERNAL_SCHEME}://${host}`;
}
