import { DomainError, badRequest } from '@stoa/errors';

const INVALID_MESSAGES = 'Invalid message(s)';

/** Messages that do not exist and messages that the user may not read are refused alike (messages.md 1). */
export function invalidMessages(): DomainError {
  return badRequest(INVALID_MESSAGES);
}

export function isInvalidMessages(error: unknown): boolean {
  return error instanceof DomainError && error.message === INVALID_MESSAGES;
}
