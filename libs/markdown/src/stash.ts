import { decodeCharacterPair, encodeCharacterPair } from './character-pair';

const PLACEHOLDER = /\u0002([\uE000-\uEFFF])([\uE000-\uEFFF])\u0003/g;
const WHOLE_PLACEHOLDER = /^\u0002[\uE000-\uEFFF]{2}\u0003$/;

/**
 * Finished HTML that later rules must not look into. Each piece is represented in the text by an opaque placeholder
 * between U+0002 and U+0003, which are removed from the source first, so an author cannot write one.
 */
export class Stash {
  private readonly pieces: string[] = [];

  /** Stores finished HTML and returns its placeholder. What the HTML itself holds of earlier pieces is put back first. */
  put(html: string): string {
    this.pieces.push(this.expand(html));
    return `\u0002${encodeCharacterPair(this.pieces.length - 1)}\u0003`;
  }

  /** Puts the stored HTML back; text around the placeholders must be escaped already. */
  expand(html: string): string {
    if (this.pieces.length === 0 || !html.includes('\u0002')) return html;
    return html.replace(
      PLACEHOLDER,
      (_, high: string, low: string) => this.pieces[decodeCharacterPair(high, low)] ?? '',
    );
  }

  /** Whether the text is one placeholder and nothing else. */
  isPlaceholder(text: string): boolean {
    return text.charCodeAt(0) === 2 && WHOLE_PLACEHOLDER.test(text);
  }
}
