import type { BlockNode } from './node';

/** What encloses the block that is being parsed. */
export type BlockState = 'list' | 'looselist' | 'detabbed' | 'blockquote';

/** Blocks that are still to be parsed; a rule takes the first one and may put a rest back. */
export interface BlockQueue {
  shift(): string;
  unshift(block: string): void;
}

/** One kind of block. Rules are tried in order on the first block of the queue. */
export interface BlockRule {
  matches(parent: BlockNode, block: string): boolean;
  parse(parent: BlockNode, queue: BlockQueue): void;
}

/** What a rule needs of the parser that tries it. */
export interface InnerParser {
  /** Parses text that may hold several blocks. */
  parseText(parent: BlockNode, text: string): void;
  parseBlocks(parent: BlockNode, blocks: readonly string[]): void;
  /** Runs `action` in a state. */
  within(state: BlockState, action: () => void): void;
  /** Whether the innermost state is this one. */
  isIn(state: BlockState): boolean;
}
