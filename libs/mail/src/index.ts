export { MailModule } from './mail.module';
export { MailDelayedError, MailRefusedError } from './mail-errors';
export type { MailRefusal } from './mail-errors';
export { Mailer, oneLine } from './mailer';
export type { Mail } from './mailer';
