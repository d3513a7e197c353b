import { ListIndentRule, OrderedListRule, UnorderedListRule } from './lists';
import { BlockNode } from './node';
import { QuoteRule } from './quotes';
import { HeadingRule, HorizontalRuleRule } from './rules';
import { TableRule } from './tables';
import type { BlockQueue, BlockRule, BlockState, InnerParser } from './block-rule';

/** Deeper structures become plain paragraphs: bounds both recursion and work on hostile input. */
const MAX_DEPTH = 50;

class ReversedQueue implements BlockQueue {
  private readonly reversed: string[];

  constructor(blocks: readonly string[]) {
    this.reversed = [...blocks].reverse();
  }

  get first(): string | undefined {
    return this.reversed.at(-1);
  }

  shift(): string {
    return this.reversed.pop() ?? '';
  }

  unshift(block: string): void {
    this.reversed.push(block);
  }
}

function withoutTrailingNewlines(text: string): string {
  let end = text.length;
  while (end > 0 && text[end - 1] === '\n') end--;
  return text.slice(0, end);
}

/** A block that starts with a newline, or is empty: separates, nothing else. */
class BlankRule implements BlockRule {
  matches(_parent: BlockNode, block: string): boolean {
    return block === '' || block.startsWith('\n');
  }

  parse(_parent: BlockNode, queue: BlockQueue): void {
    const rest = queue.shift().slice(1);
    if (rest !== '') queue.unshift(rest);
  }
}

/** Lines indented by four spaces at the start of a block (markdown.md 3.2). */
class IndentedCodeRule implements BlockRule {
  matches(_parent: BlockNode, block: string): boolean {
    return block.startsWith('    ');
  }

  parse(parent: BlockNode, queue: BlockQueue): void {
    const lines = queue.shift().split('\n');
    let end = lines.findIndex((line) => !line.startsWith('    ') && line.trim() !== '');
    if (end < 0) end = lines.length;
    const code = lines
      .slice(0, end)
      .map((line) => line.slice(4))
      .join('\n')
      .trimEnd();
    const previous = parent.lastChild;
    if (previous?.tag === 'code') previous.text += `\n\n${code}`;
    else parent.append('code').text = code;
    if (end < lines.length) queue.unshift(lines.slice(end).join('\n'));
  }
}

/** Everything else is a paragraph, or text of a tight list item. */
class ParagraphRule implements BlockRule {
  constructor(private readonly parser: BlockParser) {}

  matches(): boolean {
    return true;
  }

  parse(parent: BlockNode, queue: BlockQueue): void {
    const block = queue.shift();
    if (block.trim() === '') return;
    if (!this.parser.isIn('list')) {
      parent.append('p').text = block.trimStart();
      return;
    }
    const sibling = parent.lastChild;
    if (sibling !== undefined) sibling.tail += `\n${block}`;
    else if (parent.text !== '') parent.text += `\n${block.trimStart()}`;
    else parent.text = block.trimStart();
  }
}

/**
 * Turns text into a tree of blocks. Blocks are separated by blank lines; each is offered to the rules in order, and a rule
 * may parse parts of it recursively (markdown.md 1.2 step 5).
 */
export class BlockParser implements InnerParser {
  private readonly states: BlockState[] = [];
  private readonly rules: BlockRule[];
  private readonly paragraph = new ParagraphRule(this);
  private depth = 0;

  constructor(options: { hasIndentedCode: boolean }) {
    this.rules = [
      new BlankRule(),
      new ListIndentRule(this),
      ...(options.hasIndentedCode ? [new IndentedCodeRule()] : []),
      new HeadingRule(this),
      new TableRule(),
      new HorizontalRuleRule(this),
      new OrderedListRule(this),
      new UnorderedListRule(this),
      new QuoteRule(this),
      this.paragraph,
    ];
  }

  /** Parses a whole text. May be called again, also after it threw. */
  parse(text: string): BlockNode {
    this.states.length = 0;
    this.depth = 0;
    const root = new BlockNode('root');
    this.parseText(root, text);
    return root;
  }

  parseText(parent: BlockNode, text: string): void {
    this.parseBlocks(parent, withoutTrailingNewlines(text).split('\n\n'));
  }

  parseBlocks(parent: BlockNode, blocks: readonly string[]): void {
    const queue = new ReversedQueue(blocks);
    this.depth++;
    for (let block = queue.first; block !== undefined; block = queue.first) {
      this.ruleFor(parent, block).parse(parent, queue);
    }
    this.depth--;
  }

  private ruleFor(parent: BlockNode, block: string): BlockRule {
    if (this.depth > MAX_DEPTH) return this.paragraph;
    for (const rule of this.rules) if (rule.matches(parent, block)) return rule;
    return this.paragraph;
  }

  within(state: BlockState, action: () => void): void {
    this.states.push(state);
    action();
    this.states.pop();
  }

  isIn(state: BlockState): boolean {
    return this.states.at(-1) === state;
  }
}
