import { DomainError, UnavailableError } from '@stoa/errors';
import { type RenderContext, type RenderResult, tryRender } from '@stoa/markdown';
import { isHeavy } from './render-cost';
import type { RenderPool } from './render-pool';
import { createTask } from './render-task';

/** What became of a text. */
export interface BoundedRendering {
  where: 'process' | 'thread';
  /** Null when its HTML is too long, or takes too much time or memory. */
  result: RenderResult | null;
  /** Why a thread did not finish, if that is why. */
  failure?: unknown;
}

/** Renders small texts at once, and what might take long in a thread, which is ended when it does. */
export class BoundedRenderer {
  constructor(private readonly pool: Pick<RenderPool, 'run' | 'load'>) {}

  /** Texts that wait for a thread. */
  get waiting(): number {
    return this.pool.load.waiting;
  }

  /** @throws DomainError or UnavailableError when no thread was free in time */
  async render(content: string, context: RenderContext): Promise<BoundedRendering> {
    if (isHeavy(content, context)) return this.renderInThread(content, context);
    const rendered = tryRender(content, context);
    return { where: 'process', result: rendered.ok ? rendered.result : null };
  }

  private async renderInThread(content: string, context: RenderContext): Promise<BoundedRendering> {
    try {
      const { result, alertText } = await this.pool.run(createTask(content, context));
      if (result === null) return { where: 'thread', result };
      return { where: 'thread', result: { ...result, alertWordUserIds: context.alertWords?.usersIn(alertText) ?? [] } };
    } catch (failure) {
      if (failure instanceof DomainError || failure instanceof UnavailableError) throw failure;
      return { where: 'thread', result: null, failure };
    }
  }
}
