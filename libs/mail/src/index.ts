export { MailModule } from './mail.module';
export { MailDelayedError, MailRefusedError } from './mail-errors';
export type { MailRefusal } from './mail-errors';
export { Mailer, oneLine } from './mailer';
export type { Mail, MailOrganization } from './mailer';
export { withToken } from './token-sender';
export { trialNotes } from './trial/trial-notes';
export { tryMail } from './trial/try-mail';
export type { MailTrial } from './trial/try-mail';
