import type { RenderContext, RenderResult } from './context';
import { mentionsIn } from './inline/mentions';
import { uploadPathId } from './links/url';
import { MAX_HTML_LENGTH } from './limits';
import type { TextFailure } from './normalize';
import { linksIn } from './links/links-in';
import { RenderJob, renderWithPipeline } from './pipeline';
import { END_OF_TEXT, planPreviews } from './previews/previews';

/** Stored with rendered content; raised whenever the HTML of some text changes. */
export const RENDERER_VERSION = 2;

/** Anything that the block rules or the first steps of the pipeline would act on: then the text is more than one paragraph. */
const HAS_BLOCKS = /[\t\r\u0002\u0003|]|^\s|\n[ \n]|(?:^|\n)(?:[#>*+\-_~`]|\d+\.)/;

function renderHtml(source: string, job: RenderJob): string {
  if (HAS_BLOCKS.test(source)) return renderWithPipeline(source, job);
  job.alertWordUserIds = job.context.alertWords?.usersIn(source) ?? [];
  return source.trim() === '' ? '' : paragraph(job.inline.render(source), job);
}

/** A text that is one paragraph. */
function paragraph(html: string, job: RenderJob): string {
  job.links.push(...linksIn(html));
  const plan = planPreviews(
    [
      { nesting: 1, tag: 'p', html: null },
      { nesting: 0, tag: '', html },
      { nesting: -1, tag: 'p', html: null },
    ],
    job.context,
  );
  if (plan === null) return `<p>${html}</p>`;
  job.hasImage = plan.hasImage;
  job.linksWantingPreview = plan.linksWantingPreview;
  const text = plan.rewritten.get(1) ?? html;
  const previews = `${plan.after.get(2) ?? ''}${plan.after.get(END_OF_TEXT) ?? ''}`;
  return plan.removed.has(1) ? previews : `<p>${text}</p>${previews === '' ? '' : '\n'}${previews}`;
}

/** Whether the content is a status message (markdown.md 13.1). */
export function isMeMessage(content: string): boolean {
  return content.startsWith('/me ');
}

/**
 * Renders a text (markdown.md). Pure: everything that it depends on is in `context`, for which
 * {@link collectReferences} tells what to look up. Throws when the HTML would be too long; see {@link tryRender}.
 */
export function render(content: string, context: RenderContext): RenderResult {
  const job = new RenderJob(context);
  const html = renderHtml(content, job);
  if (html.length > MAX_HTML_LENGTH) throw new RangeError('The rendered text is too long');
  const { links } = job;
  const { effects } = job.inline;
  const mentions = mentionsIn(html);
  const paths = links.flatMap(({ href }) => uploadPathId(href, context.realmUrl) ?? []);
  return {
    html,
    mentionedUserIds: [...mentions.userIds],
    mentionedGroupIds: [...mentions.groupIds],
    channelWildcard: mentions.channelWildcard,
    topicWildcard: mentions.topicWildcard,
    alertWordUserIds: job.alertWordUserIds,
    links,
    linksWantingPreview: job.linksWantingPreview,
    attachmentPathIds: [...new Set([...paths, ...effects.imagePathIds])],
    hasLink: html.includes('<a '),
    hasImage: job.hasImage,
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
