import { parseJsonText } from './json-text';

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
