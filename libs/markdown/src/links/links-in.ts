import type { RenderedLink } from '../context';
import { decodeOwnEntities } from '../html';

const ANCHOR = /<a (?:[a-z-]+="[^"]*" )*?href="([^"]*)"[^>]*>(.*?)<\/a>/gs;
const CHANNEL_ANCHOR = /^<a (?:class="(?:stream|stream-topic|message-link)")/;

/** The links of finished HTML, in document order, without those to channels, topics and messages. */
export function linksIn(html: string): RenderedLink[] {
  const links: RenderedLink[] = [];
  if (!html.includes('<a ')) return links;
  for (const [whole, href = '', label = ''] of html.matchAll(ANCHOR)) {
    if (CHANNEL_ANCHOR.test(whole)) continue;
    const text = label.includes('<') ? label.replace(/<[^>]*>/g, '') : label;
    links.push({ href: decodeOwnEntities(href), text: decodeOwnEntities(text) });
  }
  return links;
}
