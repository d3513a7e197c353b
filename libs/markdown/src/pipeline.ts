import { BlockParser } from './block/block-parser';
import { codeBlockHtml } from './code/code-block';
import { FenceReader } from './fences';
import { blockPieces } from './pieces';
import type { RenderJob } from './render-job';
import { normalizeSource, separateHangingLists } from './source';

const messageParser = new BlockParser({ hasIndentedCode: true });
const mailParser = new BlockParser({ hasIndentedCode: false });

function readFences(job: RenderJob): void {
  const language = job.context.defaultCodeLanguage ?? '';
  job.lines = new FenceReader(job.stash, job.formulas, language).read(job.lines);
}

/** Fenced code is gone by now, so that it never triggers alert words (markdown.md 1.2). */
function findAlertWords(job: RenderJob): void {
  job.alertWordUserIds = job.context.alertWords?.usersIn(job.lines.join('\n')) ?? [];
}

function parseBlocks(job: RenderJob): void {
  const parser = job.context.isFromEmailGateway === true ? mailParser : messageParser;
  job.pieces = blockPieces(parser.parse(job.lines.join('\n')), {
    stash: job.stash,
    codeHtml: (code) => codeBlockHtml(code, ''),
  });
}

/** Runs a text through all steps, in their order (docs/build/rendering.md). */
export function renderWithPipeline(source: string, job: RenderJob): string {
  job.lines = separateHangingLists(normalizeSource(source));
  readFences(job);
  findAlertWords(job);
  parseBlocks(job);
  job.renderTexts();
  job.placePreviews();
  return job.stash.expand(job.html()).trim();
}
