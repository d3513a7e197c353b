import type { MailOptions } from './mail-address';
import { isForwarded, withoutFooter, withoutQuotes } from './quoted-text';

/** The texts of a mail. */
export interface MailTexts {
  subject: string;
  text: string;
  /** The HTML part, in Markdown. */
  htmlAsMarkdown: string;
}

/** Four columns would make code of what is only indented. */
const DEEPEST_INDENT = '   ';

/** What a mail says, in Markdown; '' for nothing. */
export function mailBody({ subject, text, htmlAsMarkdown }: MailTexts, options: MailOptions): string {
  const [first, second] = options.prefersHtml ? [htmlAsMarkdown, text] : [text, htmlAsMarkdown];
  const whole = clean(first) === '' ? clean(second) : clean(first);
  const isKept = options.keepsQuotes || isForwarded(subject, whole);
  const own = isKept ? whole : withoutQuotes(whole);
  const body = options.keepsFooter ? own : withoutFooter(own);
  return body
    .split('\n')
    .map((line) => line.replace(/^[ \t]{4,}|^ {0,3}\t[ \t]*/, DEEPEST_INDENT).trimEnd())
    .join('\n')
    .trim();
}

function clean(text: string): string {
  return text.replaceAll('\u0000', '').replaceAll('\r\n', '\n').replaceAll('\r', '\n').trim();
}
