import { escapeAttribute, escapeLiteralAttribute, escapeText } from '../html';
import { anchorHtml } from '../links/anchor';
import { relativeToRealm, sanitizeUrl, uploadPathId } from '../links/url';
import { isAudio, isExternal } from '../previews/media';
import { mediaSource } from '../previews/media-proxy';
import { inlineImageHtml } from '../previews/preview-html';
import { Trigger, type InlineRule, type InlineState } from './inline-state';

interface Destination {
  href: string;
  title?: string;
  /** Position after the closing parenthesis. */
  end: number;
}

/** Positions of matching pairs, found once per text so that hostile nesting costs nothing extra. */
function matchPairs(text: string, open: string, close: string): Map<number, number> {
  const pairs = new Map<number, number>();
  const stack: number[] = [];
  for (let index = 0; index < text.length; index++) {
    const character = text[index];
    if (character === open) stack.push(index);
    else if (character === close) {
      const start = stack.pop();
      if (start !== undefined) pairs.set(start, index);
    }
  }
  return pairs;
}

const ANGLE_DESTINATION = /\(\s*<([^<>]*)>\s*(?:("[^"]*"|'[^']*')\s*)?\)/y;

interface Span {
  start: number;
  end: number;
}

function spansOf(text: string, pattern: RegExp): Span[] {
  return Array.from(text.matchAll(pattern), ({ 0: whole, index }) => ({ start: index, end: index + whole.length }));
}

/** The first span that starts at or after a position. */
function firstFrom(spans: readonly Span[], from: number): Span | undefined {
  let low = 0;
  let high = spans.length;
  while (low < high) {
    const middle = (low + high) >> 1;
    if ((spans[middle]?.start ?? Infinity) < from) low = middle + 1;
    else high = middle;
  }
  return spans[low];
}

/** Reads `(url "title")` behind a link text. */
class DestinationReader {
  private readonly parentheses: Map<number, number>;
  private readonly titleStarts: readonly Span[];
  private readonly titleEnds = new Map<string, readonly Span[]>();

  constructor(private readonly text: string) {
    this.parentheses = matchPairs(text, '(', ')');
    this.titleStarts = spansOf(text, /\s["']/g);
    if (this.titleStarts.length === 0) return;
    this.titleEnds.set('"', spansOf(text, /"\s*\)/g));
    this.titleEnds.set("'", spansOf(text, /'\s*\)/g));
  }

  /** The destination whose opening parenthesis is at `open`; null when there is none. */
  read(open: number): Destination | null {
    if (this.text[open] !== '(') return null;
    ANGLE_DESTINATION.lastIndex = open;
    const angle = ANGLE_DESTINATION.exec(this.text);
    if (angle !== null) {
      const [, href = '', title] = angle;
      return { href: href.trim(), title: title?.slice(1, -1), end: ANGLE_DESTINATION.lastIndex };
    }
    const close = this.parentheses.get(open);
    return this.readTitled(open, close) ?? (close === undefined ? null : this.readPlain(open, close));
  }

  private readPlain(open: number, close: number): Destination {
    return { href: this.text.slice(open + 1, close).trim(), end: close + 1 };
  }

  /** A title may hold parentheses, so it is looked for first; it must start before the address could end. */
  private readTitled(open: number, close: number | undefined): Destination | null {
    const limit = close ?? this.text.indexOf(')', open);
    const start = firstFrom(this.titleStarts, open);
    if (start === undefined || start.start > limit) return null;
    const ends = this.titleEnds.get(this.text[start.end - 1] ?? '') ?? [];
    const end = firstFrom(ends, start.end);
    if (end === undefined) return null;
    const href = this.text.slice(open + 1, start.start).trim();
    return { href, title: this.text.slice(start.end, end.start).trim().replace(/\s/g, ' '), end: end.end };
  }
}

function linkHtml(text: string, destination: Destination, state: InlineState): string | null {
  const sanitized = sanitizeUrl(destination.href);
  if (sanitized === null || sanitized.includes('\u0002')) return null;
  const href = relativeToRealm(sanitized, state.context.realmUrl);
  const label = text.trim() === '' ? href : text;
  const title = destination.title?.replace(/\u0002..\u0003/g, '');
  return anchorHtml(href, escapeText(label), title);
}

/** The player of a sound that the image form names; null for everything else (markdown.md 9.4). */
function audioHtml(text: string, destination: Destination, { context }: InlineState): string | null {
  const href = sanitizeUrl(destination.href);
  if (href === null || href.includes('\u0002') || !isAudio(href, context)) return null;
  const original = isExternal(href, context.realmUrl) ? ` data-original-url="${escapeLiteralAttribute(href)}"` : '';
  const label = text.replace(/\u0002..\u0003/g, '');
  const title = label === '' ? '' : ` title="${escapeAttribute(label)}"`;
  return `<audio controls${original} preload="metadata" src="${escapeLiteralAttribute(mediaSource(href, context))}"${title}></audio>`;
}

/** An uploaded image that the image form names; null for everything else (markdown.md 9.3). What it names is claimed. */
function imageHtml(text: string, destination: Destination, { context, effects }: InlineState): string | null {
  const path = uploadPathId(destination.href, context.realmUrl);
  if (path === null) return null;
  effects.imagePathIds.push(path);
  const upload = context.uploads?.get(path);
  const html = upload ? inlineImageHtml(path, text.replace(/\u0002..\u0003/g, ''), upload) : null;
  if (html !== null) effects.showsImage = true;
  return html;
}

/** `[text](url "title")`; with `!` before it an uploaded image or a sound, else a link behind that sign (markdown.md 5.1, 9.3, 9.4, 14). */
export const namedLinks: InlineRule = {
  all: Trigger.bracket | Trigger.parenthesis,
  any: 0,
  apply(text, state) {
    if (!text.includes('](')) return text;
    const brackets = matchPairs(text, '[', ']');
    const destinations = new DestinationReader(text);
    let output = '';
    let position = 0;
    for (let open = text.indexOf('['); open >= 0; open = text.indexOf('[', open + 1)) {
      if (open < position) continue;
      const close = brackets.get(open);
      const destination = close === undefined ? null : destinations.read(close + 1);
      if (close === undefined || destination === null) continue;
      if (text[open - 1] === '!') {
        const label = text.slice(open + 1, close);
        const shown = imageHtml(label, destination, state) ?? audioHtml(label, destination, state);
        if (shown !== null) {
          output += text.slice(position, open - 1) + state.stash.put(shown);
          position = destination.end;
          open = position - 1;
          continue;
        }
      }
      const html = linkHtml(text.slice(open + 1, close), destination, state);
      if (html === null) continue;
      output += text.slice(position, open) + state.stash.put(html);
      position = destination.end;
      open = position - 1;
    }
    return output + text.slice(position);
  },
};
