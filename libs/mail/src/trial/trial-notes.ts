import type { MailTrial } from './try-mail';

/** What an operator should know of a mail that was taken: who can read on the way, and what the server has not asked for. */
export function trialNotes(url: string, { isEncrypted, user, failure }: MailTrial): string[] {
  if (failure !== null) return [];
  const notes: string[] = [];
  if (new URL(url).username !== '' && user === null) {
    notes.push(
      'The server offers no login on this connection: the user and password of STOA_MAIL_URL are not used, and it takes ' +
        'mail from whoever reaches it. Leave them out, or use the port on which it offers one (smtps:// is 465, smtp:// 587).',
    );
  }
  if (!isEncrypted) {
    notes.push(
      user === null
        ? 'The connection is not encrypted: mails, with their links, can be read on the way. Use smtps:// if you can.'
        : 'The connection is not encrypted: the password can be read on the way. Use smtps:// if you can.',
    );
  }
  return notes;
}
