import { diffArrays } from 'diff';

/** More changed words than this are shown as one replacement: finding out which they are takes their square. */
const MOST_CHANGES = 150;

const PIECE = /<(\/?)([a-z0-9]+)([^>]*)>|[^<]+/g;

/** A stretch of HTML: a word, the space between words, or a tag. */
interface Piece {
  /** What is compared; null for what is only structure. */
  word: string | null;
  html: string;
  /** What is shown where it was inserted or deleted; the HTML of a tag that counts as word is shown too. */
  shown: string;
}

const structure = (html: string): Piece => ({ word: null, html, shown: '' });

/** Splits a text at its spaces. */
function textPieces(text: string, isPreformatted: boolean, isBetweenTags: boolean): Piece[] {
  if (isBetweenTags && !isPreformatted && text.trim() === '' && text.includes('\n')) return [];
  const parts = text.match(/\s+|\S+/g) ?? [];
  return parts.map((part) => (part.trim() === '' ? structure(part) : { word: part, html: part, shown: part }));
}

/** Cuts HTML of the renderer into pieces; addresses of links and pictures count as words. */
function piecesOf(html: string): Piece[] {
  const pieces: Piece[] = [];
  const addresses: string[] = [];
  let preformatted = 0;
  for (const { 0: whole, 1: slash, 2: tag, 3: attributes = '', index } of html.matchAll(PIECE)) {
    if (tag === undefined) {
      const end = index + whole.length;
      const isBetweenTags = (index === 0 || html[index - 1] === '>') && (end === html.length || html[end] === '<');
      for (const piece of textPieces(whole, preformatted > 0, isBetweenTags)) pieces.push(piece);
      continue;
    }
    const isOpening = slash === '';
    if (tag === 'pre') preformatted += isOpening ? 1 : -1;
    if (tag === 'img') {
      pieces.push({ word: `<img ${/ src="([^"]*)"/.exec(attributes)?.[1] ?? ''}>`, html: whole, shown: whole });
      continue;
    }
    if (tag === 'a' && isOpening) addresses.push(/ href="([^"]*)"/.exec(attributes)?.[1] ?? '');
    const address = tag === 'a' && !isOpening ? addresses.pop() : undefined;
    // The address goes behind the text of its link.
    if (address !== undefined) pieces.push({ word: `<a ${address}>`, html: '', shown: ` Link: ${address} ` });
    pieces.push(structure(whole));
  }
  return pieces;
}

type Mark = 'inserted' | 'deleted';

const marked = (mark: Mark, html: string): string => `<span class="highlight_text_${mark}">${html}</span>`;

/** What happens to the words: how many stay, are new, or are gone, in order. Insertions come before what they replace. */
interface Change {
  kept: number;
  inserted: number;
  deleted: readonly Piece[];
}

function commonLength(count: number, isEqual: (index: number) => boolean): number {
  let length = 0;
  while (length < count && isEqual(length)) length++;
  return length;
}

function changesBetween(before: readonly Piece[], after: readonly Piece[]): Change[] {
  const shorter = Math.min(before.length, after.length);
  const start = commonLength(shorter, (index) => before[index]?.word === after[index]?.word);
  const end = commonLength(shorter - start, (index) => before.at(-1 - index)?.word === after.at(-1 - index)?.word);
  const old = before.slice(start, before.length - end);
  const fresh = after.slice(start, after.length - end);
  const changes: Change[] = [{ kept: start, inserted: 0, deleted: [] }];
  const comparator = (one: Piece, other: Piece): boolean => one.word === other.word;
  const found = diffArrays([...old], [...fresh], { comparator, maxEditLength: MOST_CHANGES });
  if (found === undefined) return [...changes, { kept: 0, inserted: fresh.length, deleted: old }];
  for (const { added, removed, value } of found) {
    const last = changes.at(-1);
    const isOpen = last !== undefined && last.kept === 0;
    if (added) changes.push({ kept: 0, inserted: value.length, deleted: isOpen ? (changes.pop()?.deleted ?? []) : [] });
    else if (removed) changes.push({ kept: 0, inserted: isOpen ? (changes.pop()?.inserted ?? 0) : 0, deleted: value });
    else changes.push({ kept: value.length, inserted: 0, deleted: [] });
  }
  return changes;
}

/** Writes the new HTML with the marks in it. */
class Writer {
  private html = '';
  private position = 0;

  constructor(private readonly pieces: readonly Piece[]) {}

  /** The next `count` words and the structure in front of them. */
  keep(count: number): void {
    for (let left = count; left > 0;) {
      const piece = this.pieces[this.position++];
      if (piece === undefined) return;
      this.html += piece.html;
      if (piece.word !== null) left--;
    }
  }

  /** As {@link keep}, marked; a mark holds words and spaces, never tags. */
  insert(count: number): void {
    let pending = '';
    let space = '';
    const flush = (): void => {
      this.html += (pending === '' ? '' : marked('inserted', pending)) + space;
      pending = '';
      space = '';
    };
    for (let left = count; left > 0;) {
      const piece = this.pieces[this.position++];
      if (piece === undefined) break;
      if (piece.word !== null) {
        pending += space + piece.shown;
        space = '';
        left--;
      } else if (piece.html.trim() === '' && pending !== '') space = piece.html;
      else {
        flush();
        this.html += piece.html;
      }
    }
    flush();
  }

  delete(words: readonly Piece[], isReplacement: boolean): void {
    if (words.length === 0) return;
    const html = marked('deleted', words.map(({ shown }) => shown).join(' '));
    if (isReplacement || !this.hasWords()) {
      const isAtStart = this.html === '' || (this.html.endsWith('>') && !isReplacement);
      this.html += isAtStart ? html : ` ${html}`;
      return;
    }
    this.structureOnly();
    this.html += `${html} `;
  }

  finish(): string {
    this.keep(Infinity);
    return this.html;
  }

  private hasWords(): boolean {
    return this.pieces.slice(this.position).some(({ word }) => word !== null);
  }

  private structureOnly(): void {
    while (this.pieces[this.position]?.word === null) this.html += this.pieces[this.position++]?.html ?? '';
  }
}

/**
 * The HTML of `content_html_diff` (markdown.md 16): the new version, in which words that are new or gone are marked. Its
 * time is bounded for all texts.
 */
export function contentDiff(before: string, after: string): string {
  const pieces = piecesOf(after);
  const isWord = ({ word }: Piece): boolean => word !== null;
  const writer = new Writer(pieces);
  for (const { kept, inserted, deleted } of changesBetween(piecesOf(before).filter(isWord), pieces.filter(isWord))) {
    writer.keep(kept);
    writer.insert(inserted);
    writer.delete(deleted, inserted > 0);
  }
  return `<div>${writer.finish()}</div>`;
}
