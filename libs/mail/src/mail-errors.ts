import { UnavailableError } from '@stoa/errors';

/** A mail could not be handed over now; later it may be. */
export class MailDelayedError extends UnavailableError {
  /**
   * @param isServerAway nothing was said about this mail: the server does not answer, or takes nothing from us, so
   *   that no other mail would fare better
   */
  constructor(
    message: string,
    readonly isServerAway: boolean,
    cause: unknown,
  ) {
    super(message, { cause });
    this.name = 'MailDelayedError';
  }
}

/** The server refused a mail for good (a reply of 5xx): the address does not exist, or the content is unwanted. */
export class MailRefusedError extends Error {
  constructor(message: string, cause: unknown) {
    super(message, { cause });
    this.name = 'MailRefusedError';
  }
}
