import MarkdownIt from 'markdown-it';
import { BlockParser } from './block/block-parser';
import { codeBlockHtml } from './code/code-block';
import { FenceReader } from './fences';
import { blockPieces } from './pieces';
import type { RenderJob } from './render-job';
import { normalizeSource, separateHangingLists } from './source';

type StateCore = MarkdownIt.StateCore;

const messageParser = new BlockParser({ hasIndentedCode: true });
const mailParser = new BlockParser({ hasIndentedCode: false });

const jobs = new WeakMap<MarkdownIt.Env, RenderJob>();

function jobOf(state: StateCore): RenderJob {
  const job = jobs.get(state.env);
  if (job === undefined) throw new Error('A text was rendered outside of renderWithPipeline');
  return job;
}

function normalize(state: StateCore): void {
  jobOf(state).lines = separateHangingLists(normalizeSource(state.src));
}

function fences(state: StateCore): void {
  const job = jobOf(state);
  job.lines = new FenceReader(job.stash, job.formulas, job.context.defaultCodeLanguage ?? '').read(job.lines);
}

/** Fenced code is gone by now, so that it never triggers alert words (markdown.md 1.2). */
function alertWords(state: StateCore): void {
  const job = jobOf(state);
  job.alertWordUserIds = job.context.alertWords?.usersIn(job.lines.join('\n')) ?? [];
}

function block(state: StateCore): void {
  const job = jobOf(state);
  const parser = job.context.isFromEmailGateway === true ? mailParser : messageParser;
  job.pieces = blockPieces(parser.parse(job.lines.join('\n')), {
    stash: job.stash,
    codeHtml: (code) => codeBlockHtml(code, ''),
  });
}

function inline(state: StateCore): void {
  jobOf(state).renderTexts();
}

function previews(state: StateCore): void {
  jobOf(state).placePreviews();
}

/** All of it is finished, so that one token carries it. */
function serialize(state: StateCore): void {
  const token = new state.Token('html_block', '', 0);
  token.content = jobOf(state).html();
  state.tokens = [token];
}

/**
 * markdown-it carries the pipeline (rule chain and renderer); the grammar is ours, as it differs from CommonMark in nearly
 * every rule (markdown.md 19), and so is the structure, as its tokens cost more than all rules together. A further step is
 * one more rule of the chain.
 */
function createPipeline(): MarkdownIt.MarkdownIt {
  const pipeline = new MarkdownIt('zero');
  pipeline.core.ruler.at('normalize', normalize);
  pipeline.core.ruler.at('block', block);
  pipeline.core.ruler.at('inline', inline);
  pipeline.core.ruler.before('block', 'fences', fences);
  pipeline.core.ruler.before('block', 'alert_words', alertWords);
  pipeline.core.ruler.after('inline', 'previews', previews);
  pipeline.core.ruler.after('previews', 'serialize', serialize);
  pipeline.core.ruler.enableOnly(['normalize', 'fences', 'alert_words', 'block', 'inline', 'previews', 'serialize']);
  return pipeline;
}

const pipeline = createPipeline();

/** Runs a text through all steps. */
export function renderWithPipeline(source: string, job: RenderJob): string {
  const environment: MarkdownIt.Env = {};
  jobs.set(environment, job);
  return job.stash.expand(pipeline.render(source, environment)).trim();
}
