import { escaped, mailPage } from '@stoa/mail-html';
import type { Write } from '@stoa/texts';
import type { UnsubscribeWays } from './unsubscribe-keys';

/** Where a mail leads to besides its text. */
export interface MailLink {
  label: string;
  url: string;
}

export interface MailDocument {
  language: string;
  title: string;
  /** HTML. */
  body: string;
  /** Texts at the foot, a paragraph each. */
  footer: readonly string[];
  links: readonly MailLink[];
}

const FOOTER = 'margin-top:24px;padding-top:12px;border-top:1px solid #dddddd;color:#59636e;font-size:13px';
const BUTTON =
  'display:inline-block;padding:8px 16px;border-radius:4px;background-color:#3b5bdb;color:#ffffff;text-decoration:none';

/** A mail as a whole document. */
export function htmlDocument({ language, title, body, footer, links }: MailDocument): string {
  const notes = footer.map((text) => `<p style="margin:0 0 4px">${escaped(text)}</p>`).join('');
  const anchors = links
    .map(({ label, url }) => `<a href="${escaped(url)}" style="color:#59636e">${escaped(label)}</a>`)
    .join(' · ');
  const foot = `<div style="${FOOTER}">${notes}<p style="margin:0">${anchors}</p></div>`;
  return mailPage({ language, title, body: `${body}${foot}` });
}

export function buttonHtml({ label, url }: MailLink): string {
  return `<p style="margin:16px 0"><a href="${escaped(url)}" style="${BUTTON}">${escaped(label)}</a></p>`;
}

/** The same as text. */
export function footerText(footer: readonly string[], links: readonly MailLink[]): string {
  return ['--', ...footer, ...links.map(({ label, url }) => `${label}: ${url}`)].join('\n');
}

/** What all mails to users end with. */
export function settingsLinks(realmUrl: string, ways: UnsubscribeWays | null, write: Write): MailLink[] {
  const settings = { label: write('mail.settings'), url: `${realmUrl}/#settings/notifications` };
  return ways === null ? [settings] : [settings, { label: write('mail.unsubscribe'), url: ways.unsubscribeUrl }];
}
