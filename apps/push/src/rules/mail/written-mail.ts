import { mailHost } from './conversation';
import type { MailRealm } from './facts';

/** A mail, as far as it does not depend on how mail is sent. */
export interface WrittenMail {
  to: string;
  toName: string;
  fromName: string;
  /** Nobody reads what is sent to the sender. */
  replyTo?: string;
  subject: string;
  text: string;
  html: string;
  messageId: string;
  dateMs: number;
  headers: Readonly<Record<string, string>>;
}

/**
 * Headers of what programs send: nobody's vacation answers it, and one click ends it.
 * @param unsubscribeUrl null for what is not sent again and again
 */
export function automaticHeaders(realm: MailRealm, unsubscribeUrl: string | null): Record<string, string> {
  return {
    'Auto-Submitted': 'auto-generated',
    'X-Auto-Response-Suppress': 'All',
    'List-Id': `${realm.name.replace(/[<>"]/g, '')} <${mailHost(realm.host)}>`,
    ...(unsubscribeUrl === null
      ? {}
      : { 'List-Unsubscribe': `<${unsubscribeUrl}>`, 'List-Unsubscribe-Post': 'List-Unsubscribe=One-Click' }),
  };
}
