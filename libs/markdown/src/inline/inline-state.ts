import type { RenderContext } from '../context';
import type { FormulaTypesetter } from '../math';
import type { Stash } from '../stash';

/** What the inline rules find that the HTML does not show. */
export class Effects {
  /** Upload paths named by image syntax, which is no link. */
  readonly imagePathIds: string[] = [];
  /** Whether image syntax shows an image. */
  showsImage = false;
}

/** What every inline rule works with. */
export interface InlineState {
  readonly context: RenderContext;
  readonly stash: Stash;
  readonly formulas: FormulaTypesetter;
  readonly effects: Effects;
  /** Renders text inside a construct with the rules after the given one. */
  renderInner(text: string, rule: number): string;
}

/** Characters that make a rule worth trying. */
export const Trigger = {
  backtick: 1,
  star: 2,
  at: 4,
  dollar: 8,
  hash: 16,
  less: 32,
  bracket: 64,
  dot: 128,
  colon: 256,
  tilde: 512,
  wide: 1024,
  parenthesis: 2048,
  semicolon: 4096,
} as const;

/** One pass over a text: recognised pieces are replaced by placeholders of their finished HTML. */
export interface InlineRule {
  /** Triggers that must all occur. */
  readonly all: number;
  /** Triggers one of which must occur; 0 for none. */
  readonly any: number;
  apply(text: string, state: InlineState, index: number): string;
}
