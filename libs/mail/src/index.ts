export { MailModule, createMailer } from './mail.module';
export { MailDelayedError, MailRefusedError } from './mail-errors';
export { Mailer, addressee, oneLine } from './mailer';
export type { Mail } from './mailer';
