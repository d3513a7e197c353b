import { mailHost } from './conversation';
import type { MailRealm } from './facts';
import type { UnsubscribeWays } from './unsubscribe-keys';

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
  /** Of the recipient. */
  timezone: string;
  headers: Readonly<Record<string, string>>;
}

/**
 * Headers of what programs send: nobody's vacation answers it, and one click ends it.
 * @param ways null for what is not sent again and again
 */
export function automaticHeaders(realm: MailRealm, ways: UnsubscribeWays | null): Record<string, string> {
  return {
    'Auto-Submitted': 'auto-generated',
    'X-Auto-Response-Suppress': 'All',
    'List-Id': `${realm.name.replace(/[<>"]/g, '')} <${mailHost(realm.host)}>`,
    ...(ways === null ? {} : unsubscribeHeaders(ways)),
  };
}

/** The link is what one click posts to (RFC 8058); some programs know addresses only. */
function unsubscribeHeaders({ unsubscribeUrl, unsubscribeAddress }: UnsubscribeWays): Record<string, string> {
  const mailto = unsubscribeAddress === null ? '' : `, <mailto:${unsubscribeAddress}?subject=unsubscribe>`;
  return {
    'List-Unsubscribe': `<${unsubscribeUrl}>${mailto}`,
    'List-Unsubscribe-Post': 'List-Unsubscribe=One-Click',
  };
}
