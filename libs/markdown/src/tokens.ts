import type MarkdownIt from 'markdown-it';
import type { BlockNode } from './block/node';
import type { Stash } from './stash';

type Token = MarkdownIt.Token;

interface TokenFactory {
  stash: Stash;
  /** The HTML of indented code. */
  codeHtml(code: string): string;
  token(type: string, tag: string, nesting: -1 | 0 | 1): Token;
}

/** Elements with the line structure of blocks inside: a newline behind the open tag when no text follows it. */
class TokenWriter {
  readonly tokens: Token[] = [];

  constructor(private readonly factory: TokenFactory) {}

  writeChildren(parent: BlockNode): void {
    for (const child of parent.children) {
      this.writeNode(child);
      if (child.tail === '') this.lineBreak();
      else this.inline(child.tail);
    }
  }

  private writeNode(node: BlockNode): void {
    if (node.tag === 'hr') {
      this.tokens.push(this.factory.token('hr', 'hr', 0));
    } else if (node.tag === 'code') {
      this.html(this.factory.codeHtml(node.text));
    } else if (node.tag === 'html' || (node.tag === 'p' && this.factory.stash.isPlaceholder(node.text))) {
      this.html(node.text);
    } else {
      this.writeElement(node);
    }
  }

  private writeElement(node: BlockNode): void {
    const open = this.factory.token(`${node.tag}_open`, node.tag, 1);
    if (node.attribute !== null) open.attrs = [[...node.attribute]];
    this.tokens.push(open);
    if (node.text !== '') this.inline(node.text);
    else if (node.children.length > 0) this.lineBreak();
    this.writeChildren(node);
    this.tokens.push(this.factory.token(`${node.tag}_close`, node.tag, -1));
  }

  private inline(content: string): void {
    const token = this.factory.token('inline', '', 0);
    token.content = content;
    this.tokens.push(token);
  }

  private html(content: string): void {
    const token = this.factory.token('html_block', '', 0);
    token.content = content;
    this.tokens.push(token);
  }

  private lineBreak(): void {
    this.tokens.push(this.factory.token('line_break', '', 0));
  }
}

/** The block structure as markdown-it tokens: open and close tags, inline text, line breaks where the wire form has them. */
export function blockTokens(root: BlockNode, factory: TokenFactory): Token[] {
  const writer = new TokenWriter(factory);
  writer.writeChildren(root);
  return writer.tokens;
}
