import { escaped } from '@stoa/mail-html';
import { textsIn } from '@stoa/texts';
import { type AccountMailView, accountMailContent } from './account-mail-content';
import { mailHost } from './conversation';
import { buttonHtml, footerText, htmlDocument, settingsLinks } from './layout';
import { type WrittenMail, unsubscribeHeaders } from './written-mail';

/** Writes a mail about an account (mail-and-integrations.md 3), in its recipient's language and time zone. */
export function writeAccountMail(mail: AccountMailView): WrittenMail {
  const { realm, recipient, ways } = mail;
  const write = textsIn(recipient.language);
  const { fromName, fromAddress, subject, paragraphs, button, footer } = accountMailContent(mail, write);
  const links = settingsLinks(realm.url, ways, write);
  return {
    to: mail.kind === 'address_changed' ? mail.facts.oldAddress : recipient.address,
    toName: recipient.fullName,
    fromName,
    ...(fromAddress === undefined ? {} : { fromAddress }),
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
    timezone: recipient.timezone,
    organization: realm,
    headers: unsubscribeHeaders(ways),
  };
}
