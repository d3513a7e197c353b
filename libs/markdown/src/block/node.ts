/**
 * An element of the block structure; the tags `code` (indented code) and `html` (finished HTML) stand for themselves.
 * `text` and `tail` are source text for the inline rules, before and after the
 * children.
 */
export class BlockNode {
  text = '';
  /** Text after this element inside its parent. */
  tail = '';
  readonly children: BlockNode[] = [];
  attribute: readonly [name: string, value: string] | null = null;

  constructor(readonly tag: string) {}

  append(tag: string): BlockNode {
    const child = new BlockNode(tag);
    this.children.push(child);
    return child;
  }

  get lastChild(): BlockNode | undefined {
    return this.children.at(-1);
  }

  get isList(): boolean {
    return this.tag === 'ul' || this.tag === 'ol';
  }

  /** Moves the text into a paragraph in front of the children, as loose list items have it. */
  wrapTextInParagraph(): void {
    if (this.text === '') return;
    const paragraph = new BlockNode('p');
    paragraph.text = this.text;
    this.text = '';
    this.children.unshift(paragraph);
  }
}
