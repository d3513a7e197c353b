/** What tells a person's mail from a program's. */
export interface MailOrigin {
  /** Of the envelope; '' for notices of mail servers. */
  envelopeFrom: string;
  /** Lines of the header by name in lower case; of repeated ones the first, but all results of authentication. */
  header: ReadonlyMap<string, string>;
}

const AUTOMATIC_PRECEDENCE = ['bulk', 'junk', 'auto_reply', 'list'];

/** Whether no person has answered: vacation notices, bounces, lists (mail-and-integrations.md 4.2). */
export function isAutomatic({ envelopeFrom, header }: MailOrigin): boolean {
  const value = (name: string): string => header.get(name)?.trim().toLowerCase() ?? '';
  if (envelopeFrom === '' || header.has('x-autoreply') || header.has('x-autorespond')) return true;
  const submitted = value('auto-submitted');
  if (submitted !== '' && !submitted.startsWith('no')) return true;
  return AUTOMATIC_PRECEDENCE.includes(value('precedence'));
}

/**
 * Whether a program answers in somebody's absence. Channels get what programs report; nobody wants to read there that
 * somebody is on holiday. Help desks confirm by mails that are replied automatically, too, so that alone says nothing;
 * Sieve adds the word in brackets. Exchange says of such mails only that they are generated, and by what.
 */
export function isAutomaticAnswer({ header }: MailOrigin): boolean {
  const value = (name: string): string => header.get(name)?.trim().toLowerCase() ?? '';
  if (header.has('x-autoreply') || header.has('x-autorespond')) return true;
  if (/^auto-replied\b.*\bvacation\b/.test(value('auto-submitted'))) return true;
  if (value('precedence') === 'auto_reply') return true;
  return (
    value('auto-submitted').startsWith('auto-generated') &&
    value('x-ms-exchange-generated-message-source') === 'mailbox rules agent'
  );
}

/** Whether it would go round: a notice of a mail server, or a mail of this installation. @param host its own */
export function isOfLoop({ envelopeFrom, header }: MailOrigin, host: string): boolean {
  if (envelopeFrom === '') return true;
  const listId = /<([^<>]*)>\s*$/.exec(header.get('list-id') ?? '')?.[1]?.toLowerCase() ?? '';
  const own = host.replace(/:\d+$/, '').toLowerCase();
  return listId === own || listId.endsWith(`.${own}`);
}

/** Whether the relay in front found that the sender's domain did not send it. */
export function isForged({ header }: MailOrigin): boolean {
  return /\bdmarc\s*=\s*fail\b/i.test(header.get('authentication-results') ?? '');
}
