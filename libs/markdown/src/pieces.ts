import type { BlockNode } from './block/node';
import type { Stash } from './stash';

/** One step of a text's structure: an element opens or closes, or text or finished HTML stands there. */
export interface Piece {
  readonly nesting: -1 | 0 | 1;
  readonly tag: string;
  /** What is written. Of text that is still to be rendered, the source. */
  html: string;
  /** Whether this is text, to which the inline rules apply, and not structure. */
  readonly isText: boolean;
}

interface PieceOptions {
  stash: Stash;
  codeHtml(code: string): string;
}

const LINE_BREAK: Piece = Object.freeze({ nesting: 0, tag: '', html: '\n', isText: false });

/** Finished HTML. */
export function htmlPiece(html: string): Piece {
  return { nesting: 0, tag: '', html, isText: false };
}

/** Text that is rendered later; or is already, when `html` is finished. */
export function textPiece(html: string): Piece {
  return { nesting: 0, tag: '', html, isText: true };
}

export function openingPiece(tag: string, attribute: readonly [string, string] | null = null): Piece {
  // Values are digits or one of three alignments.
  const html = attribute === null ? `<${tag}>` : `<${tag} ${attribute[0]}="${attribute[1]}">`;
  return { nesting: 1, tag, html, isText: false };
}

export function closingPiece(tag: string): Piece {
  return { nesting: -1, tag, html: `</${tag}>`, isText: false };
}

/** Elements with the line structure of blocks inside: a newline behind the open tag when no text follows it. */
class PieceWriter {
  readonly pieces: Piece[] = [];

  constructor(private readonly options: PieceOptions) {}

  writeChildren(parent: BlockNode): void {
    for (const child of parent.children) {
      this.writeNode(child);
      this.pieces.push(LINE_BREAK);
      if (child.tail !== '') this.pieces.push(textPiece(child.tail));
    }
  }

  private writeNode(node: BlockNode): void {
    const { tag, text } = node;
    if (tag === 'hr') this.pieces.push(htmlPiece('<hr>'));
    else if (tag === 'code') this.pieces.push(htmlPiece(this.options.codeHtml(text)));
    else if (tag === 'html' || (tag === 'p' && this.options.stash.isPlaceholder(text)))
      this.pieces.push(htmlPiece(text));
    else this.writeElement(node);
  }

  private writeElement(node: BlockNode): void {
    this.pieces.push(openingPiece(node.tag, node.attribute));
    if (node.text !== '') this.pieces.push(textPiece(node.text));
    else if (node.children.length > 0) this.pieces.push(LINE_BREAK);
    this.writeChildren(node);
    this.pieces.push(closingPiece(node.tag));
  }
}

/** The block structure as a sequence: open and close tags, text, line breaks where the wire form has them. */
export function blockPieces(root: BlockNode, options: PieceOptions): Piece[] {
  const writer = new PieceWriter(options);
  writer.writeChildren(root);
  return writer.pieces;
}
