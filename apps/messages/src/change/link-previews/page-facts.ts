import { toUSVString } from 'node:util';
import { Parser } from 'htmlparser2';

/** What a page says about itself (markdown.md 9.6). */
export interface PageFacts {
  title: string;
  description: string;
  /** Absolute, of the web; null: the page has no image. */
  imageUrl: string | null;
  /** Where the page offers oEmbed. */
  oembedUrl: string | null;
}

const LONGEST_TITLE = 300;
const LONGEST_DESCRIPTION = 1_000;
const LONGEST_URL = 4_096;
const OEMBED_TYPES: ReadonlySet<string> = new Set(['application/json+oembed', 'text/json+oembed']);
/** What these hold is not text of the page. */
const OPAQUE: ReadonlySet<string> = new Set(['script', 'style', 'noscript', 'template', 'svg', 'textarea']);
/** Elements whose text may stand for title and description. */
const CAPTURED: ReadonlySet<string> = new Set(['title', 'h1', 'p']);

class FactsCollector {
  readonly meta = new Map<string, string>();
  readonly texts = new Map<string, string>();
  imageAfterHeading: string | null = null;
  oembed: string | null = null;
  private opaqueDepth = 0;
  private open: { name: string; text: string } | null = null;

  onopentag(name: string, attributes: Record<string, string>): void {
    if (OPAQUE.has(name)) this.opaqueDepth++;
    if (this.opaqueDepth > 0) return;
    if (name === 'meta') this.addMeta(attributes);
    else if (name === 'link') this.addLink(attributes);
    else if (name === 'img') this.addImage(attributes);
    else if (CAPTURED.has(name) && !this.texts.has(name)) this.open = { name, text: '' };
  }

  ontext(text: string): void {
    if (this.opaqueDepth === 0 && this.open && this.open.text.length < LONGEST_DESCRIPTION * 4) this.open.text += text;
  }

  onclosetag(name: string): void {
    if (OPAQUE.has(name)) this.opaqueDepth--;
    if (this.open?.name !== name) return;
    const text = oneLine(this.open.text);
    if (text !== '') this.texts.set(name, text);
    this.open = null;
  }

  private addMeta({ property, name, content }: Record<string, string>): void {
    const key = (property ?? name ?? '').trim().toLowerCase();
    if (key !== '' && content !== undefined && content.trim() !== '' && !this.meta.has(key))
      this.meta.set(key, content);
  }

  private addLink({ rel, type, href }: Record<string, string>): void {
    if (this.oembed !== null || !href || !rel?.toLowerCase().split(/\s+/).includes('alternate')) return;
    if (OEMBED_TYPES.has(type?.trim().toLowerCase() ?? '')) this.oembed = href;
  }

  private addImage({ src }: Record<string, string>): void {
    if (this.imageAfterHeading === null && src && this.texts.has('h1')) this.imageAfterHeading = src;
  }
}

/** Reads a page, or the beginning of one. @param url its own address */
export function pageFacts(html: string, url: URL): PageFacts {
  const found = new FactsCollector();
  const parser = new Parser(found);
  parser.write(html);
  parser.end();
  const { meta, texts } = found;
  return {
    title: cut(oneLine(meta.get('og:title') ?? texts.get('title') ?? texts.get('h1') ?? ''), LONGEST_TITLE),
    description: cut(
      oneLine(meta.get('og:description') ?? meta.get('description') ?? texts.get('p') ?? ''),
      LONGEST_DESCRIPTION,
    ),
    imageUrl:
      webAddress(meta.get('og:image') ?? null, url) ??
      webAddress(meta.get('og:image:url') ?? null, url) ??
      webAddress(found.imageAfterHeading, url),
    oembedUrl: webAddress(found.oembed, url),
  };
}

/** The absolute address of something that a page names; null unless it is one of the web. */
export function webAddress(address: string | null, base: URL): string | null {
  if (address === null || address.trim() === '' || !URL.canParse(address.trim(), base.href)) return null;
  const { protocol, username, password, href } = new URL(address.trim(), base);
  const isWeb = (protocol === 'http:' || protocol === 'https:') && username === '' && password === '';
  return isWeb && href.length <= LONGEST_URL ? href : null;
}

/** Text of a page on one line, without characters that PostgreSQL and JSON cannot hold or that nobody sees. */
export function oneLine(text: string): string {
  return toUSVString(text)
    .replace(/[\p{Cc}\s]+/gu, ' ')
    .trim();
}

/** At most so many code points. */
export function cut(text: string, most: number): string {
  const points = Array.from(text);
  return points.length <= most ? text : `${points.slice(0, most - 1).join('')}…`;
}
