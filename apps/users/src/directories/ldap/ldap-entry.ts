import { createHash } from 'node:crypto';
import type { LdapConfig } from '@stoa/contracts/users';
import type { Entry } from 'ldapts';
import type { LdapAttributes } from './ldap-person';

/** As servers spell them: what is not named exactly so comes as text, and is broken then. */
const BINARY = ['objectGUID', 'objectSid', 'thumbnailPhoto', 'jpegPhoto'];
const RANGE = /^(.+);range=(\d+)-(\d+|\*)$/i;

/** Attributes that are bytes and no text. */
export function binaryAttributes({ attributes }: LdapConfig): string[] {
  return attributes.avatar === undefined ? BINARY : [...BINARY, attributes.avatar];
}

/** Active Directory gives a thousand at most. */
const PAGE = 500;
/** With pictures: all of a page is in memory. */
const PICTURE_PAGE = 25;

/** Entries that are asked for at once, with these attributes. */
export function pageSizeOf(names: readonly string[], { attributes }: LdapConfig): number {
  return attributes.avatar !== undefined && names.includes(attributes.avatar) ? PICTURE_PAGE : PAGE;
}

/**
 * The values of an entry, as text: bytes as hexadecimal numbers, a picture as its hash, so that the pictures of a whole
 * directory are not in memory together.
 */
export function attributesOf({ dn: _dn, ...given }: Entry, { attributes }: LdapConfig): LdapAttributes {
  const avatar = attributes.avatar?.toLowerCase();
  return new Map(
    Object.entries(given).map(([name, value]) => {
      const values = Array.isArray(value) ? value : [value];
      const lower = name.toLowerCase();
      const textOf = lower === avatar ? pictureHash : bytesText;
      return [lower, values.map((one) => textOf(one))];
    }),
  );
}

function bytesText(value: string | Buffer): string {
  return Buffer.isBuffer(value) ? value.toString('hex') : value;
}

/** SHA-256, in hexadecimal digits; '' for an empty value. */
export function pictureHash(value: string | Buffer): string {
  return value.length === 0 ? '' : createHash('sha256').update(value).digest('hex');
}

/**
 * All values of an attribute, of which servers give so many at a time (Active Directory: `member;range=0-1499`).
 * @param more asks for the entry with one attribute
 */
export async function allValues(
  entry: Entry,
  attribute: string,
  more: (attribute: string) => Promise<Entry | undefined>,
): Promise<string[]> {
  const values = textsOf(entry, attribute);
  let part = rangeOf(entry, attribute);
  while (part) {
    values.push(...textsOf(entry, part.name));
    if (part.last === undefined) break;
    const next = await more(`${attribute};range=${part.last + 1}-*`);
    if (!next) break;
    entry = next;
    const following = rangeOf(entry, attribute);
    // A server that does not go on would be asked for ever.
    part = following && following.first > part.first ? following : undefined;
  }
  return values;
}

function rangeOf(
  entry: Entry,
  attribute: string,
): { name: string; first: number; last: number | undefined } | undefined {
  for (const name of Object.keys(entry)) {
    const [, base = '', first, last] = RANGE.exec(name) ?? [];
    if (base.toLowerCase() !== attribute.toLowerCase()) continue;
    return { name, first: Number(first), last: last === '*' ? undefined : Number(last) };
  }
  return undefined;
}

function textsOf(entry: Entry, attribute: string): string[] {
  const name = Object.keys(entry).find((known) => known.toLowerCase() === attribute.toLowerCase());
  const value = name === undefined ? [] : (entry[name] ?? []);
  return (Array.isArray(value) ? value : [value]).map(String);
}
