/**
 * A number that was written with a fraction or an exponent although its value is whole, such as `3.0`: not an integer
 * to this API, which JavaScript's own parser does not distinguish (organization.md 1.3, "JSON parsing is strict").
 */
export class WholeFloat {
  constructor(readonly value: number) {}
}

const MAY_HOLD_FLOAT = /\d[.eE]/;
const MAY_HOLD_LONE_SURROGATE = /\\u[dD][89a-fA-F]/;
const NUMBER = /-?\d+(?:\.\d+)?(?:[eE][+-]?\d+)?/y;
/** A pair of escaped halves, or half a character alone. */
const ESCAPED_SURROGATE = /\\u[dD](?:[89abAB][\da-fA-F]{2}\\u[dD][c-fC-F][\da-fA-F]{2}|([89a-fA-F]))/y;
const PAIR_LENGTH = '\\ud83d\\ude00'.length;
const FLOAT_MARK = '\u0000whole-float';
const DEEPEST = 64;

const QUOTE = 0x22;
const COMMA = 0x2c;
const MINUS = 0x2d;
const ZERO = 0x30;
const NINE = 0x39;
const COLON = 0x3a;
const OPENING_BRACKET = 0x5b;
const BACKSLASH = 0x5c;
const OPENING_BRACE = 0x7b;

/**
 * Parses one JSON text; whole numbers written as floats become {@link WholeFloat}. The parser's own way to look at each
 * value, a reviver, takes 3 s for the largest body, so what is special is found in the text, in one pass.
 * @throws SyntaxError also for escaped halves of characters, which are no text: neither the database nor an answer can
 * hold them
 */
export function parseJsonText(text: string): unknown {
  const value: unknown = JSON.parse(text);
  if (MAY_HOLD_LONE_SURROGATE.test(text) && hasHalfCharacter(text)) throw new SyntaxError('half a character');
  if (!MAY_HOLD_FLOAT.test(text)) return value;
  const marked = markWholeFloats(text);
  return marked === text ? value : withWholeFloats(JSON.parse(marked), 0);
}

/**
 * How many values, keys and members a text of JSON has, roughly: what its parsing costs, besides its length.
 * @param most is enough to know
 */
export function countJsonParts(text: string, most: number): number {
  let parts = 0;
  for (let at = 0; at < text.length && parts <= most; at++) {
    const code = text.charCodeAt(at);
    if (code === QUOTE) at = endOfString(text, at);
    else if (code === COMMA || code === COLON || code === OPENING_BRACKET || code === OPENING_BRACE) parts++;
  }
  return parts;
}

/** @param text is JSON */
function markWholeFloats(text: string): string {
  const pieces: string[] = [];
  let copied = 0;
  for (let at = 0; at < text.length; at++) {
    const code = text.charCodeAt(at);
    if (code === QUOTE) at = endOfString(text, at);
    else if (code === MINUS || (code >= ZERO && code <= NINE)) {
      const token = numberAt(text, at);
      if (/[.eE]/.test(token) && Number.isInteger(Number(token))) {
        pieces.push(text.slice(copied, at), `{${JSON.stringify(FLOAT_MARK)}:${token}}`);
        copied = at + token.length;
      }
      at += token.length - 1;
    }
  }
  return pieces.length === 0 ? text : pieces.join('') + text.slice(copied);
}

function numberAt(text: string, at: number): string {
  NUMBER.lastIndex = at;
  return NUMBER.exec(text)?.[0] ?? '-';
}

function endOfString(text: string, start: number): number {
  for (let at = start + 1; at < text.length; at++) {
    const code = text.charCodeAt(at);
    if (code === QUOTE) return at;
    if (code === BACKSLASH) at++;
  }
  return text.length;
}

/** @param text is JSON, so that escapes stand in strings only */
function hasHalfCharacter(text: string): boolean {
  for (let at = text.indexOf('\\'); at >= 0;) {
    ESCAPED_SURROGATE.lastIndex = at;
    const surrogate = ESCAPED_SURROGATE.exec(text);
    if (surrogate?.[1] !== undefined) return true;
    at = text.indexOf('\\', at + (surrogate ? PAIR_LENGTH : 2));
  }
  return false;
}

function withWholeFloats(value: unknown, level: number): unknown {
  if (typeof value !== 'object' || value === null) return value;
  if (level > DEEPEST) throw new SyntaxError('nested too deep');
  if (Array.isArray(value)) return value.map((item: unknown) => withWholeFloats(item, level + 1));
  if (FLOAT_MARK in value) {
    const number = value[FLOAT_MARK];
    return typeof number === 'number' ? new WholeFloat(number) : value;
  }
  return Object.fromEntries(Object.entries(value).map(([key, part]) => [key, withWholeFloats(part, level + 1)]));
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
