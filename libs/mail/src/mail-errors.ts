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

/** What the server said of a mail that it refused. */
export interface MailRefusal {
  /** It is the recipient that the server does not want; else it is the mail. */
  isOfRecipient: boolean;
  /** Of RFC 3463, such as 5.1.1; '' if the server gave none. */
  code: string;
}

/** The server refused a mail for good (a reply of 5xx): the address does not exist, or the content is unwanted. */
export class MailRefusedError extends Error {
  constructor(
    message: string,
    cause: unknown,
    readonly refusal: MailRefusal,
  ) {
    super(message, { cause });
    this.name = 'MailRefusedError';
  }
}
