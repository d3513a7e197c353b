import type { AccountMail } from '@stoa/contracts/push';
import { type Write, textsIn } from '@stoa/texts';
import { mailHost } from './conversation';
import { escaped } from './escaped';
import type { MailRealm, MailRecipient } from './facts';
import { type MailLink, buttonHtml, footerText, htmlDocument, settingsLinks } from './layout';
import { timeFormat } from './mail-time';
import { type WrittenMail, automaticHeaders } from './written-mail';

/** A mail about its recipient's account, with whom it goes to. */
export type AccountMailView = AccountMail & {
  mailId: string;
  happenedAtMs: number;
  realm: MailRealm;
  recipient: MailRecipient;
  /** Ends mails of this kind; null where there is nothing to end. */
  unsubscribeUrl: string | null;
};

interface Content {
  fromName: string;
  subject: string;
  paragraphs: readonly string[];
  button: MailLink;
  footer: readonly string[];
}

/** Writes a mail about an account (mail-and-integrations.md 3), in its recipient's language and time zone. */
export function writeAccountMail(mail: AccountMailView): WrittenMail {
  const { realm, recipient, unsubscribeUrl } = mail;
  const write = textsIn(recipient.language);
  const { fromName, subject, paragraphs, button, footer } = contentOf(mail, write);
  const links = settingsLinks(realm.url, unsubscribeUrl, write);
  return {
    to: recipient.address,
    toName: recipient.fullName,
    fromName,
    subject,
    text: [...paragraphs, `${button.label}: ${button.url}`, footerText(footer, links)].join('\n\n'),
    html: htmlDocument({
      language: recipient.language,
      title: subject,
      body: `${paragraphs.map((text) => `<p>${escaped(text)}</p>`).join('')}${buttonHtml(button)}`,
      footer,
      links,
    }),
    messageId: `${mail.mailId}@${mailHost(realm.host)}`,
    dateMs: mail.happenedAtMs,
    headers: automaticHeaders(realm, unsubscribeUrl),
  };
}

function contentOf(mail: AccountMailView, write: Write): Content {
  const { realm, recipient } = mail;
  const { name: organization, url } = realm;
  const { address } = recipient;
  switch (mail.kind) {
    case 'new_login': {
      const { ipAddress: ip, atMs } = mail.facts;
      const client = mail.facts.client === '' ? write('accountMail.newLoginUnknown') : mail.facts.client;
      return {
        fromName: write('accountMail.security'),
        subject: write('accountMail.newLoginSubject', { client }),
        paragraphs: [
          write('accountMail.newLogin', { address, organization }),
          write('accountMail.browser', { client }),
          write('accountMail.ip', { ip }),
          write('accountMail.time', { time: timeFormat(recipient)(atMs) }),
          write('accountMail.newLoginAdvice'),
        ],
        button: { label: write('accountMail.sessions'), url: `${url}/#settings/account-and-privacy` },
        footer: [write('mail.doNotReply')],
      };
    }
    case 'welcome':
      return {
        fromName: write('mail.notifications'),
        subject: write('accountMail.welcomeSubject', { organization }),
        paragraphs: [
          write('accountMail.welcome', { organization }),
          write('accountMail.welcomeAddress', { address, url }),
        ],
        button: { label: write('accountMail.signIn'), url: `${url}/` },
        footer: [write('accountMail.welcomeReason'), write('mail.doNotReply')],
      };
  }
}
