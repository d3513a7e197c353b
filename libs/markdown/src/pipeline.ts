import MarkdownIt from 'markdown-it';
import { BlockParser } from './block/block-parser';
import { codeBlockHtml } from './code/code-block';
import type { RenderContext, RenderedLink } from './context';
import { FenceReader } from './fences';
import { InlineRenderer } from './inline/inline-renderer';
import { FormulaTypesetter } from './math';
import { linksIn } from './links/links-in';
import { END_OF_TEXT, planPreviews } from './previews/previews';
import { normalizeSource, separateHangingLists } from './source';
import { Stash } from './stash';
import { blockTokens } from './tokens';

type StateCore = MarkdownIt.StateCore;

/** What travels with one text through the pipeline. */
export class RenderJob {
  readonly stash = new Stash();
  readonly formulas = new FormulaTypesetter();
  readonly inline: InlineRenderer;
  lines: string[] = [];
  alertWordUserIds: number[] = [];
  /** In document order, before previews. */
  readonly links: RenderedLink[] = [];
  hasImage = false;
  linksWantingPreview: string[] = [];

  constructor(readonly context: RenderContext) {
    this.inline = new InlineRenderer(context, this.stash, this.formulas);
  }
}

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
  const parser = new BlockParser({ hasIndentedCode: job.context.isFromEmailGateway !== true });
  state.tokens = blockTokens(parser.parse(job.lines.join('\n')), {
    stash: job.stash,
    codeHtml: (code) => codeBlockHtml(code, ''),
    token: (type, tag, nesting) => new state.Token(type, tag, nesting),
  });
}

function inline(state: StateCore): void {
  const { inline: renderer, links } = jobOf(state);
  for (const token of state.tokens) {
    if (token.type !== 'inline') continue;
    const html = new state.Token('html_inline', '', 0);
    html.content = renderer.render(token.content);
    token.children = [html];
    links.push(...linksIn(html.content));
  }
}

function previews(state: StateCore): void {
  const job = jobOf(state);
  const plan = planPreviews(
    state.tokens.map(({ type, tag, nesting, children }) => ({
      nesting,
      tag,
      html: type === 'inline' ? (children?.[0]?.content ?? '') : null,
    })),
    job.context,
  );
  if (plan === null) return;
  job.hasImage = plan.hasImage;
  job.linksWantingPreview = plan.linksWantingPreview;
  for (const [index, content] of plan.rewritten) {
    const html = state.tokens[index]?.children?.[0];
    if (html !== undefined) html.content = content;
  }
  const block = (index: number): StateCore['tokens'] => {
    const content = plan.after.get(index);
    return content === undefined ? [] : [Object.assign(new state.Token('html_block', '', 0), { content })];
  };
  state.tokens = [
    ...state.tokens.flatMap((token, index) => [...(plan.removed.has(index) ? [] : [token]), ...block(index)]),
    ...block(END_OF_TEXT),
  ];
}

/**
 * markdown-it carries the pipeline (rule chain, tokens, renderer); the grammar is ours, as it differs from CommonMark in
 * nearly every rule (markdown.md 19). A further step, such as previews, is one more rule of the chain.
 */
function createPipeline(): MarkdownIt.MarkdownIt {
  const pipeline = new MarkdownIt('zero');
  pipeline.core.ruler.at('normalize', normalize);
  pipeline.core.ruler.at('block', block);
  pipeline.core.ruler.at('inline', inline);
  pipeline.core.ruler.before('block', 'fences', fences);
  pipeline.core.ruler.before('block', 'alert_words', alertWords);
  pipeline.core.ruler.after('inline', 'previews', previews);
  pipeline.core.ruler.enableOnly(['normalize', 'fences', 'alert_words', 'block', 'inline', 'previews']);
  pipeline.renderer.rules.line_break = () => '\n';
  return pipeline;
}

const pipeline = createPipeline();

/** Runs a text through all steps. */
export function renderWithPipeline(source: string, job: RenderJob): string {
  const environment: MarkdownIt.Env = {};
  jobs.set(environment, job);
  return job.stash.expand(pipeline.render(source, environment)).trim();
}
