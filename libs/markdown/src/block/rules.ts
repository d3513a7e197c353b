import type { BlockQueue, BlockRule, InnerParser } from './block-rule';
import type { BlockNode } from './node';

const HEADING = /(?:^|\n)(#{1,6})[^\S\n]([^\n]*)(?:\n|$)/;
const RULE_LINE = /(?:^|\n) {0,3}([-_*])(?: {0,2}\1){2,} *(?=\n|$)/;

/** `# heading`, anywhere in a block: text before and after becomes own blocks (markdown.md 2). */
export class HeadingRule implements BlockRule {
  constructor(private readonly parser: InnerParser) {}

  matches(_parent: BlockNode, block: string): boolean {
    return block.includes('#') && HEADING.test(block);
  }

  parse(parent: BlockNode, queue: BlockQueue): void {
    const block = queue.shift();
    const match = HEADING.exec(block);
    if (match === null) return;
    const [whole, marks = '', title = ''] = match;
    const before = block.slice(0, match.index);
    const after = block.slice(match.index + whole.length);
    if (before !== '') this.parser.parseBlocks(parent, [before]);
    parent.append(`h${marks.length}`).text = withoutTrailingMarks(title).trim();
    if (after !== '') queue.unshift(this.parser.isIn('looselist') ? dedent(after) : after);
  }
}

function withoutTrailingMarks(title: string): string {
  let end = title.length;
  while (end > 0 && title[end - 1] === '#') end--;
  return title.slice(0, end);
}

function dedent(text: string): string {
  return text
    .split('\n')
    .map((line) => (line.startsWith('    ') ? line.slice(4) : line))
    .join('\n');
}

/** A line of three or more `-`, `_` or `*` (markdown.md 2). */
export class HorizontalRuleRule implements BlockRule {
  constructor(private readonly parser: InnerParser) {}

  matches(_parent: BlockNode, block: string): boolean {
    return RULE_LINE.test(block);
  }

  parse(parent: BlockNode, queue: BlockQueue): void {
    const block = queue.shift();
    const match = RULE_LINE.exec(block);
    if (match === null) return;
    const before = block.slice(0, match.index).replace(/\n+$/, '');
    const after = block.slice(match.index + match[0].length).replace(/^\n+/, '');
    if (before !== '') this.parser.parseBlocks(parent, [before]);
    parent.append('hr');
    if (after !== '') queue.unshift(after);
  }
}
