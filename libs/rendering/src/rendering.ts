import { DomainError, UnavailableError, badRequest } from '@stoa/contracts';
import { type RenderContext, type RenderResult, tryRender } from '@stoa/markdown';
import type { Logger, Metrics } from '@stoa/observability';
import { isHeavy } from './render-cost';
import type { RenderPool } from './render-pool';
import { type RenderTaskResult, createTask } from './render-task';

const FAILED = 'Unable to render message';

export interface RenderingParts {
  pool: Pick<RenderPool, 'run' | 'load'>;
  log: Logger;
  metrics: Metrics;
}

function countRenderings(metrics: Metrics) {
  return metrics.counter('stoa_renderings_total', 'Texts, by where they were rendered; those that failed apart.', [
    'where',
  ]);
}

/**
 * The one way from markup to HTML: small texts are rendered at once, what might hold up the event loop in a thread
 * (docs/decisions/026-rendering-in-threads.md).
 */
export class Rendering {
  private readonly pool: Pick<RenderPool, 'run' | 'load'>;
  private readonly log: Logger;
  private readonly renderings: ReturnType<typeof countRenderings>;

  constructor({ pool, log, metrics }: RenderingParts) {
    this.pool = pool;
    this.log = log;
    this.renderings = countRenderings(metrics);
    metrics.gauge('stoa_rendering_waiting', 'Texts that wait for a thread that renders them.', [], (gauge) =>
      gauge.set(pool.load.waiting),
    );
  }

  /**
   * @throws DomainError `Unable to render message` for a text whose HTML is too long or takes too much time or memory;
   * 429 or 503 when too many such texts wait for a thread
   */
  async render(content: string, context: RenderContext): Promise<RenderResult> {
    if (isHeavy(content, context)) return this.renderInThread(content, context);
    const rendered = tryRender(content, context);
    this.renderings.inc({ where: rendered.ok ? 'process' : 'failed' });
    if (!rendered.ok) throw badRequest(rendered.msg);
    return rendered.result;
  }

  private async renderInThread(content: string, context: RenderContext): Promise<RenderResult> {
    const { result, alertText } = await this.pool.run(createTask(content, context)).catch((error: unknown) => {
      return this.fail(error, content.length);
    });
    this.renderings.inc({ where: result === null ? 'failed' : 'thread' });
    if (result === null) throw badRequest(FAILED);
    return { ...result, alertWordUserIds: context.alertWords?.usersIn(alertText) ?? [] };
  }

  private fail(error: unknown, characters: number): RenderTaskResult {
    if (error instanceof DomainError || error instanceof UnavailableError) throw error;
    // The text itself is nobody's business.
    this.log.warn({ err: error, characters }, 'a thread could not render a text');
    return { result: null, alertText: '' };
  }
}
