import { parseJsonText } from './json-text';
import { boundScalar, stringKind } from './param-kinds';
import { ParamKind } from './param-spec';

const RETENTION_WORDS: ReadonlySet<string> = new Set(['unlimited', 'realm_default']);

/**
 * A channel's retention as it was sent: a JSON text or integer, or one of the words raw (channels.md 0). What it means is
 * {@link retentionValue}'s to say.
 */
export function retentionKind(): ParamKind {
  const quoted = stringKind({ json: true });
  const decode = (raw: string, at: string): string => {
    if (RETENTION_WORDS.has(raw) || typeof retentionValue(boundScalar(raw, at)) === 'number') return raw;
    quoted.decode(raw, `${at}["json[str]"]`);
    return raw;
  };
  const schema = { anyOf: [quoted.schema, { type: 'integer' }] };
  return { decode, schema, isJsonText: true, acceptsRaw: true };
}

/** Clients send the texts raw or JSON-quoted; numbers are JSON (channels.md 0). */
export function retentionValue(text: string): number | string {
  try {
    const value: unknown = parseJsonText(text);
    // Whatever else it is, the error shows it as it was sent.
    if (typeof value === 'string') return value;
    return typeof value === 'number' && Number.isInteger(value) ? value : text;
  } catch {
    return text;
  }
}

/** A text that may come raw or JSON-quoted. */
export function unquoted(text: string): string {
  return text.startsWith('"') && text.endsWith('"') && text.length >= 2 ? text.slice(1, -1) : text;
}
