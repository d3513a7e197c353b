import { decodeOwnEntities } from './html';

/**
 * The visible text of rendered HTML: tags dropped, entities decoded. Attribute values and tag names are not part of it
 * (markdown.md 17.1).
 */
export function searchText(html: string): string {
  const text = html.replace(/<[^>]*>/g, (tag) => (tag.startsWith('<br') || tag.startsWith('</') ? ' ' : ''));
  return decodeOwnEntities(text).replace(/\s+/g, ' ').trim();
}
