import { attribute, isObject } from './scim-json';

/** Attributes that a provider has sent, by their paths in lower case; '' for nothing. */
export type SaidAttributes = ReadonlyMap<string, string>;

/** The extension for enterprises; alone it stands for all that is in it. */
const ENTERPRISE = 'urn:ietf:params:scim:schemas:extension:enterprise:2.0:user';
/** Attributes of the extension that are texts (RFC 7643 4.3). */
export const ENTERPRISE_NAMES: ReadonlySet<string> = new Set(
  'employeenumber costcenter organization division department'.split(' '),
);
/** Of users, in the core and in the extension: paths are the same without it. */
const USER_URN = /^urn:ietf:params:scim:schemas:(?:core:2\.0:user(?:[:.]|$)|extension:enterprise:2\.0:user[:.])/;
/** More than any field holds. */
const LONGEST = 2_000;
/** More than anybody maps: the rest of a body is for nobody. */
const MOST_ATTRIBUTES = 200;

/** The path of an attribute without its schema (identity.md 8.5). */
export function attributePath(path: string): string {
  return path.trim().toLowerCase().replace(USER_URN, '');
}

/**
 * Puts everything of a value that is a text into a map: `title`, `name.givenname`, `phonenumbers[type eq "work"].value`; of
 * a list without types the first counts, as `addresses.locality`.
 */
export function collectAttributes(path: string, value: unknown, into: Map<string, string>): void {
  if (into.size >= MOST_ATTRIBUTES && !into.has(path)) return;
  if (isObject(value)) {
    for (const [name, part] of Object.entries(value)) collectAttributes(joined(path, name), part, into);
  } else if (Array.isArray(value)) {
    const items: unknown[] = value;
    if (items.length === 0) note(path, '', into);
    for (const item of [...items].reverse()) collectItem(path, item, into);
  } else note(path, textOf(value), into);
}

/** What is removed takes along what was said of its parts before. */
function note(path: string, text: string, into: Map<string, string>): void {
  if (path === '') return;
  if (text === '') for (const known of [...into.keys()]) if (wholesOf(known).includes(path)) into.delete(known);
  into.set(path, text);
}

/** Paths of which the attribute of a path is a part: `phonenumbers[type eq "work"]` and `phonenumbers`; the extension. */
function wholesOf(path: string): string[] {
  const wholes = [...path.matchAll(/[.[]/g)].map(({ index }) => path.slice(0, index));
  const [root = ''] = [...wholes, path];
  return ENTERPRISE_NAMES.has(root) || root === 'manager' ? [...wholes, ENTERPRISE] : wholes;
}

/** The first item of a list, and of each type, has the last word: items come from behind. */
function collectItem(path: string, item: unknown, into: Map<string, string>): void {
  collectAttributes(path, item, into);
  const type = isObject(item) ? attribute(item, 'type') : undefined;
  if (typeof type === 'string') collectAttributes(`${path}[type eq "${type.toLowerCase()}"]`, item, into);
}

function joined(path: string, name: string): string {
  const own = attributePath(name);
  if (own === '' || path === '' || path === ENTERPRISE) return own || path;
  return `${path}.${own}`;
}

function textOf(value: unknown): string {
  const isText = typeof value === 'string' || typeof value === 'number' || typeof value === 'boolean';
  return isText ? String(value).replaceAll('\0', '').trim().slice(0, LONGEST) : '';
}

/** Of those that are mapped, what was said, by names here; null for nothing. */
export function mappedAttributes(
  said: SaidAttributes,
  mapping: readonly { external: string; local: string }[],
): Map<string, string | null> {
  const found = mapping.flatMap(({ external, local }): [string, string | null][] => {
    const text = saidAt(said, attributePath(external));
    return text === undefined ? [] : [[local, text || null]];
  });
  return new Map(found);
}

/** What was said of an attribute, by itself or with what it is a part of. */
function saidAt(said: SaidAttributes, path: string): string | undefined {
  const isRemoved = (): boolean => wholesOf(path).some((whole) => said.get(whole) === '');
  return said.get(path) ?? (isRemoved() ? '' : undefined);
}
