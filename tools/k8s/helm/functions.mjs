import { createHash } from 'node:crypto';
import { parse, stringify } from 'yaml';

const isMap = (value) => typeof value === 'object' && value !== null && !Array.isArray(value);
const isList = Array.isArray;

/** What Go's templates hold for false: nothing, zero, and what is empty. */
export function isTrue(value) {
  if (isList(value)) return value.length > 0;
  if (isMap(value)) return Object.keys(value).length > 0;
  return Boolean(value);
}

/** From here on Go writes numbers of values with an exponent. */
const LARGEST_PRINTED = 1e6;

/** A value as `{{ }}` prints it. Go's own notation of maps, lists, large numbers and nothing is never what a manifest means. */
export function printed(value) {
  if (typeof value === 'string') return value;
  if (typeof value === 'boolean' || (Number.isInteger(value) && Math.abs(value) < LARGEST_PRINTED))
    return String(value);
  throw new Error(`prints ${value === undefined || value === null ? 'nothing' : JSON.stringify(value)}`);
}

function compare(left, right) {
  // Those of values are floating-point numbers and those of templates whole ones: Go compares them with an error.
  if (typeof left === 'number' && typeof right === 'number') throw new Error('compares numbers');
  if (typeof left !== typeof right || isList(left) || isMap(left))
    throw new Error('compares values of different types');
  if (left === right) return 0;
  return left < right ? -1 : 1;
}

function indent(width, text) {
  const spaces = ' '.repeat(width);
  return spaces + text.replaceAll('\n', `\n${spaces}`);
}

function toYaml(value) {
  return stringify(value, {
    version: '1.1',
    sortMapEntries: true,
    aliasDuplicateObjects: false,
    lineWidth: 0,
  }).trimEnd();
}

/** Go sorts keys wherever it writes a map. */
function sorted(value) {
  if (isList(value)) return value.map(sorted);
  if (!isMap(value)) return value;
  return Object.fromEntries(
    Object.keys(value)
      .sort()
      .map((key) => [key, sorted(value[key])]),
  );
}

/** As Go writes JSON: with `<`, `>` and `&` escaped. */
function toJson(value) {
  const escape = (character) => `\\u00${character.charCodeAt(0).toString(16)}`;
  return JSON.stringify(sorted(value)).replaceAll(/[<>&]/g, escape);
}

/** Sprig's merge: fills in what the first has not, deeply, in place; what counts as empty there is filled in as well. */
function merge(target, ...sources) {
  for (const source of sources) {
    for (const [key, value] of Object.entries(source)) {
      if (isMap(target[key]) && isMap(value)) merge(target[key], value);
      else if (!isTrue(target[key])) target[key] = structuredClone(value);
    }
  }
  return target;
}

function printf(format, ...values) {
  let index = 0;
  const text = format.replaceAll(/%(.)/g, (_all, verb) => {
    if (verb === '%') return '%';
    const value = values[index++];
    if (verb === 'q' && typeof value === 'string') return JSON.stringify(value);
    if ((verb === 's' && typeof value === 'string') || verb === 'v') return printed(value);
    throw new Error(`printf %${verb} of ${JSON.stringify(value)}`);
  });
  if (index !== values.length) throw new Error('printf with values that are not printed');
  return text;
}

function dict(...pairs) {
  const map = {};
  for (let index = 0; index < pairs.length; index += 2) map[pairs[index]] = pairs[index + 1];
  return map;
}

function whole(value) {
  const number = Math.trunc(Number(value));
  return Number.isNaN(number) ? 0 : number;
}

function fail(message) {
  throw new Error(message);
}

function index(value, ...keys) {
  return keys.reduce((current, key) => {
    if (isList(current) && !(key in current)) throw new Error(`index ${key} of ${current.length}`);
    if (!isList(current) && !isMap(current)) throw new Error(`index of ${JSON.stringify(current)}`);
    return current[key];
  }, value);
}

/** Those functions of Go's templates, of Sprig and of Helm that the chart uses, by name. `and` and `or` are in evaluate.mjs. */
export const FUNCTIONS = {
  not: (value) => !isTrue(value),
  eq: (left, ...others) => others.some((right) => compare(left, right) === 0),
  ne: (left, right) => compare(left, right) !== 0,
  lt: (left, right) => compare(left, right) < 0,
  le: (left, right) => compare(left, right) <= 0,
  gt: (left, right) => compare(left, right) > 0,
  ge: (left, right) => compare(left, right) >= 0,
  len: (value) => (isMap(value) ? Object.keys(value).length : value.length),
  index,
  printf,
  default: (fallback, value) => (isTrue(value) ? value : fallback),
  empty: (value) => !isTrue(value),
  coalesce: (...values) => values.find(isTrue) ?? null,
  ternary: (yes, no, condition) => (condition ? yes : no),
  required: (message, value) => (value === undefined || value === null || value === '' ? fail(message) : value),
  fail,
  quote: (value) => JSON.stringify(printed(value)),
  upper: (text) => text.toUpperCase(),
  lower: (text) => text.toLowerCase(),
  trunc: (length, text) => text.slice(0, length),
  trimSuffix: (suffix, text) => (text.endsWith(suffix) ? text.slice(0, -suffix.length) : text),
  trimPrefix: (prefix, text) => (text.startsWith(prefix) ? text.slice(prefix.length) : text),
  trim: (text) => text.trim(),
  replace: (old, replacement, text) => text.replaceAll(old, () => replacement),
  contains: (part, text) => text.includes(part),
  hasPrefix: (prefix, text) => text.startsWith(prefix),
  indent,
  nindent: (width, text) => `\n${indent(width, text)}`,
  join: (separator, list) => list.map(printed).join(separator),
  toString: printed,
  toYaml,
  toJson,
  fromYaml: (text) => parse(text, { version: '1.1' }) ?? {},
  sha256sum: (text) => createHash('sha256').update(text).digest('hex'),
  int: whole,
  add: (...numbers) => numbers.reduce((sum, number) => sum + whole(number), 0),
  mul: (...numbers) => numbers.reduce((product, number) => product * whole(number), 1),
  sub: (left, right) => whole(left) - whole(right),
  div: (left, right) => Math.trunc(whole(left) / whole(right)),
  dict,
  list: (...values) => values,
  append: (list, value) => [...list, value],
  concat: (...lists) => lists.flat(1),
  has: (value, list) => list.includes(value),
  hasKey: (map, key) => Object.hasOwn(map, key),
  get: (map, key) => (Object.hasOwn(map, key) ? map[key] : ''),
  set: (map, key, value) => Object.assign(map, { [key]: value }),
  keys: (map) => Object.keys(map),
  sortAlpha: (list) => list.map(printed).sort(),
  omit: (map, ...keys) => Object.fromEntries(Object.entries(map).filter(([key]) => !keys.includes(key))),
  pick: (map, ...keys) => Object.fromEntries(Object.entries(map).filter(([key]) => keys.includes(key))),
  merge,
  deepCopy: structuredClone,
  kindIs: (kind, value) => kind === kindOf(value),
};

function kindOf(value) {
  if (value === undefined || value === null) return 'invalid';
  if (isList(value)) return 'slice';
  if (isMap(value)) return 'map';
  if (typeof value === 'boolean') return 'bool';
  return typeof value === 'string' ? 'string' : 'float64';
}
