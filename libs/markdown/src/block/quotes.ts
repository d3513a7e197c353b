import type { BlockQueue, BlockRule, InnerParser } from './block-rule';
import type { BlockNode } from './node';

const MARKER = /^ {0,3}> ?/;
const BARE_MARKER = /^ {0,3}>\s*$/;
const USER_MENTION = /(?<![^\s'"({[/<])@(?=\*\*[^*]+\*\*)/g;
const GROUP_MENTION = /(?<![^\s'"({[/<])@(?=\*[^*]+\*)/g;

/** Turns the mentions of a line into their silent form. */
function silenceMentions(line: string): string {
  if (!line.includes('@')) return line;
  return line.replace(USER_MENTION, '@_').replace(GROUP_MENTION, '@_');
}

/** Index of the first line of a quote: one with a marker, such that not only bare markers follow. Negative if none. */
function quoteStart(lines: readonly string[]): number {
  let last = lines.length - 1;
  while (last >= 0 && BARE_MARKER.test(lines[last] ?? '')) last--;
  const start = lines.findIndex((line) => MARKER.test(line));
  return start <= last ? start : -1;
}

/** `> quoted`, up to the next blank line; lines without marker continue the quote (markdown.md 3.4). */
export class QuoteRule implements BlockRule {
  constructor(private readonly parser: InnerParser) {}

  matches(_parent: BlockNode, block: string): boolean {
    return block.includes('>') && quoteStart(block.split('\n')) >= 0;
  }

  parse(parent: BlockNode, queue: BlockQueue): void {
    const lines = queue.shift().split('\n');
    const start = quoteStart(lines);
    if (start > 0) this.parser.parseBlocks(parent, [lines.slice(0, start).join('\n')]);
    const quote = parent.append('blockquote');
    const text = lines
      .slice(start)
      .map((line) => silenceMentions(BARE_MARKER.test(line) ? '' : line.replace(MARKER, '')))
      .join('\n');
    this.parser.within('blockquote', () => this.parser.parseText(quote, text));
  }
}
