import type { PagePreview, RenderContext } from '../context';
import { escapeLiteral, escapeLiteralAttribute } from '../html';
import { mediaSource } from './media-proxy';
import { previewBlock } from './preview-html';

interface CardText {
  title: string;
  description: string;
}

/** Characters that would end the quoted address inside of `url("…")`, as CSS escapes. */
function cssString(value: string): string {
  return value.replace(/["\\\n\r\f<>]/g, (character) => `\\${character.charCodeAt(0).toString(16)} `);
}

/** A card; parts that are empty are left out. `href` is a finished attribute value (markdown.md 9.6). */
export function cardHtml(href: string, { title, description }: CardText, imageSource?: string): string {
  const style =
    imageSource === undefined
      ? ''
      : ` style="${escapeLiteralAttribute(`background-image: url("${cssString(imageSource)}")`)}"`;
  const image = imageSource === undefined ? '' : `<a class="message_embed_image" href="${href}"${style}></a>`;
  const titleHtml =
    title === ''
      ? ''
      : `<div class="message_embed_title"><a href="${href}" title="${escapeLiteralAttribute(title)}">${escapeLiteral(title)}</a></div>`;
  const descriptionHtml =
    description === '' ? '' : `<div class="message_embed_description">${escapeLiteral(description)}</div>`;
  return `<div class="message_embed">${image}<div class="data-container">${titleHtml}${descriptionHtml}</div></div>`;
}

/** What a fetched page shows. `href` is a finished attribute value. */
export function pagePreviewHtml(href: string, page: PagePreview, context: RenderContext): string {
  const source = mediaSource(page.imageUrl, context);
  if (page.kind === 'card') return cardHtml(href, page, source);
  const title = page.title === '' ? '' : ` title="${escapeLiteralAttribute(page.title)}"`;
  const image = `<img src="${escapeLiteralAttribute(source)}">`;
  if (page.kind === 'photo') return previewBlock('message_inline_image', `href="${href}"${title}`, image);
  const player = `data-id="${escapeLiteralAttribute(page.embedHtml)}"`;
  return previewBlock('embed-video message_inline_image', `${player} href="${href}"${title}`, image);
}
