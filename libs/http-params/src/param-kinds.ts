import type { TSchema } from '@sinclair/typebox';
import { parseJsonText } from './json-text';
import { paramErrors } from './param-errors';
import { JsonSchema, ParamKind } from './param-spec';
import { compileCheck, withinIds } from './schema-check';
import { StringRules, checkString } from './string-rules';

const JSON_INTEGER = /^[ \t\n\r]*-?(?:0|[1-9][0-9]*)[ \t\n\r]*$/;

/** Characters of a number or a truth value: more than any, and not enough to be slow. */
const LONGEST_SCALAR = 1_000;

/** @throws DomainError for a text longer than any number or word that is meant */
export function boundScalar(raw: string, at: string): string {
  if (raw.length > LONGEST_SCALAR) throw paramErrors.tooLong(at, LONGEST_SCALAR);
  return raw;
}

function parse(raw: string, at: string): unknown {
  try {
    return parseJsonText(raw);
  } catch {
    throw paramErrors.notJson(at);
  }
}

export interface StringKindOptions extends StringRules {
  /** Remove surrounding white space before anything else is checked. */
  strip?: boolean;
  /** The value is sent as a JSON string. */
  json?: boolean;
}

/** Raw text, or a JSON string where the endpoint says so. */
export function stringKind(options: StringKindOptions): ParamKind {
  const check = (value: unknown, at: string): string => {
    if (typeof value !== 'string') throw paramErrors.wrongType(at, 'a string');
    return checkString(options.strip ? value.trim() : value, at, options);
  };
  return {
    decode: options.json ? (raw, at) => check(parse(raw, at), at) : check,
    schema: withoutUndefined({
      type: 'string',
      minLength: options.minLength,
      maxLength: options.maxLength,
      pattern: options.pattern?.source,
    }),
    isJsonText: options.json ?? false,
  };
}

export interface NumberKindOptions {
  min?: number;
  max?: number;
}

export function integerKind(options: NumberKindOptions): ParamKind {
  const { min = -Infinity, max = Infinity } = options;
  const bounded = (value: number, at: string): number => {
    if (value < min) throw paramErrors.tooSmall(at);
    if (value > max) throw paramErrors.tooLarge(at);
    return withinIds(value);
  };
  const check = (value: unknown, at: string): number => {
    if (typeof value !== 'number' || !Number.isInteger(value)) throw paramErrors.wrongType(at, 'an integer');
    return bounded(value, at);
  };
  return {
    decode: (raw, at) =>
      JSON_INTEGER.test(boundScalar(raw, at)) ? bounded(Number(raw), at) : check(parse(raw, at), at),
    schema: withoutUndefined({ type: 'integer', minimum: options.min, maximum: options.max }),
    isJsonText: false,
  };
}

const LARGEST_INT64 = 2n ** 63n - 1n;

/** A whole number of 64 bits as decimal text: a JavaScript number does not hold all of them. */
export function int64Kind(): ParamKind {
  const check = (value: unknown, at: string): string => {
    if (typeof value !== 'string') throw paramErrors.wrongType(at, 'an integer');
    const number = BigInt(value);
    if (number < -LARGEST_INT64 - 1n) throw paramErrors.tooSmall(at);
    if (number > LARGEST_INT64) throw paramErrors.tooLarge(at);
    return number.toString();
  };
  const decode = (raw: string, at: string): string => {
    if (JSON_INTEGER.test(boundScalar(raw, at))) return check(raw.trim(), at);
    parse(raw, at);
    throw paramErrors.wrongType(at, 'an integer');
  };
  const schema = { type: 'integer', format: 'int64' };
  return { decode, schema, isJsonText: false };
}

export function booleanKind(): ParamKind {
  const check = (value: unknown, at: string): boolean => {
    if (typeof value !== 'boolean') throw paramErrors.wrongType(at, 'a boolean');
    return value;
  };
  return {
    decode: (raw, at) => (raw === 'true' ? true : raw === 'false' ? false : check(parse(boundScalar(raw, at), at), at)),
    schema: { type: 'boolean' },
    isJsonText: false,
  };
}

/** JSON text of a shape; texts name the position of what is wrong. */
export function jsonKind(schema: TSchema): ParamKind {
  const check = compileCheck(schema);
  const isScalar = ['number', 'integer', 'boolean'].includes(schema.type);
  return {
    decode: (raw, at) => check(parse(isScalar ? boundScalar(raw, at) : raw, at), at),
    schema,
    isJsonText: !isScalar,
  };
}

export interface EnumKindOptions {
  /** `short`: "Invalid NAME"; `long`: "… Not in the list of possible values" (organization.md 1.3 says which). */
  text: 'short' | 'long';
  /** Texts are sent as JSON strings. */
  json?: boolean;
}

/** One of a fixed set: texts are sent raw, numbers as JSON. */
export function enumKind(values: readonly (string | number)[], options: EnumKindOptions): ParamKind {
  const allowed = new Set<unknown>(values);
  const isNumeric = values.every((value) => typeof value === 'number');
  const isRawText = !isNumeric && !options.json;
  const isShort = options.text === 'short';
  const check = (value: unknown, at: string): unknown => {
    if (!allowed.has(value)) throw isShort ? paramErrors.notInSet(at) : paramErrors.notInList(at);
    return value;
  };
  // The check with the long text follows that of the type; the other one is both.
  const typed = isNumeric ? integerKind({}) : stringKind({ json: true });
  const read = (raw: string, at: string): unknown => {
    if (isRawText) return raw;
    return isShort ? parse(boundScalar(raw, at), at) : typed.decode(raw, at);
  };
  return {
    decode: (raw, at) => check(read(raw, at), at),
    schema: { type: isNumeric ? 'integer' : 'string', enum: [...values] },
    isJsonText: !isNumeric && !isRawText,
  };
}

function withoutUndefined<T extends Record<string, unknown>>(schema: T): JsonSchema & T {
  for (const key of Object.keys(schema)) if (schema[key] === undefined) delete schema[key];
  return schema;
}
