/** What an English text with values looks like, and what it is in another language. */
interface Pattern {
  /** Literal pieces around the values: one more than there are values. */
  english: readonly string[];
  /** Literal pieces, and numbers of values, from 1. */
  translated: readonly (string | number)[];
}

const PLACEHOLDER = /\{(\d+)\}/;
/** Longer texts hold a long value, and stay as they are: looking for pieces in them must take no time. */
const LONGEST_TEXT = 4_000;

/**
 * Translates texts by their shape: a catalogue from English, with `{1}`, `{2}` … for values, to another language. Values
 * are passed through. What is looked up may hold anything that a user wrote, so no regular expression sees it.
 */
export class TextPatterns {
  private readonly exact: ReadonlyMap<string, string>;
  /** Those with the most literal characters first: they say more. */
  private readonly patterns: readonly Pattern[];

  constructor(catalogue: Readonly<Record<string, string>>) {
    const entries = Object.entries(catalogue);
    this.exact = new Map(entries.filter(([english]) => !PLACEHOLDER.test(english)));
    this.patterns = entries
      .filter(([english]) => !this.exact.has(english))
      .map(([english, translated]) => ({ english: literals(english), translated: parts(translated) }))
      .sort((a, b) => literalLength(b) - literalLength(a));
  }

  /** @returns undefined for a text of no known shape */
  translated(text: string): string | undefined {
    const exact = this.exact.get(text);
    if (exact !== undefined || text.length > LONGEST_TEXT) return exact;
    for (const { english, translated } of this.patterns) {
      const values = valuesOf(text, english);
      if (values) return translated.map((part) => (typeof part === 'number' ? values[part - 1] : part)).join('');
    }
    return undefined;
  }
}

/** What stands between the pieces; of several ways to find them, the one in which each piece comes as early as it can. */
function valuesOf(text: string, pieces: readonly string[]): string[] | undefined {
  const [first = '', ...others] = pieces;
  const last = others.pop() ?? '';
  const end = text.length - last.length;
  if (end < first.length || !text.startsWith(first) || !text.endsWith(last)) return undefined;
  const values: string[] = [];
  let at = first.length;
  for (const piece of others) {
    const found = text.indexOf(piece, at);
    if (found < 0 || found + piece.length > end) return undefined;
    values.push(text.slice(at, found));
    at = found + piece.length;
  }
  return [...values, text.slice(at, end)];
}

function literals(english: string): readonly string[] {
  return parts(english).filter((part) => typeof part === 'string');
}

/** Literal pieces, perhaps empty, with the numbers of the values between them. */
function parts(template: string): readonly (string | number)[] {
  return template.split(PLACEHOLDER).map((part, index) => (index % 2 === 0 ? part : Number(part)));
}

function literalLength({ english }: Pattern): number {
  return english.reduce((sum, piece) => sum + piece.length, 0);
}
