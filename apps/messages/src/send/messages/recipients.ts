import { badRequest } from '@stoa/errors';
import { withinIds } from '@stoa/http-params';

/** `stream` is the older name of `channel`, and `private` that of `direct`. */
export function isChannelType(type: 'direct' | 'private' | 'channel' | 'stream' | undefined): boolean {
  return type === 'channel' || type === 'stream';
}

/** The recipient of a channel message, as the sender named it. */
export type ChannelReference = { channelId: number } | { channelName: string };

/** The recipients of a direct message, as the sender named them; the sender itself may be left out. */
export type DirectReference = { userIds: number[] } | { emails: string[] };

/**
 * Reads the parameter `to` of a channel message: JSON integer = id, JSON string or anything that is not JSON = name
 * (messages.md 3, "`to` parsing").
 * @throws DomainError `Expected exactly one channel`, `Invalid data type for channel`, `Missing channel`
 */
export function parseChannelReference(to: string | undefined): ChannelReference {
  if (to === undefined) throw badRequest('Missing channel');
  let value = parseJson(to);
  if (value === undefined) return { channelName: to };
  if (Array.isArray(value)) {
    if (value.length !== 1) throw badRequest('Expected exactly one channel');
    value = value[0];
  }
  if (isInteger(value)) return { channelId: withinIds(value) };
  if (typeof value === 'string') return { channelName: value };
  throw badRequest('Invalid data type for channel');
}

/**
 * Reads the parameter `to` of a direct message: a JSON list of ids or of emails, or comma-separated emails.
 * Duplicates collapse.
 * @throws DomainError `Invalid data type for recipients`, `Recipient lists may contain emails or user IDs, but not
 * both.`, `Message must have recipients`
 */
export function parseDirectReference(to: string | undefined): DirectReference {
  if (to === undefined) throw badRequest('Message must have recipients');
  const parsed = parseJson(to);
  const value = parsed === undefined ? to : parsed;
  if (typeof value === 'string') return { emails: requireSome(splitEmails(value)) };
  if (!Array.isArray(value)) throw badRequest('Invalid data type for recipients');
  const items: unknown[] = value;
  if (items.length === 0) throw badRequest('Message must have recipients');
  if (items.every(isInteger)) return { userIds: [...new Set(items.map(withinIds))] };
  if (items.every((item) => typeof item === 'string')) {
    return { emails: requireSome((items as string[]).map((email) => email.trim()).filter((email) => email !== '')) };
  }
  const known = items.every((item) => typeof item === 'string' || isInteger(item));
  throw badRequest(
    known ? 'Recipient lists may contain emails or user IDs, but not both.' : 'Invalid data type for recipients',
  );
}

function isInteger(value: unknown): value is number {
  return Number.isInteger(value);
}

/** How JSON texts begin; a name that begins otherwise is not parsed, because a failing parse is slow. */
const JSON_START = /^\s*[[{"\-\dtfn]/;

function parseJson(text: string): unknown {
  if (!JSON_START.test(text)) return undefined;
  try {
    return JSON.parse(text) as unknown;
  } catch {
    return undefined;
  }
}

function splitEmails(list: string): string[] {
  return list
    .split(',')
    .map((email) => email.trim())
    .filter((email) => email !== '');
}

function requireSome(emails: string[]): string[] {
  if (emails.length === 0) throw badRequest('Message must have recipients');
  return [...new Set(emails)];
}

/** Clients whose own sends start as read (messages.md 3, "Read state of the sender's row"); lower case. */
const READING_CLIENTS = new Set([
  'zulipandroid',
  'zulipios',
  'zulipdesktop',
  'zulipmobile',
  'zulipelectron',
  'zulipterminal',
  'snipe',
  'website',
  'ios',
  'android',
]);

/** The heuristic on the client's name that applies when `read_by_sender` is not given. */
export function isReadBySender(clientName: string, readBySender: boolean | undefined): boolean {
  return readBySender ?? READING_CLIENTS.has(clientName.toLowerCase());
}
