import { escaped } from './escaped';
import { mailPage } from './mail-page';

/** A mail that is written as text. */
interface TextMail {
  subject: string;
  text: string;
  /** Addresses of the organizations that it is about, without a slash at the end. */
  ownUrls?: readonly string[];
}

/**
 * The same for programs that show HTML: paragraphs, and links. Other addresses than the organizations' are no links, as
 * they stand in names that people chose.
 */
export function textPage({ subject, text, ownUrls = [] }: TextMail): string {
  const paragraphs = text.trim().split(/\n[ \t]*\n\s*/);
  const body = paragraphs
    .map(
      (paragraph) =>
        `<p>${paragraph
          .split('\n')
          .map((line) => shown(line, ownUrls))
          .join('<br>')}</p>`,
    )
    .join('');
  return mailPage({ title: subject, body });
}

function shown(line: string, ownUrls: readonly string[]): string {
  return line
    .split(/(\s+)/)
    .map((word) => linked(word, ownUrls))
    .join('');
}

function linked(word: string, ownUrls: readonly string[]): string {
  // What ends a sentence ends no address.
  const address = word.replace(/[.,;:!?]+$/, '');
  if (!ownUrls.some((url) => address === url || address.startsWith(`${url}/`))) return escaped(word);
  return `<a href="${escaped(address)}">${escaped(address)}</a>${escaped(word.slice(address.length))}`;
}
