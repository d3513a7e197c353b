import domainLines from '../data/top-level-domains.json';

const TOP_LEVEL_DOMAINS: ReadonlySet<string> = new Set(domainLines.flatMap((line) => line.split(' ')));

const WITH_SCHEME = /https?:\/\/[\p{L}\p{N}_.:@-]+/uy;
const HOST_CHARACTERS = /[\p{L}\p{N}_.-]+/uy;
const EMAIL_DOMAIN = /^[\p{L}\p{N}_.-]+\.[\p{L}\p{N}_]+$/u;
const BITCOIN = /bitcoin:[13][a-km-zA-HJ-NP-Z1-9]{25,34}/y;

/** What may stand before a link, besides whitespace and the start. */
const BEFORE: ReadonlySet<string> = new Set('\'"(,:<');
/** Punctuation that may stand between a link and the whitespace or end behind it. */
const TRAILING: ReadonlySet<string> = new Set('!:;?),.\'">');

const MAX_PARENTHESES = 6;
/** Whether a text may hold a link at all; cheaper than looking. */
const POSSIBLE = /\.[^\s.]|:\/\/|bitcoin:/;

/** A link as typed. */
export interface Autolink {
  start: number;
  end: number;
}

function matchEnd(pattern: RegExp, text: string, position: number): number {
  pattern.lastIndex = position;
  return pattern.test(text) ? pattern.lastIndex : -1;
}

/** The scanner of one stretch without whitespace. Everything it does is linear in the length of the stretch. */
class RunScanner {
  /** Where the punctuation at the end of the stretch begins: a link must reach it. */
  private readonly trailing: number;
  /** A link whose path covers this position cannot end well, as an earlier attempt has shown. */
  private deadEnd = -1;

  constructor(
    private readonly text: string,
    private readonly start: number,
    private readonly end: number,
  ) {
    let trailing = end;
    while (trailing > start && TRAILING.has(text.charAt(trailing - 1))) trailing--;
    this.trailing = trailing;
  }

  /** The links of the stretch, left to right. */
  find(found: Autolink[]): void {
    for (let position = this.start; position < this.trailing; position++) {
      if (position > this.start && !BEFORE.has(this.text.charAt(position - 1))) continue;
      const end = this.linkEnd(position);
      if (end < 0) continue;
      found.push({ start: position, end });
      position = end - 1;
    }
  }

  private linkEnd(start: number): number {
    const { text } = this;
    if (text.startsWith('http', start)) {
      const hostEnd = matchEnd(WITH_SCHEME, text, start);
      const end = hostEnd < 0 ? -1 : this.afterHost(hostEnd, text.indexOf('//', start) + 3);
      if (end >= 0) return end;
    }
    if (text.startsWith('bitcoin:', start)) {
      const end = matchEnd(BITCOIN, text, start);
      if (end >= this.trailing) return end;
    }
    const hostEnd = matchEnd(HOST_CHARACTERS, text, start);
    if (hostEnd < 0) return -1;
    return text[hostEnd] === '@' ? this.emailEnd(hostEnd) : this.bareDomainEnd(start, hostEnd);
  }

  /** End of a link whose host may end anywhere from `shortest` to `hostEnd`. */
  private afterHost(hostEnd: number, shortest: number): number {
    if (this.startsPath(hostEnd)) return this.pathEnd(hostEnd);
    return this.trailing <= hostEnd ? Math.max(this.trailing, shortest) : -1;
  }

  private bareDomainEnd(start: number, hostEnd: number): number {
    let end = hostEnd;
    if (!this.startsPath(hostEnd)) while (end > start && this.text[end - 1] === '.') end--;
    const labels = this.text.slice(start, end).split('.');
    if (labels.length < 2 || labels.includes('') || !TOP_LEVEL_DOMAINS.has(labels.at(-1) ?? '')) return -1;
    if (end === hostEnd && this.startsPath(hostEnd)) return this.pathEnd(hostEnd);
    return this.trailing <= end ? end : -1;
  }

  private emailEnd(at: number): number {
    let end = matchEnd(HOST_CHARACTERS, this.text, at + 1);
    while (end > at && this.text[end - 1] === '.') end--;
    const isAddress = end > at && EMAIL_DOMAIN.test(this.text.slice(at + 1, end));
    return isAddress && this.trailing <= end ? end : -1;
  }

  private startsPath(position: number): boolean {
    if (position >= this.end) return false;
    const character = this.text[position];
    if (character === '/') return true;
    return character === '?' && position + 1 < this.end && !/[)"]/.test(this.text.charAt(position + 1));
  }

  /** End of a path or query that begins at `start`: the first position from the trailing punctuation on where parentheses balance. */
  private pathEnd(start: number): number {
    if (start <= this.deadEnd) return -1;
    let depth = 0;
    let outermost = start;
    for (let position = start; position <= this.end; position++) {
      if (depth === 0 && position > start && position >= this.trailing) return position;
      const character = this.text[position];
      if (character === '(') {
        if (depth === 0) outermost = position;
        depth++;
      } else if (character === ')') depth--;
      const isFatal = depth < 0 || depth > MAX_PARENTHESES || character === '"' || character === '\u0002';
      if (isFatal || position === this.end) {
        this.deadEnd = Math.max(this.deadEnd, depth > 0 ? outermost : position);
        return -1;
      }
    }
    return -1;
  }
}

/** Finds the URLs, domains and email addresses that become links (markdown.md 5.2). */
export function findAutolinks(text: string): Autolink[] {
  const found: Autolink[] = [];
  if (!POSSIBLE.test(text)) return found;
  for (const { 0: run, index } of text.matchAll(/\S+/g)) {
    if (POSSIBLE.test(run)) new RunScanner(text, index, index + run.length).find(found);
  }
  return found;
}
