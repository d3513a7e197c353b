import { UnavailableError } from '@stoa/errors';
import { Mailer } from './mailer';

/** Stands where no way to send mail is configured. */
export class NoMailer extends Mailer {
  override readonly isConfigured = false;

  protected deliver(): Promise<void> {
    return Promise.reject(new UnavailableError('This server sends no mail', { retryAfterSeconds: 3600 }));
  }
}
