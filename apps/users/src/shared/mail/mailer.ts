export interface Mail {
  to: string;
  subject: string;
  text: string;
}

/** A name that somebody chose, where a mail has it: no line of its own, in the header or in the text. */
export function oneLine(name: string): string {
  return name.replace(/[\p{Cc}\s]+/gu, ' ').trim();
}

/** Sends mail. A mail that was taken may still be lost on its way; one that was not is an error. */
export abstract class Mailer {
  /** Whether there is a way to send at all. */
  readonly isConfigured: boolean = true;

  /**
   * Sends a mail; its subject, which has names that people chose, as one line.
   * @throws UnavailableError when it could not be handed over
   */
  async send(mail: Mail): Promise<void> {
    if (/[\p{Cc}\s<>,;]/u.test(mail.to)) throw new Error('not one mail address');
    await this.deliver({ ...mail, subject: oneLine(mail.subject) });
  }

  /** Hands over a mail that {@link send} has checked. */
  protected abstract deliver(mail: Mail): Promise<void>;

  /** Ends connections that are kept. */
  close(): void {
    return;
  }
}
