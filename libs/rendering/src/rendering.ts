import { badRequest } from '@stoa/errors';
import type { RenderContext, RenderResult } from '@stoa/markdown';
import type { Logger, Metrics } from '@stoa/observability';
import { BoundedRenderer } from './bounded-renderer';
import type { RenderPool } from './render-pool';

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
 * The one way from markup to HTML of the services: small texts are rendered at once, what might hold up the event loop in
 * a thread (docs/decisions/026-rendering-in-threads.md).
 */
export class Rendering {
  private readonly renderer: BoundedRenderer;
  private readonly log: Logger;
  private readonly renderings: ReturnType<typeof countRenderings>;

  constructor({ pool, log, metrics }: RenderingParts) {
    this.renderer = new BoundedRenderer(pool);
    this.log = log;
    this.renderings = countRenderings(metrics);
    metrics.gauge('stoa_rendering_waiting', 'Texts that wait for a thread that renders them.', [], (gauge) =>
      gauge.set(this.renderer.waiting),
    );
  }

  /**
   * @throws DomainError `Unable to render message` for a text whose HTML is too long or takes too much time or memory;
   * 429 or 503 when too many such texts wait for a thread
   */
  async render(content: string, context: RenderContext): Promise<RenderResult> {
    const { where, result, failure } = await this.renderer.render(content, context);
    // The text itself is nobody's business.
    if (failure) this.log.warn({ err: failure, characters: content.length }, 'a thread could not render a text');
    this.renderings.inc({ where: result === null ? 'failed' : where });
    if (result === null) throw badRequest('Unable to render message');
    return result;
  }
}
