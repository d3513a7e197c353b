import { Kind, OptionalKind, TSchema } from '@sinclair/typebox';
import { DomainError } from '@stoa/errors';
import { WholeFloat, plainJson } from './json-text';
import { paramErrors } from './param-errors';
import { StringRules, checkString } from './string-rules';

/**
 * Checks a parsed JSON value at a position and returns it cleaned: only declared keys, plain numbers.
 * @throws DomainError with the text of organization.md 1.3 for the first thing that is wrong
 */
export type Check = (value: unknown, at: string) => unknown;

/** Annotation of a schema: what follows `Invalid NAME: ` when no alternative fits, in place of `Invalid NAME`. */
export const MISMATCH_TEXT = 'x-mismatch';

/** Annotation of a text's schema: U+0000 is left to the endpoint's own check. */
export const ALLOW_NUL = 'x-allow-nul';

/** Annotation of an object's schema: the API calls it a dict, where it names the type of anything else. */
export const IS_DICT = 'x-dict';

/**
 * Compiles the part of TypeBox that parameters use into a checker with this API's texts.
 * @throws Error at start-up for kinds of schema that have no text
 */
export function compileCheck(schema: TSchema): Check {
  const kind: string = schema[Kind];
  const build = builders[kind];
  if (!build) throw new Error(`parameters cannot hold schemas of kind ${kind}`);
  return build(schema);
}

const builders: Record<string, (schema: TSchema) => Check> = {
  String: (schema) => {
    const rules: StringRules = {
      minLength: schema.minLength,
      maxLength: schema.maxLength,
      pattern: schema.pattern === undefined ? undefined : new RegExp(schema.pattern, 'u'),
      allowNul: schema[ALLOW_NUL] === true,
    };
    return (value, at) => {
      if (typeof value !== 'string') throw paramErrors.wrongType(at, 'a string');
      return checkString(value, at, rules);
    };
  },
  Integer: (schema) => {
    const bounds = numberBounds(schema);
    return (value, at) => {
      if (typeof value !== 'number' || !Number.isInteger(value)) throw paramErrors.wrongType(at, 'an integer');
      return bounds(withinIds(value), at);
    };
  },
  Number: (schema) => {
    const bounds = numberBounds(schema);
    return (value, at) => {
      const number = value instanceof WholeFloat ? value.value : value;
      if (typeof number !== 'number') throw paramErrors.wrongType(at, 'a float');
      return bounds(number, at);
    };
  },
  Boolean: () => (value, at) => {
    if (typeof value !== 'boolean') throw paramErrors.wrongType(at, 'a boolean');
    return value;
  },
  Null: () => (value, at) => {
    if (value !== null) throw paramErrors.unexpectedShape(at);
    return value;
  },
  Literal: (schema) => {
    const expected: unknown = schema.const;
    return (value, at) => {
      if (value !== expected) throw mismatch(schema, at);
      return value;
    };
  },
  Unknown: () => checkAnything,
  Any: () => checkAnything,
  Array: compileArray,
  Tuple: compileTuple,
  Object: compileObject,
  Record: compileRecord,
  Union: compileUnion,
};

function checkAnything(value: unknown, at: string): unknown {
  const plain = plainJson(value);
  if (!plain) throw paramErrors.unexpectedShape(at);
  return plain.value;
}

function numberBounds(schema: TSchema): (value: number, at: string) => number {
  const minimum: number = schema.minimum ?? -LARGEST_INTEGER;
  const maximum: number = schema.maximum ?? LARGEST_INTEGER;
  return (value, at) => {
    if (value < minimum) throw paramErrors.tooSmall(at);
    if (value > maximum) throw paramErrors.tooLarge(at);
    return value;
  };
}

/** The largest id of the API (organization.md 1.8), within PostgreSQL's bigint. */
const LARGEST_INTEGER = 10_000_000_000_000_000;

/**
 * A whole number as services get it. What is beyond every id names nothing, just as the largest id: it is looked up and
 * not found. Parameters whose value is stored declare the bound at which it is too large.
 */
export function withinIds(value: number): number {
  return Math.max(-LARGEST_INTEGER, Math.min(LARGEST_INTEGER, value));
}

/**
 * Bounds of lists and dictionaries that declare none. A list is read through before its members are known, so every
 * list has a bound; the largest honest ones name the members of an organization.
 */
export const MOST_ITEMS = 10_000;
const MOST_KEYS = 1_000;

function compileArray(schema: TSchema): Check {
  const item = compileCheck(schema.items);
  const shortest: number = schema.minItems ?? 0;
  const longest: number = schema.maxItems ?? MOST_ITEMS;
  return (value, at) => {
    if (!Array.isArray(value)) throw paramErrors.wrongType(at, 'a list');
    if (value.length < shortest) throw shortest === 1 ? paramErrors.blank(at) : paramErrors.tooShort(at);
    if (value.length > longest) throw paramErrors.custom(at, `List should have at most ${longest} items`);
    return value.map((entry, index) => item(entry, `${at}[${index}]`));
  };
}

