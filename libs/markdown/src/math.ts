import katex from 'katex';
import { escapeLiteral } from './html';
import { type Macros, countedMacros } from './math-macros';

/** Expansions of one formula, those of KaTeX' own macros included. */
const MAX_EXPANSIONS = 1_000;
/** Longest formula that is typeset; its HTML is some fifty times as long. */
const MAX_FORMULA_LENGTH = 2_000;
/** Ems; a larger rule or space than the screen helps nobody. */
const MAX_SIZE = 100;

/**
 * Formulas of one text, in characters of source; each also has a price of its own, and what its own macros put in place of
 * their names counts as source.
 */
const SOURCE_BUDGET = 3_000;
const PRICE_OF_FORMULA = 10;
/** HTML of all formulas of one text, in characters. */
const HTML_BUDGET = 500_000;

/** Typesets the formulas of one text. What goes beyond the budgets is shown as source, so that time and size stay bounded. */
export class FormulaTypesetter {
  private sourceLeft = SOURCE_BUDGET;
  private htmlLeft = HTML_BUDGET;

  /** Inline math (markdown.md 4.6); source that does not parse is marked as such. */
  inlineHtml(tex: string): string {
    return this.typeset(tex, false) ?? `<span class="tex-error">$$${escapeLiteral(tex)}$$</span>`;
  }

  /** Display math, one formula per part between blank lines. */
  displayHtml(text: string): string {
    const parts = text
      .split('\n\n')
      .map((part) => this.typeset(part, true) ?? `<span class="tex-error">${escapeLiteral(part)}</span>`);
    return `<p>${parts.join('\n\n')}</p>`;
  }

  /** KaTeX HTML; null if the source does not parse or asks for too much. */
  private typeset(tex: string, displayMode: boolean): string | null {
    const cost = tex.length + PRICE_OF_FORMULA;
    const isAffordable = tex.length <= MAX_FORMULA_LENGTH && cost <= this.sourceLeft;
    // What earlier rules recognised inside is no source of a formula.
    if (!isAffordable || tex.trim() === '' || tex.includes('\u0002')) return null;
    this.sourceLeft -= cost;
    const html = katexHtml(tex, { displayMode, macros: countedMacros((tokens) => this.charge(tokens)) });
    if (html === null || html.length > this.htmlLeft) return null;
    this.htmlLeft -= html.length;
    return html;
  }

  /** Throws when there is not so much left, which ends the formula that is being typeset. */
  private charge(tokens: number): void {
    this.sourceLeft -= tokens;
    if (this.sourceLeft < 0) throw new RangeError('The macros of the formula are too large');
  }
}

function katexHtml(tex: string, options: { displayMode: boolean; macros: Macros }): string | null {
  try {
    return katex.renderToString(tex, {
      ...options,
      throwOnError: true,
      strict: 'ignore',
      trust: false,
      maxExpand: MAX_EXPANSIONS,
      maxSize: MAX_SIZE,
    });
  } catch {
    // A parse error, or nesting deeper than the stack: both are the author's.
    return null;
  }
}
