import { randomUUID } from 'node:crypto';

/** Texts and numbers of a JSON text; nothing else in one holds digits. */
const TOKEN = /"(?:[^"\\]|\\.)*"|-?\d+(?:\.\d+)?(?:[eE][+-]?\d+)?/g;
const WHOLE = /^-?\d+$/;
/** Marks a text that stands for a number. Made anew by each process, so that no caller can write one. */
const MARK = randomUUID();

/**
 * JSON whose whole numbers beyond 2^53 become `bigint` and lose no digit: push_account_id has 64 bits.
 * @throws SyntaxError
 */
export function parseJson(text: string): unknown {
  const marked = text.replace(TOKEN, (token) =>
    WHOLE.test(token) && !Number.isSafeInteger(Number(token)) ? `"${MARK}${token}"` : token,
  );
  const parsed: unknown = JSON.parse(marked, (_key, value: unknown) =>
    typeof value === 'string' && value.startsWith(MARK) ? BigInt(value.slice(MARK.length)) : value,
  );
  return parsed;
}

/** The inverse of {@link parseJson}. */
export function stringifyJson(value: unknown): string {
  const marked = JSON.stringify(value, (_key, item: unknown) => (typeof item === 'bigint' ? `${MARK}${item}` : item));
  return marked.replace(new RegExp(`"${MARK}(-?\\d+)"`, 'g'), '$1');
}
