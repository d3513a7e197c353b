/** One mail, as plain text. */
export interface Mail {
  to: string;
  subject: string;
  text: string;
}

/** Sends mail. A mail that was taken may still be lost on its way; one that was not is an error. */
export abstract class Mailer {
  /** Whether there is a way to send at all. */
  readonly isConfigured: boolean = true;

  abstract send(mail: Mail): Promise<void>;

  /** Ends connections that are kept. */
  close(): void {
    return;
  }
}
