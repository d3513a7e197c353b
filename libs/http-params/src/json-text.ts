/**
 * A number that was written with a fraction or an exponent although its value is whole, such as `3.0`: not an integer
 * to this API, which JavaScript's own parser does not distinguish (organization.md 1.3, "JSON parsing is strict").
 */
export class WholeFloat {
  constructor(readonly value: number) {}
}

const MAY_HOLD_FLOAT = /\d[.eE]/;
const STRING_OR_NUMBER = /"[^"\\]*(?:\\.[^"\\]*)*"|-?\d+(?:\.\d+)?(?:[eE][+-]?\d+)?/gs;
const FLOAT_MARK = '\u0000whole-float';
const DEEPEST = 64;
const MAY_HOLD_LONE_SURROGATE = /\\u[dD][89a-fA-F]/;
const LONE_SURROGATE = /\p{Cs}/u;

/** JSON may escape halves of characters, which are no text: neither the database nor an answer can hold them. */
function parseText(text: string): unknown {
  if (!MAY_HOLD_LONE_SURROGATE.test(text)) return JSON.parse(text);
  return JSON.parse(text, (key, part: unknown) => {
    if (LONE_SURROGATE.test(key) || (typeof part === 'string' && LONE_SURROGATE.test(part))) {
      throw new SyntaxError('half a character');
    }
    return part;
  });
}

/**
 * Parses one JSON text; whole numbers written as floats become {@link WholeFloat}.
 * @throws SyntaxError
 */
export function parseJsonText(text: string): unknown {
  const value = parseText(text);
  if (!MAY_HOLD_FLOAT.test(text)) return value;
  const marked = text.replace(STRING_OR_NUMBER, (token) => {
    if (token.startsWith('"') || !/[.eE]/.test(token) || !Number.isInteger(Number(token))) return token;
    return `{${JSON.stringify(FLOAT_MARK)}:${token}}`;
  });
  return JSON.parse(marked, (_key, part: unknown) => {
    if (typeof part !== 'object' || part === null || !(FLOAT_MARK in part)) return part;
    const number = part[FLOAT_MARK];
    return typeof number === 'number' ? new WholeFloat(number) : part;
  });
}

/**
 * Turns every {@link WholeFloat} inside a value back into a plain number.
 * @returns undefined when the value is nested more than 64 levels deep
 */
export function plainJson(value: unknown, level = 0): { value: unknown } | undefined {
  if (value instanceof WholeFloat) return { value: value.value };
  if (typeof value !== 'object' || value === null) return { value };
  if (level > DEEPEST) return undefined;
  if (Array.isArray(value)) {
    const items: unknown[] = [];
    for (const item of value) {
      const plain = plainJson(item, level + 1);
      if (!plain) return undefined;
      items.push(plain.value);
    }
    return { value: items };
  }
  const entries: [string, unknown][] = [];
  for (const [key, part] of Object.entries(value)) {
    const plain = plainJson(part, level + 1);
    if (!plain) return undefined;
    entries.push([key, plain.value]);
  }
  return { value: Object.fromEntries(entries) };
}
