import { parseJsonText } from '@stoa/http-params';

/** Clients send the texts raw or JSON-quoted; numbers are JSON (channels.md 0). */
export function retentionValue(text: string): number | string {
  try {
    const value: unknown = parseJsonText(text);
    return typeof value === 'number' && Number.isInteger(value) ? value : String(value);
  } catch {
    return text;
  }
}

/** A text that may come raw or JSON-quoted. */
export function unquoted(text: string): string {
  return text.startsWith('"') && text.endsWith('"') && text.length >= 2 ? text.slice(1, -1) : text;
}
