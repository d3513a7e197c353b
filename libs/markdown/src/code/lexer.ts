import { escapeLiteral } from '../html';
import type { Words } from './words';

/**
 * A kind of token: the class that clients style, '' for plain text, and what it looks like. A pattern either fails after
 * a bounded look or takes everything that it looked at: then the time for a text grows with its length only.
 */
export type TokenRule = readonly [className: string, pattern: string];

/** Names are looked up in the word lists. */
const NAME_CLASS = 'n';
const SPACE = 0x20;

interface LexerOptions {
  rules: readonly TokenRule[];
  words?: Words;
  /** Whether words are equal ignoring case. */
  isCaseInsensitive?: boolean;
  /** Whether patterns see `^` at the start of every line. */
  hasLines?: boolean;
  /** Class of names that are in no list. */
  otherNames?: string;
}

/** Writes tokens as spans; neighbours of the same class share one, and none crosses a line. */
class SpanWriter {
  private html = '';
  private className = '';
  private pending = '';

  write(text: string, className: string): void {
    if (className !== this.className) {
      this.flush();
      this.className = className;
    }
    this.pending += text;
  }

  finish(): string {
    this.flush();
    return this.html;
  }

  private flush(): void {
    const { className } = this;
    const escaped = escapeLiteral(this.pending);
    this.pending = '';
    if (className === '') this.html += escaped;
    else if (!escaped.includes('\n')) this.html += escaped === '' ? '' : `<span class="${className}">${escaped}</span>`;
    else {
      this.html += escaped.replace(/[^\n]+/g, (line) =>
        line.trim() === '' ? line : `<span class="${className}">${line}</span>`,
      );
    }
  }
}

/** Between two characters that are not space themselves: no rule is about such a space. */
function isSpaceInLine(code: string, position: number): boolean {
  return (
    code.charCodeAt(position) === SPACE &&
    code.charCodeAt(position - 1) > SPACE &&
    code.charCodeAt(position + 1) > SPACE
  );
}

/** Cuts code into tokens in one pass: at every position the first rule that matches wins. */
export class Lexer {
  private readonly pattern: RegExp;
  private readonly classes: readonly string[];
  private readonly classByWord = new Map<string, string>();
  private readonly isCaseInsensitive: boolean;
  private readonly otherNames: string;
  /** Whether a space inside of a line is a token of its own that has no class, as in most languages. */
  private readonly hasPlainSpaces: boolean;

  constructor({ rules, words = {}, isCaseInsensitive = false, hasLines = true, otherNames }: LexerOptions) {
    this.pattern = new RegExp(rules.map(([, pattern]) => `(${pattern})`).join('|'), hasLines ? 'ymu' : 'yu');
    this.classes = rules.map(([className]) => className);
    this.isCaseInsensitive = isCaseInsensitive;
    this.otherNames = otherNames ?? NAME_CLASS;
    for (const [className, list] of Object.entries(words)) {
      for (const word of String(list).split(' ')) {
        if (!this.classByWord.has(word)) this.classByWord.set(word, className);
      }
    }
    this.pattern.lastIndex = 1;
    const space = this.pattern.exec('a b');
    this.hasPlainSpaces = space?.[0] === ' ' && this.classOf(space) === '';
  }

  /** The code as HTML with token classes. */
  html(code: string): string {
    const writer = new SpanWriter();
    for (let position = 0; position < code.length;) {
      if (this.hasPlainSpaces && isSpaceInLine(code, position)) {
        writer.write(' ', '');
        position++;
        continue;
      }
      this.pattern.lastIndex = position;
      const match = this.pattern.exec(code);
      if (match === null || match[0] === '') {
        // Halves of a character stay together.
        const length = (code.codePointAt(position) ?? 0) > 0xffff ? 2 : 1;
        writer.write(code.slice(position, position + length), '');
        position += length;
        continue;
      }
      const [text] = match;
      writer.write(text, this.classOf(match));
      position += text.length;
    }
    return writer.finish();
  }

  private classOf(match: RegExpExecArray): string {
    let index = 1;
    while (match[index] === undefined) index++;
    const className = this.classes[index - 1] ?? '';
    if (className !== NAME_CLASS && className !== 'nf') return className;
    const word = this.isCaseInsensitive ? match[0].toLowerCase() : match[0];
    return this.classByWord.get(word) ?? (className === 'nf' ? className : this.otherNames);
  }
}
