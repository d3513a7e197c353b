import type { BlockQueue, BlockRule, InnerParser } from './block-rule';
import type { BlockNode } from './node';

/** Columns of indent per list level (markdown.md 3.1). */
const INDENT = '  ';

const NESTED_ITEM = /^ {2,3}(?:\d+\.|[*+-]) +/;
const LEADING_INDENT = /^(?: {2})+/;

/** Removes up to `level` levels of indent in front of lines that have them. */
function dedent(text: string, level: number): string {
  const indent = INDENT.repeat(level);
  if (level === 0) return text;
  return text
    .split('\n')
    .map((line) => (line.startsWith(indent) ? line.slice(indent.length) : line))
    .join('\n');
}

/** What the two kinds of list share. The kinds differ in tag and marker, and never continue each other. */
abstract class ListRule implements BlockRule {
  protected abstract readonly tag: 'ul' | 'ol';
  /** Captures the marker's number, if any, and the text. */
  protected abstract readonly item: RegExp;

  constructor(private readonly parser: InnerParser) {}

  matches(_parent: BlockNode, block: string): boolean {
    return this.item.test(block);
  }

  parse(parent: BlockNode, queue: BlockQueue): void {
    const block = queue.shift();
    let items = this.splitItems(block);
    const sibling = parent.lastChild;
    let list: BlockNode;
    if (sibling?.tag === this.tag) {
      list = sibling;
      this.continueLoosely(list, items[0] ?? '');
      items = items.slice(1);
    } else if (parent.isList) {
      list = parent;
    } else {
      list = parent.append(this.tag);
      const start = this.item.exec(block)?.groups?.number;
      if (start !== undefined && start !== '1') list.attribute = ['start', start];
    }
    this.parser.within('list', () => this.appendItems(list, items));
  }

  /** The first item after a blank line: it and the one before it get paragraphs. */
  private continueLoosely(list: BlockNode, item: string): void {
    const previous = list.lastChild;
    if (previous !== undefined) {
      previous.wrapTextInParagraph();
      const last = previous.lastChild;
      if (last !== undefined && last.tail !== '') {
        const tail = last.tail;
        last.tail = '';
        previous.append('p').text = tail.trimStart();
      }
    }
    const node = list.append('li');
    this.parser.within('looselist', () => this.parser.parseBlocks(node, [item]));
  }

  private appendItems(list: BlockNode, items: readonly string[]): void {
    for (const item of items) {
      const target = item.startsWith(INDENT) ? (list.lastChild ?? list.append('li')) : list.append('li');
      this.parser.parseBlocks(target, [item]);
    }
  }

  private splitItems(block: string): string[] {
    const items: string[] = [];
    for (const line of block.split('\n')) {
      const text = this.item.exec(line)?.groups?.text;
      const last = items.at(-1);
      if (text !== undefined) items.push(text);
      else if (last === undefined || (NESTED_ITEM.test(line) && !last.startsWith(INDENT))) items.push(line);
      else items[items.length - 1] = `${last}\n${line}`;
    }
    return items;
  }
}

/** `1. item` */
export class OrderedListRule extends ListRule {
  protected readonly tag = 'ol';
  protected readonly item = /^ ?(?<number>\d+)\. +(?<text>[^\n]*)/;
}

/** `* item`, `+ item`, `- item` */
export class UnorderedListRule extends ListRule {
  protected readonly tag = 'ul';
  protected readonly item = /^ ?[*+-] +(?<text>[^\n]*)/;
}

/** An indented block inside of or after a list belongs to the item at its level (markdown.md 3.1). */
export class ListIndentRule implements BlockRule {
  constructor(private readonly parser: InnerParser) {}

  matches(parent: BlockNode, block: string): boolean {
    return (
      block.startsWith(INDENT) &&
      !this.parser.isIn('detabbed') &&
      (parent.tag === 'li' || parent.lastChild?.isList === true)
    );
  }

  parse(parent: BlockNode, queue: BlockQueue): void {
    const source = queue.shift();
    const { level, node } = this.findLevel(parent, source);
    const block = dedent(source, level);
    this.parser.within('detabbed', () => this.parseInto(parent, node, block));
  }

  private parseInto(parent: BlockNode, node: BlockNode, block: string): void {
    const nested = parent.lastChild;
    if (parent.tag === 'li') {
      this.parser.parseBlocks(nested?.isList === true ? nested : parent, [block]);
    } else if (node.tag === 'li') {
      this.parser.parseBlocks(node, [block]);
    } else if (node.lastChild?.tag === 'li') {
      node.lastChild.wrapTextInParagraph();
      this.parser.parseText(node.lastChild, block);
    } else {
      this.parser.parseBlocks(node.append('li'), [block]);
    }
  }

  /** The deepest list or item at the block's indent, and how many levels to remove. */
  private findLevel(parent: BlockNode, block: string): { level: number; node: BlockNode } {
    const indentLevel = (LEADING_INDENT.exec(block)?.[0].length ?? 0) / INDENT.length;
    let level = this.parser.isIn('list') ? 1 : 0;
    let node = parent;
    while (indentLevel > level) {
      const child = node.lastChild;
      if (child === undefined || !(child.isList || child.tag === 'li')) break;
      if (child.isList) level++;
      node = child;
    }
    return { level, node };
  }
}
