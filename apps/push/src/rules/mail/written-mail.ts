import type { MailRealm } from './facts';
import type { UnsubscribeWays } from './unsubscribe-keys';

/** A mail, as far as it does not depend on how mail is sent. */
export interface WrittenMail {
  to: string;
  toName: string;
  fromName: string;
  /** Whoever reads answers; the installation's sender if missing, of which nobody does. */
  fromAddress?: string;
  replyTo?: string;
  subject: string;
  text: string;
  html: string;
  messageId: string;
  dateMs: number;
  /** Of the recipient. */
  timezone: string;
  organization: Pick<MailRealm, 'name' | 'url'>;
  headers: Readonly<Record<string, string>>;
}

/**
 * Headers by which one click ends mails of a kind.
 * @param ways null for what is not sent again and again
 */
export function unsubscribeHeaders(ways: UnsubscribeWays | null): Record<string, string> {
  if (ways === null) return {};
  const { unsubscribeUrl, unsubscribeAddress } = ways;
  // Some programs know addresses only; the link is what one click posts to (RFC 8058).
  const mailto = unsubscribeAddress === null ? '' : `, <mailto:${unsubscribeAddress}?subject=unsubscribe>`;
  return {
    'List-Unsubscribe': `<${unsubscribeUrl}>${mailto}`,
    'List-Unsubscribe-Post': 'List-Unsubscribe=One-Click',
  };
}
