import { escaped } from './escaped';
import { mailPage } from './mail-page';

/** A mail that is written as text. */
interface TextMail {
  subject: string;
  text: string;
  /** Address of the organization that it is about, without a slash at the end. */
  ownUrl?: string;
}

/**
 * The same for programs that show HTML: paragraphs, and links. Other addresses than the organization's are no links, as
 * they stand in names that people chose.
 */
export function textPage({ subject, text, ownUrl }: TextMail): string {
  const paragraphs = text.trim().split(/\n[ \t]*\n\s*/);
  const body = paragraphs
    .map((paragraph) => `<p>${paragraph.split('\n').map(shown(ownUrl)).join('<br>')}</p>`)
    .join('');
  return mailPage({ title: subject, body });
}

function shown(ownUrl: string | undefined): (line: string) => string {
  return (line) =>
    line
      .split(/(\s+)/)
      .map((word) => (ownUrl === undefined ? escaped(word) : linked(word, ownUrl)))
      .join('');
}

function linked(word: string, ownUrl: string): string {
  // What ends a sentence ends no address.
  const address = word.replace(/[.,;:!?]+$/, '');
  if (address !== ownUrl && !address.startsWith(`${ownUrl}/`)) return escaped(word);
  return `<a href="${escaped(address)}">${escaped(address)}</a>${escaped(word.slice(address.length))}`;
}
