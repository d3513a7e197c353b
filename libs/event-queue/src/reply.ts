/** Decoding of script replies: every shape is checked, as Redis is another process. */

function unexpected(expected: string, value: unknown): TypeError {
  return new TypeError(`Redis script answered ${JSON.stringify(value)?.slice(0, 80)} where ${expected} was expected`);
}

export function asList(value: unknown): readonly unknown[] {
  if (!Array.isArray(value)) throw unexpected('a list', value);
  return value;
}

export function asText(value: unknown): string {
  if (typeof value !== 'string') throw unexpected('a text', value);
  return value;
}

export function asTexts(value: unknown): string[] {
  return asList(value).map(asText);
}

/** An integer reply, or an integer as text (as hashes hold it). */
export function asNumber(value: unknown): number {
  const number = typeof value === 'string' && value !== '' ? Number(value) : value;
  if (typeof number !== 'number' || !Number.isSafeInteger(number)) throw unexpected('an integer', value);
  return number;
}

/** The status that a script's reply begins with, one of `known`. */
export function statusOf<Status extends string>(reply: readonly unknown[], known: readonly Status[]): Status {
  const status = known.find((name) => name === reply[0]);
  if (status === undefined) throw unexpected(`one of ${known.join(', ')}`, reply[0]);
  return status;
}
