import { fileURLToPath } from 'node:url';
import { DynamicModule, Global, Module, OnApplicationShutdown, Type } from '@nestjs/common';
import { ConfigurationError } from '@stoa/config';
import { FolderMailer } from './folder-mailer';
import { Mailer } from './mailer';
import { NoMailer } from './no-mailer';
import { SmtpMailer } from './smtp-mailer';

/** What a service's environment says about mail. */
export interface MailSettings {
  /** none, an SMTP server (smtp:, smtps:), or a folder (file:). */
  STOA_MAIL_URL: string;
  STOA_MAIL_SENDER: string;
  STOA_INSTALLATION_NAME: string;
  STOA_MAIL_TOKEN_SENDERS?: boolean;
}

/** Gives every module of a service the {@link Mailer} that its environment names. */
@Global()
@Module({})
export class MailModule implements OnApplicationShutdown {
  constructor(private readonly mailer: Mailer) {}

  /** @param environment class of the service's environment, as it is provided */
  static with(environment: Type<MailSettings>): DynamicModule {
    const provider = { provide: Mailer, inject: [environment], useFactory: createMailer };
    return { module: MailModule, providers: [provider], exports: [Mailer] };
  }

  onApplicationShutdown(): void {
    this.mailer.close();
  }
}

/** @throws ConfigurationError for an address of another kind */
export function createMailer({ STOA_MAIL_URL: url, STOA_MAIL_SENDER: sender, ...settings }: MailSettings): Mailer {
  if (url === 'none') return new NoMailer();
  if (url.startsWith('file:')) return new FolderMailer(fileURLToPath(url));
  if (/^smtps?:/.test(url))
    return new SmtpMailer(url, {
      sender,
      name: settings.STOA_INSTALLATION_NAME,
      usesTokens: settings.STOA_MAIL_TOKEN_SENDERS === true,
    });
  throw new ConfigurationError('STOA_MAIL_URL: must be none, or begin with smtp:, smtps: or file:');
}
