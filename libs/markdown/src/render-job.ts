import type { RenderContext, RenderedLink } from './context';
import { InlineRenderer } from './inline/inline-renderer';
import { linksIn } from './links/links-in';
import { FormulaTypesetter } from './math';
import { type Piece, htmlPiece } from './pieces';
import { mayBePreviewed } from './previews/media';
import { END_OF_TEXT, planPreviews } from './previews/previews';
import { Stash } from './stash';

/** What travels with one text through the pipeline. */
export class RenderJob {
  readonly stash = new Stash();
  readonly formulas = new FormulaTypesetter();
  readonly inline: InlineRenderer;
  lines: string[] = [];
  pieces: Piece[] = [];
  alertWordUserIds: number[] = [];
  /** In document order, before previews. */
  readonly links: RenderedLink[] = [];
  hasImage = false;
  linksWantingPreview: string[] = [];

  constructor(readonly context: RenderContext) {
    this.inline = new InlineRenderer(context, this.stash, this.formulas);
  }

  /** Applies the inline rules to all texts and notes their links. */
  renderTexts(): void {
    for (const piece of this.pieces) {
      if (!piece.isText) continue;
      piece.html = this.inline.render(piece.html);
      if (piece.html.includes('<a ')) this.links.push(...linksIn(piece.html));
    }
  }

  /** Adds the previews of links, which may take the place of what they preview (markdown.md 9.1). */
  placePreviews(): void {
    if (!this.links.some(({ href }) => mayBePreviewed(href, this.context))) return;
    const plan = planPreviews(this.pieces, this.context);
    if (plan === null) return;
    this.hasImage = plan.hasImage;
    this.linksWantingPreview = plan.linksWantingPreview;
    const placed: Piece[] = [];
    const placeAfter = (index: number): void => {
      const html = plan.after.get(index);
      if (html !== undefined) placed.push(htmlPiece(html));
    };
    this.pieces.forEach((piece, index) => {
      const rewritten = plan.rewritten.get(index);
      if (rewritten !== undefined) piece.html = rewritten;
      if (!plan.removed.has(index)) placed.push(piece);
      placeAfter(index);
    });
    placeAfter(END_OF_TEXT);
    this.pieces = placed;
  }

  /** Everything that is written so far. */
  html(): string {
    let html = '';
    for (const piece of this.pieces) html += piece.html;
    return html;
  }
}
