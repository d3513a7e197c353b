import type { PagePreview, RenderContext } from '../context';
import { decodeOwnEntities, escapeLiteral } from '../html';
import type { Piece } from '../pieces';
import { cardHtml, pagePreviewHtml } from './card-html';
import { type Media, isExternal, isVimeo, mediaOf } from './media';
import { previewHtml } from './preview-html';

/** More distinct links than this switch all previews of a message off (markdown.md 9.1). */
const MAX_LINKS = 24;

/** What previews change. */
export interface PreviewPlan {
  /** HTML behind a piece, by its index; -1 for the end of the text. */
  after: ReadonlyMap<number, string>;
  /** Pieces that a preview replaces. */
  removed: ReadonlySet<number>;
  /** New HTML of texts, by index. */
  rewritten: ReadonlyMap<number, string>;
  hasImage: boolean;
  /** Addresses whose page is not fetched yet. */
  linksWantingPreview: string[];
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
  /** Where the label stands in the HTML of the text. */
  labelStart: number;
  labelEnd: number;
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
      const label = { labelStart: open.contentStart, labelEnd: index };
      found.push({ href: open.href, text, isTop: depth === 0, isAlone, ...label });
      open = null;
    }
  }
  return found;
}

/** The links outside of quotes, each address once, in document order. */
function linksToPreview(pieces: readonly Piece[]): FoundLink[] {
  const stack: string[] = [];
  const found = new Map<string, FoundLink>();
  pieces.forEach(({ nesting, tag, html, isText }, index) => {
    if (nesting === 1) stack.push(tag);
    else if (nesting === -1) stack.pop();
    if (!isText || !html.includes('<a ') || stack.includes('blockquote')) return;
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

class Planner implements PreviewPlan {
  readonly after = new Map<number, string>();
  readonly removed = new Set<number>();
  readonly rewritten = new Map<number, string>();
  readonly linksWantingPreview: string[] = [];
  hasImage = false;
  /** Behind everything else. */
  private cards = '';
  /** How much longer earlier rewriting has made a text. */
  private readonly shifts = new Map<number, number>();

  constructor(
    private readonly pieces: readonly Piece[],
    private readonly context: RenderContext,
  ) {}

  /** What one link is shown as: by its address alone, else by what was fetched of its page. */
  add(link: FoundLink): void {
    const href = decodeOwnEntities(link.href);
    const media = this.context.hasMediaPreviews === true ? mediaOf(href, this.context) : null;
    if (media !== null) this.addMedia(link, media);
    if (media !== null && media.kind !== 'youtube') return;
    if (this.context.hasPagePreviews !== true || !isExternal(href, this.context.realmUrl)) return;
    const page = this.context.pagePreviews?.get(href);
    if (page === undefined) this.linksWantingPreview.push(href);
    else if (page !== null) this.addPage(link, page, media !== null ? 'YouTube' : isVimeo(href) ? 'Vimeo' : null);
  }

  /** All cards follow the text, wherever the link is. */
  finish(): this {
    if (this.cards !== '') this.append(END_OF_TEXT, this.cards);
    return this;
  }

  private addMedia(link: FoundLink, media: Media): void {
    if (media.kind === 'card') {
      this.cards += cardHtml(link.href, media);
      return;
    }
    const isBare = isBareLink(link);
    const title = isBare ? undefined : link.text.replace(/"/g, '&quot;');
    if (media.kind !== 'video') this.hasImage = true;
    const html = previewHtml(media, { href: link.href, title }, this.context);
    this.place(link, html, link.isAlone && isBare && media.kind !== 'youtube');
  }

  private addPage(link: FoundLink, page: PagePreview, site: 'YouTube' | 'Vimeo' | null): void {
    if (site !== null && page.title !== '' && isBareLink(link)) this.rename(link, `${site} - ${page.title}`);
    if (site === 'YouTube') return;
    const html = pagePreviewHtml(link.href, page, this.context);
    if (page.kind === 'card') {
      this.cards += html;
      return;
    }
    this.hasImage = true;
    this.place(link, html, false);
  }

  private rename({ index, labelStart, labelEnd }: FoundLink, label: string): void {
    const html = this.rewritten.get(index) ?? this.pieces[index]?.html ?? '';
    const shift = this.shifts.get(index) ?? 0;
    const escaped = escapeLiteral(label);
    this.rewritten.set(index, html.slice(0, labelStart + shift) + escaped + html.slice(labelEnd + shift));
    this.shifts.set(index, shift + escaped.length - (labelEnd - labelStart));
  }

  private place(link: FoundLink, html: string, replaces: boolean): void {
    const close = closingIndex(this.pieces, link.index);
    if (link.isTop && link.parent === 'p') this.addToParagraph(link.index, close, html, replaces);
    else if (link.isTop && link.parent === 'li') {
      if (replaces) this.removed.add(link.index);
      this.append(close - 1, html);
    } else this.append(END_OF_TEXT, html);
  }

  /** Behind the line break that follows the paragraph. */
  private addToParagraph(text: number, close: number, html: string, replaces: boolean): void {
    const next = this.pieces[close + 1];
    const isFollowedByText = next?.isText === true;
    const last = next === undefined ? close : close + 1;
    if (replaces && !isFollowedByText) for (let index = text - 1; index <= last; index++) this.removed.add(index);
    this.append(last, html);
  }

  private append(index: number, html: string): void {
    this.after.set(index, (this.after.get(index) ?? '') + html);
  }
}

const isBareLink = ({ href, text }: Anchor): boolean => href === text || text === '';

/** Where the previews of a text's links go (markdown.md 9.1); null when nothing changes. */
export function planPreviews(pieces: readonly Piece[], context: RenderContext): PreviewPlan | null {
  if (context.hasMediaPreviews !== true && context.hasPagePreviews !== true) return null;
  const links = linksToPreview(pieces);
  if (links.length === 0 || links.length > MAX_LINKS) return null;
  const planner = new Planner(pieces, context);
  for (const link of links) planner.add(link);
  return planner.finish();
}
