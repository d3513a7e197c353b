import { STORED_AS } from '../rpc/define-rpc';

/** The part of JSON Schema that declarations use. A schema without a word takes every value. */
export interface JsonSchema {
  type?: string;
  const?: unknown;
  anyOf?: JsonSchema[];
  properties?: Record<string, JsonSchema>;
  required?: string[];
  /** Values of a map. */
  patternProperties?: Record<string, JsonSchema>;
  additionalProperties?: boolean;
  /** A list: elements of a tuple by position. */
  items?: JsonSchema | JsonSchema[];
  [bound: string]: unknown;
}

/** Words that say the most or the least of something, with the sign of "stricter". */
export const BOUNDS: Readonly<Record<string, 1 | -1>> = {
  minimum: 1,
  minLength: 1,
  minItems: 1,
  minProperties: 1,
  maximum: -1,
  maxLength: -1,
  maxItems: -1,
  maxProperties: -1,
};

const NESTED = new Set(['properties', 'patternProperties']);
const KEPT = new Set(['type', 'const', 'required', 'additionalProperties', 'pattern', ...Object.keys(BOUNDS)]);
/** Words that change nothing about what is valid. */
const ANNOTATIONS = /^(title|description|default|deprecated|examples|additionalItems|x-.*)$/;

/**
 * A declaration as the release file holds it: without annotations, names in order, what clients see otherwise than it is
 * stored as it is stored.
 * @throws Error for a word that the comparison does not know, because it would go unchecked
 */
export function plainSchema(schema: Readonly<Record<string, unknown>>): JsonSchema {
  const stored = schema[STORED_AS];
  if (isRecord(stored)) return plainSchema(stored);
  const words = Object.entries(schema).filter(([word]) => !ANNOTATIONS.test(word));
  return Object.fromEntries(words.sort(byName).map(([word, value]) => [word, plainWord(word, value)]));
}

function plainWord(word: string, value: unknown): unknown {
  if (NESTED.has(word) && isRecord(value)) {
    const entries = Object.entries(value).sort(byName);
    return Object.fromEntries(entries.map(([name, nested]) => [name, plainNested(nested)]));
  }
  if (word === 'anyOf' || word === 'items') return Array.isArray(value) ? value.map(plainNested) : plainNested(value);
  if (word === 'required' && Array.isArray(value)) return value.map(String).sort();
  if (!KEPT.has(word)) throw new Error(`schemas of calls and events cannot use "${word}": nothing compares it`);
  return value;
}

function plainNested(value: unknown): JsonSchema {
  if (!isRecord(value)) throw new Error(`not a schema: ${JSON.stringify(value)}`);
  return plainSchema(value);
}

function isRecord(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

function byName([first]: readonly [string, unknown], [second]: readonly [string, unknown]): number {
  return first < second ? -1 : 1;
}
