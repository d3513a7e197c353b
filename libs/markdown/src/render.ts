import type { RenderContext, RenderResult } from './context';
import { mentionsIn } from './inline/mentions';
import { uploadPathId } from './links/url';
import { MAX_HTML_LENGTH } from './limits';
import type { TextFailure } from './normalize';
import { closingPiece, htmlPiece, openingPiece, textPiece } from './pieces';
import { renderWithPipeline } from './pipeline';
import { RenderJob } from './render-job';

/** Stored with rendered content; raised whenever the HTML of some text changes. */
export const RENDERER_VERSION = 6;

/** Anything that the block rules or the first steps of the pipeline would act on: then the text is more than one paragraph. */
const HAS_BLOCKS = /[\t\r\u0002\u0003|]|^\s|\n[ \n]|(?:^|\n)(?:[#>*+\-_~`]|\d+\.)/;

const PARAGRAPH_START = openingPiece('p');
const PARAGRAPH_END = closingPiece('p');

function renderHtml(source: string, job: RenderJob): string {
  if (HAS_BLOCKS.test(source)) return renderWithPipeline(source, job);
  job.alertWordUserIds = job.context.alertWords?.usersIn(source) ?? [];
  // A newline at the end of the text is no break.
  return source.trim() === '' ? '' : paragraph(source.replace(/\n$/, ''), job);
}

/** A text that is one paragraph. */
function paragraph(source: string, job: RenderJob): string {
  const text = textPiece(source);
  job.pieces = [PARAGRAPH_START, text, PARAGRAPH_END];
  job.renderTexts();
  if (job.links.length === 0) return `<p>${text.html}</p>`;
  job.pieces.push(htmlPiece('\n'));
  job.placePreviews();
  return job.html().trim();
}

/** What the text claims: uploads that it links to, and those that its image syntax names (markdown.md 14). */
function attachmentPathIds({ links, inline, context }: RenderJob): string[] {
  const paths = new Set<string>();
  for (const { href } of links) {
    const path = href.includes('user_uploads/') ? uploadPathId(href, context.realmUrl) : null;
    if (path !== null) paths.add(path);
  }
  for (const path of inline.effects.imagePathIds) paths.add(path);
  return [...paths];
}

/** Whether the content is a status message (markdown.md 13.1). */
function isMeMessage(content: string): boolean {
  return content.startsWith('/me ');
}

/**
 * Renders a text (markdown.md). Pure: everything that it depends on is in `context`, for which
 * {@link collectReferences} lists what to look up. Throws when the HTML would be too long; see {@link tryRender}.
 */
export function render(content: string, context: RenderContext): RenderResult {
  const job = new RenderJob(context);
  const html = renderHtml(content, job);
  if (html.length > MAX_HTML_LENGTH) throw new RangeError('The rendered text is too long');
  const { links } = job;
  const mentions = mentionsIn(html);
  return {
    html,
    mentionedUserIds: [...mentions.userIds],
    mentionedGroupIds: [...mentions.groupIds],
    channelWildcard: mentions.channelWildcard,
    topicWildcard: mentions.topicWildcard,
    alertWordUserIds: job.alertWordUserIds,
    links,
    linksWantingPreview: job.linksWantingPreview,
    attachmentPathIds: attachmentPathIds(job),
    hasLink: html.includes('<a '),
    hasImage: job.hasImage || job.inline.effects.showsImage,
    isMeMessage: isMeMessage(content),
  };
}

/** {@link render} with every failure as a typed result: `Unable to render message` (messages.md 1). */
export function tryRender(content: string, context: RenderContext): { ok: true; result: RenderResult } | TextFailure {
  try {
    return { ok: true, result: render(content, context) };
  } catch {
    return { ok: false, code: 'BAD_REQUEST', msg: 'Unable to render message' };
  }
}
