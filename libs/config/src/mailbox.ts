import { isEmail } from 'class-validator';

/** Somebody with a mail address. */
export interface Mailbox {
  /** '' for none. */
  name: string;
  address: string;
}

/**
 * Reads `ada@example.com` or `Ada of Acme <ada@example.com>` (RFC 5322; a name with a full stop stands in quotes).
 * @returns null for what is neither
 */
export function mailboxOf(text: string): Mailbox | null {
  if (!isEmail(text, { allow_display_name: true, require_tld: false })) return null;
  const start = text.lastIndexOf('<');
  if (start < 0) return { name: '', address: text };
  if (!text.endsWith('>')) return null;
  const name = text
    .slice(0, start)
    .trim()
    .replace(/^"(.*)"$/, '$1')
    .replace(/\\(.)/g, '$1');
  return { name, address: text.slice(start + 1, -1) };
}
