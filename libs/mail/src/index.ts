export { Mailer, oneLine } from './mailer';
export type { Mail } from './mailer';
export { FolderMailer } from './folder-mailer';
export { SmtpMailer } from './smtp-mailer';
export { MailModule, createMailer } from './mail.module';
export type { MailSettings } from './mail.module';
