import { encodeComponent } from '../narrow/address';
import type { State } from '../store/state';
import { rememberedTogether } from './remembered';

/** Another organization that somebody goes to with this browser. */
export interface KnownOrganization {
  /** Scheme, host and port. */
  readonly origin: string;
  readonly name: string;
}

const LONGEST_NAME = 100;
/** A list that is longer helps nobody. */
const MOST = 50;

function isKnown(value: unknown): value is KnownOrganization {
  if (typeof value !== 'object' || value === null || !('origin' in value) || !('name' in value)) return false;
  return typeof value.origin === 'string' && typeof value.name === 'string';
}

function isList(value: unknown): value is readonly KnownOrganization[] {
  return Array.isArray(value) && value.every(isKnown);
}

/**
 * The other organizations, as somebody has listed them. Each organization is an origin with storage and sessions of its
 * own, so each keeps a list of its own, and nothing is known of the others but these names.
 */
export const knownOrganizations = rememberedTogether<readonly KnownOrganization[]>('organizations', [], isList);

/**
 * The origin that somebody means, from an address or a host.
 * @param own the origin of this page: what leaves a secure one has to be secure
 * @returns undefined for what leads nowhere else
 */
export function originOf(typed: string, own: string): string | undefined {
  const text = typed.trim();
  const address = /^[a-z][a-z\d+.-]*:\/\//i.test(text) ? text : `${new URL(own).protocol}//${text}`;
  if (text === '' || /\s/.test(text) || !URL.canParse(address)) return undefined;
  const { protocol, origin, hostname, username, password } = new URL(address);
  const isSafe = protocol === 'https:' || (protocol === 'http:' && own.startsWith('http:'));
  return isSafe && hostname !== '' && username + password === '' && origin !== own ? origin : undefined;
}

/** The one whose page this is. */
export function ownOrganization({ organization }: Pick<State, 'organization'>): KnownOrganization {
  return { origin: location.origin, name: organization.realm_name };
}

/** The host without scheme, as people know an organization. */
export function hostOf(origin: string): string {
  return origin.replace(/^https?:\/\//, '');
}

/** The list with one more, or with another name for one that is there. */
export function withOrganization(
  known: readonly KnownOrganization[],
  origin: string,
  name: string,
): readonly KnownOrganization[] {
  const added = { origin, name: name.trim().slice(0, LONGEST_NAME) || hostOf(origin) };
  return [...known.filter((one) => one.origin !== origin), added].slice(-MOST);
}

/** Leads to another organization, which is told where one comes from: it offers the way back. */
export function addressOfOther({ origin }: KnownOrganization, from: KnownOrganization): string {
  return `${origin}/#organizations/from/${encodeComponent(from.origin)}/${encodeComponent(from.name)}`;
}
