import { ScimError, invalidValue } from './scim-error';
import { type ScimFilter, readFilter } from './scim-filter';
import { type JsonObject, attribute } from './scim-json';

/** What a list is asked for by. */
export interface ScimQuery {
  filter: ScimFilter | undefined;
  /** From 1. */
  startIndex: number;
  /** 0: the number of results alone. */
  count: number;
  /** Names of attributes in lower case; undefined: all. */
  attributes: ReadonlySet<string> | undefined;
  excluded: ReadonlySet<string>;
}

const DEFAULT_COUNT = 50;
export const LARGEST_COUNT = 200;

/**
 * Reads the parameters of a list, of the address or of the body of `.search`.
 * @param paths that a filter may name
 * @throws ScimError 400
 */
export function readQuery(given: JsonObject, paths: ReadonlySet<string>): ScimQuery {
  const filter = attribute(given, 'filter');
  if (filter !== undefined && typeof filter !== 'string') {
    throw new ScimError(400, 'filter must be a string.', 'invalidFilter');
  }
  const { attributes, excluded } = readSelection(given);
  const count = wholeNumber(attribute(given, 'count'), 'count', DEFAULT_COUNT);
  return {
    filter: filter === undefined || filter.trim() === '' ? undefined : readFilter(filter, paths),
    startIndex: Math.max(1, wholeNumber(attribute(given, 'startIndex'), 'startIndex', 1)),
    count: Math.min(Math.max(0, count), LARGEST_COUNT),
    attributes,
    excluded,
  };
}

/** Which attributes are asked for. */
export function readSelection(given: JsonObject): Pick<ScimQuery, 'attributes' | 'excluded'> {
  const attributes = names(attribute(given, 'attributes'));
  return {
    attributes: attributes.size > 0 ? attributes : undefined,
    excluded: names(attribute(given, 'excludedAttributes')),
  };
}

/** A resource with what is asked for of it: ids and schemas always stay. */
export function selected(
  resource: object,
  { attributes, excluded }: Pick<ScimQuery, 'attributes' | 'excluded'>,
): object {
  if (!attributes && excluded.size === 0) return resource;
  const isKept = (name: string): boolean => {
    const key = name.toLowerCase();
    if (key === 'id' || key === 'schemas') return true;
    return (attributes?.has(key) ?? true) && !excluded.has(key);
  };
  return Object.fromEntries(Object.entries(resource).filter(([name]) => isKept(name)));
}

/** Whether the members of groups are wanted. */
export function wantsMembers({ attributes, excluded }: Pick<ScimQuery, 'attributes' | 'excluded'>): boolean {
  return (attributes?.has('members') ?? true) && !excluded.has('members');
}

/** Names with commas between them, or a list; of parts (`name.formatted`) the whole is given. */
function names(value: unknown): Set<string> {
  const list: unknown[] = Array.isArray(value) ? value : typeof value === 'string' ? value.split(',') : [];
  const texts = list.filter((name) => typeof name === 'string');
  return new Set(texts.flatMap((name) => rootOf(name)));
}

function rootOf(name: string): string[] {
  const plain = name
    .trim()
    .toLowerCase()
    .replace(/^urn:.*:(?=[a-z]+(?:\.[a-z]+)?$)/, '');
  const [root = ''] = plain.split('.');
  return root === '' ? [] : [root];
}

function wholeNumber(value: unknown, name: string, otherwise: number): number {
  if (value === undefined || value === '') return otherwise;
  const number = typeof value === 'string' && /^-?\d{1,9}$/.test(value) ? Number(value) : value;
  if (typeof number !== 'number' || !Number.isInteger(number)) throw invalidValue(`${name} must be an integer.`);
  return number;
}
