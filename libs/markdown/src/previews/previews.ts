import type { RenderContext } from '../context';
import { decodeOwnEntities } from '../html';
import { type Media, mediaOf } from './media';
import { previewHtml } from './preview-html';

/** More distinct links than this switch all previews of a message off (markdown.md 9.1). */
const MAX_LINKS = 24;

/** One step of a text's structure: an element opens or closes, or text stands there. */
export interface Piece {
  nesting: -1 | 0 | 1;
  tag: string;
  /** Finished HTML of text; null for everything else. */
  html: string | null;
}

/** What previews change. */
export interface PreviewPlan {
  /** HTML behind a piece, by its index; -1 for the end of the text. */
  after: ReadonlyMap<number, string>;
  /** Pieces that a preview replaces. */
  removed: ReadonlySet<number>;
  hasImage: boolean;
}

export const END_OF_TEXT = -1;

interface Anchor {
  /** As in the attribute. */
  href: string;
  /** Without tags, as in the text. */
  text: string;
  /** Not inside of an emphasis. */
  isTop: boolean;
  /** The only content of its text. */
  isAlone: boolean;
}

interface FoundLink extends Anchor {
  parent: string;
  /** Index of the text. */
  index: number;
}

const TAG = /<(\/?)(a|strong|em|del)\b([^>]*)>/g;

function anchorsIn(html: string): Anchor[] {
  const found: Anchor[] = [];
  let depth = 0;
  let open: { start: number; contentStart: number; href: string } | null = null;
  for (const { 0: whole, 1: slash, 2: tag, 3: attributes = '', index } of html.matchAll(TAG)) {
    const end = index + whole.length;
    if (tag !== 'a') depth += slash === '' ? 1 : -1;
    else if (slash === '')
      open = { start: index, contentStart: end, href: / href="([^"]*)"/.exec(attributes)?.[1] ?? '' };
    else if (open !== null) {
      const text = html.slice(open.contentStart, index).replace(/<[^>]*>/g, '');
      const isAlone = open.start === 0 && end === html.length;
      found.push({ href: open.href, text, isTop: depth === 0, isAlone });
      open = null;
    }
  }
  return found;
}

/** The links outside of quotes, each address once, in document order. */
function linksToPreview(pieces: readonly Piece[]): FoundLink[] {
  const stack: string[] = [];
  const found = new Map<string, FoundLink>();
  pieces.forEach(({ nesting, tag, html }, index) => {
    if (nesting === 1) stack.push(tag);
    else if (nesting === -1) stack.pop();
    if (html === null || !html.includes('<a ') || stack.includes('blockquote')) return;
    for (const anchor of anchorsIn(html)) {
      if (!found.has(anchor.href)) found.set(anchor.href, { ...anchor, parent: stack.at(-1) ?? '', index });
    }
  });
  return [...found.values()];
}

/** Index of the piece that closes the element around a text. */
function closingIndex(pieces: readonly Piece[], index: number): number {
  let depth = 1;
  let position = index;
  while (depth > 0 && position + 1 < pieces.length) depth += pieces[++position]?.nesting ?? 0;
  return position;
}

class Planner {
  readonly after = new Map<number, string>();
  readonly removed = new Set<number>();
  hasImage = false;

  constructor(private readonly pieces: readonly Piece[]) {}

  add(link: FoundLink, media: Media): void {
    const isBare = link.href === link.text || link.text === '';
    const html = previewHtml(media, { href: link.href, title: isBare ? undefined : link.text.replace(/"/g, '&quot;') });
    if (media.kind !== 'video') this.hasImage = true;
    const close = closingIndex(this.pieces, link.index);
    const replaces = link.isAlone && isBare && media.kind !== 'youtube';
    if (link.isTop && link.parent === 'p') this.addToParagraph(link.index, close, html, replaces);
    else if (link.isTop && link.parent === 'li') {
      if (replaces) this.removed.add(link.index);
      this.append(close - 1, html);
    } else this.append(END_OF_TEXT, html);
  }

  /** Behind the line break that follows the paragraph. */
  private addToParagraph(text: number, close: number, html: string, replaces: boolean): void {
    const next = this.pieces[close + 1];
    const isFollowedByText = next?.html !== null && next !== undefined;
    const last = next === undefined ? close : close + 1;
    if (replaces && !isFollowedByText) for (let index = text - 1; index <= last; index++) this.removed.add(index);
    this.append(last, html);
  }

  private append(index: number, html: string): void {
    this.after.set(index, (this.after.get(index) ?? '') + html);
  }
}

/** Where the previews of a text's links go (markdown.md 9.1); null when there are none. */
export function planPreviews(pieces: readonly Piece[], context: RenderContext): PreviewPlan | null {
  if (context.hasMediaPreviews !== true) return null;
  const links = linksToPreview(pieces);
  if (links.length === 0 || links.length > MAX_LINKS) return null;
  const planner = new Planner(pieces);
  for (const link of links) {
    const media = mediaOf(decodeOwnEntities(link.href), context);
    if (media !== null) planner.add(link, media);
  }
  return planner.after.size === 0 ? null : planner;
}