function compileTuple(schema: TSchema): Check {
  const items: Check[] = (schema.items ?? []).map(compileCheck);
  return (value, at) => {
    if (!Array.isArray(value)) throw paramErrors.wrongType(at, 'a list');
    if (value.length !== items.length) throw paramErrors.wrongLength(at, items.length);
    return items.map((item, index) => item(value[index], `${at}[${index}]`));
  };
}

function isDict(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value) && !(value instanceof WholeFloat);
}

function compileObject(schema: TSchema): Check {
  const properties: Record<string, TSchema> = schema.properties;
  const fields = Object.entries(properties).map(([key, property]) => ({
    key,
    position: `[${JSON.stringify(key)}]`,
    optional: OptionalKind in property,
    check: compileCheck(property),
  }));
  const strict = schema.additionalProperties === false;
  const isCalledDict = schema[IS_DICT] === true;
  return (value, at) => {
    if (!isDict(value)) throw isCalledDict ? paramErrors.wrongType(at, 'a dict') : paramErrors.unexpectedShape(at);
    const clean: Record<string, unknown> = {};
    for (const { key, position, optional, check } of fields) {
      if (Object.hasOwn(value, key)) clean[key] = check(value[key], at + position);
      else if (!optional) throw paramErrors.keyMissing(at + position);
    }
    if (strict) {
      const extra = Object.keys(value).find((key) => !Object.hasOwn(properties, key));
      if (extra !== undefined) throw paramErrors.keyForbidden(extra, `${at}[${JSON.stringify(extra)}]`);
    }
    return clean;
  };
}

function compileRecord(schema: TSchema): Check {
  const patterns: [string, TSchema][] = Object.entries(schema.patternProperties);
  const [first] = patterns;
  if (!first) throw new Error('a record schema needs a pattern of keys');
  const keyPattern = new RegExp(first[0], 'su');
  const check = compileCheck(first[1]);
  return (value, at) => {
    if (!isDict(value)) throw paramErrors.wrongType(at, 'a dict');
    if (Object.keys(value).length > MOST_KEYS)
      throw paramErrors.custom(at, `Dict should have at most ${MOST_KEYS} keys`);
    return Object.fromEntries(
      Object.entries(value).map(([key, part]) => {
        const position = `${at}[${JSON.stringify(key)}]`;
        if (!keyPattern.test(key)) throw paramErrors.keyForbidden(key, position);
        // As in texts (string-rules.ts): the database cannot store it.
        if (key.includes('\0')) throw paramErrors.wrongFormat(position);
        return [key, check(part, position)];
      }),
    );
  };
}

/** Of several alternatives that all fail, the first one gives the error, with its own name as the last position. */
function compileUnion(schema: TSchema): Check {
  const alternatives: TSchema[] = schema.anyOf;
  const [first, ...others] = alternatives.filter((alternative) => alternative[Kind] !== 'Null');
  const takesNull = alternatives.some((alternative) => alternative[Kind] === 'Null');
  if (!first) throw new Error('a union needs an alternative besides null');
  const check = compileCheck(first);
  if (others.length === 0) return (value, at) => (value === null && takesNull ? null : check(value, at));
  const hasOneText = MISMATCH_TEXT in schema || alternatives.every((alternative) => alternative[Kind] === 'Literal');
  const checks = others.map(compileCheck);
  const position = hasOneText ? '' : `[${JSON.stringify(typeName(first))}]`;
  return (value, at) => {
    if (value === null && takesNull) return null;
    for (const alternative of [check, ...checks]) {
      const outcome = attempt(() => alternative(value, at));
      if ('value' in outcome) return outcome.value;
    }
    if (hasOneText) throw mismatch(schema, at);
    return check(value, at + position);
  };
}

/** @returns nothing where the check failed; anything but a DomainError is thrown on */
function attempt(check: () => unknown): { value: unknown } | Record<string, never> {
  try {
    return { value: check() };
  } catch (error) {
    if (error instanceof DomainError) return {};
    throw error;
  }
}

const TYPE_NAMES: Readonly<Record<string, string>> = {
  Integer: 'int',
  Number: 'float',
  Boolean: 'bool',
  String: 'str',
};

/** How the API names an alternative of a union: `int`, `list[str]`. */
function typeName(schema: TSchema): string {
  if (schema[Kind] === 'Array') return `list[${typeName(schema.items)}]`;
  const name = TYPE_NAMES[schema[Kind]];
  if (name === undefined) throw new Error(`the first alternative of a union cannot be of kind ${schema[Kind]}`);
  return name;
}

function mismatch(schema: TSchema, at: string): DomainError {
  const text: string | undefined = schema[MISMATCH_TEXT];
  return text === undefined ? paramErrors.notInSet(at) : paramErrors.custom(at, text);
}
