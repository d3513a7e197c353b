import { decodeOwnEntities } from './html';

const INLINE_IMAGE = /<img alt="([^"]*)" class="inline-image"[^>]*>/g;

/**
 * The visible text of rendered HTML: tags dropped, entities decoded. Attribute values and tag names are not part of it,
 * apart from what images are described with (markdown.md 17.1).
 */
export function searchText(html: string): string {
  const text = html
    .replaceAll(INLINE_IMAGE, ' $1 ')
    .replace(/<[^>]*>/g, (tag) => (tag.startsWith('<br') || tag.startsWith('</') ? ' ' : ''));
  return decodeOwnEntities(text).replace(/\s+/g, ' ').trim();
}
