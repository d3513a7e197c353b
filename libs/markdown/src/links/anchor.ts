import { escapeAttribute } from '../html';

/** An `<a>`; `text` is finished HTML. */
export function anchorHtml(href: string, text: string, title?: string): string {
  const titleAttribute = title === undefined ? '' : ` title="${escapeAttribute(title)}"`;
  return `<a href="${escapeAttribute(href)}"${titleAttribute}>${text}</a>`;
}
