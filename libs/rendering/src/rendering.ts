import { DomainError, UnavailableError, badRequest } from '@stoa/contracts';
import { type RenderContext, type RenderResult, tryRender } from '@stoa/markdown';
import type { Logger } from '@stoa/observability';
import { isHeavy } from './render-cost';
import type { RenderPool } from './render-pool';
import { type RenderTaskResult, createTask } from './render-task';

const FAILED = 'Unable to render message';

/**
 * The one way from markup to HTML: small texts are rendered at once, what might hold up the event loop in a thread
 * (docs/decisions/026-rendering-in-threads.md).
 */
export class Rendering {
  constructor(
    private readonly pool: Pick<RenderPool, 'run'>,
    private readonly log: Logger,
  ) {}

  /**
   * @throws DomainError `Unable to render message` for a text whose HTML is too long or takes too much time or memory;
   * 429 or 503 when too many such texts wait for a thread
   */
  async render(content: string, context: RenderContext): Promise<RenderResult> {
    if (isHeavy(content, context)) return this.renderInThread(content, context);
    const rendered = tryRender(content, context);
    if (!rendered.ok) throw badRequest(rendered.msg);
    return rendered.result;
  }

  private async renderInThread(content: string, context: RenderContext): Promise<RenderResult> {
    const { result, alertText } = await this.pool.run(createTask(content, context)).catch((error: unknown) => {
      return this.fail(error, content.length);
    });
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
