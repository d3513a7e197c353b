import { OPERATOR_MAILBOXES } from '@stoa/contracts/users';

/** What the options of a channel's address say (mail-and-integrations.md 4.1). */
export interface MailOptions {
  showsFrom: boolean;
  keepsFooter: boolean;
  keepsQuotes: boolean;
  prefersHtml: boolean;
}

export interface AddressedMailbox {
  /** `reply`: the token says which message is answered. */
  kind: 'channel' | 'reply';
  token: string;
  options: MailOptions;
}

const REPLY = /^mm-[0-9a-z-]{1,60}$/;
const UNSUBSCRIBE = /^un-[0-9a-z-]{1,60}$/;
const CHANNEL_TOKEN = /^[0-9a-f]{32}$/;

/** The part of an address that stands for `%s` in the pattern, in lower case; null for other addresses. */
export function mailboxPart(pattern: string, address: string): string | null {
  const [before = '', after] = pattern.toLowerCase().split('%s');
  const given = address.toLowerCase();
  if (after === undefined || given.length <= before.length + after.length) return null;
  if (!given.startsWith(before) || !given.endsWith(after)) return null;
  return given.slice(before.length, given.length - after.length);
}

/** @returns null: not an address of a channel or of an answer */
export function readMailAddress(pattern: string, address: string): AddressedMailbox | null {
  const part = mailboxPart(pattern, address);
  if (part === null) return null;
  if (REPLY.test(part)) return { kind: 'reply', token: part, options: optionsOf([]) };
  const pieces = part.split(/[.+]/);
  // What comes before the token is the channel's name, which may look like one.
  const place = pieces.findLastIndex((piece) => CHANNEL_TOKEN.test(piece));
  const token = pieces[place];
  return token === undefined ? null : { kind: 'channel', token, options: optionsOf(pieces.slice(place + 1)) };
}

/** @returns the token of an address that ends mails; null for other addresses */
export function readUnsubscribeAddress(pattern: string, address: string): string | null {
  const part = mailboxPart(pattern, address);
  return part !== null && UNSUBSCRIBE.test(part) ? part : null;
}

export type OperatorMailbox = (typeof OPERATOR_MAILBOXES)[number];

/**
 * A mailbox of whoever runs the installation, at the domain that the pattern names or at none.
 * @returns null for other addresses
 */
export function readOperatorMailbox(pattern: string, address: string): OperatorMailbox | null {
  const domain = /%s[^@]*@(.+)$/.exec(pattern)?.[1]?.toLowerCase();
  if (domain === undefined) return null;
  const given = address.toLowerCase();
  return OPERATOR_MAILBOXES.find((name) => given === name || given === `${name}@${domain}`) ?? null;
}

function optionsOf(pieces: readonly string[]): MailOptions {
  return {
    showsFrom: pieces.includes('show-sender'),
    keepsFooter: pieces.includes('include-footer'),
    keepsQuotes: pieces.includes('include-quotes'),
    prefersHtml: pieces.includes('prefer-html'),
  };
}
