import { badRequest } from '@stoa/errors';

/** Codes of `bot_type` (users.md 16). */
export const BotType = { Generic: 1, IncomingWebhook: 2, OutgoingWebhook: 3, Embedded: 4 } as const;

/** The keys of its index hold no more. */
const LONGEST_KEY_BYTES = 2500;

/** @throws DomainError for keys that cannot be stored */
export function checkConfig(config: Readonly<Record<string, string>>): void {
  if (Object.keys(config).some((key) => Buffer.byteLength(key) > LONGEST_KEY_BYTES)) {
    throw badRequest('Invalid configuration data!');
  }
}
