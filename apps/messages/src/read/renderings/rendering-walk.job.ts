import { randomUUID } from 'node:crypto';
import { Inject, Injectable } from '@nestjs/common';
import { PeriodicJob } from '@stoa/lifecycle';
import { LOGGER, Metrics } from '@stoa/observability';
import type { Logger } from '@stoa/observability';
import { MessagesEnvironment } from '../../messages.environment';
import { RerenderingService } from './rerendering.service';
import { StaleMessagesRepository } from './stale-messages.repository';

const EVERY_MS = 5_000;
const BATCH = 50;
/** Between looks at messages that need nothing. */
const SCAN_PAUSE_MS = 50;

/**
 * Walks once through all messages after the renderer changed and renders those again whose HTML is older, so many a second.
 * One process at a time has the walk, by a row with a time; how far it came is written after each batch, and a batch that
 * was not written down is done again, which changes nothing.
 */
@Injectable()
export class RenderingWalkJob extends PeriodicJob {
  private readonly holder = randomUUID();
  private isFinished = false;
  private position = 0;
  private readonly perSecond: number;

  constructor(
    private readonly repository: StaleMessagesRepository,
    private readonly renderings: RerenderingService,
    environment: MessagesEnvironment,
    @Inject(LOGGER) log: Logger,
    metrics: Metrics,
  ) {
    super({ failure: 'messages of an older renderer are not rendered again', everyMs: EVERY_MS }, log);
    this.perSecond = environment.STOA_RERENDER_PER_SECOND;
    metrics.gauge(
      'stoa_rendering_walk_position',
      'The message up to which all have the HTML of this renderer, as this process last knew.',
      [],
      (gauge) => gauge.set(this.position),
    );
  }

  async round(): Promise<void> {
    if (this.isFinished) return;
    const position = await this.repository.claim(this.holder);
    if (position !== null) await this.step(position);
  }

  /** One batch; the next follows at once, or as soon as the rate allows. */
  private async step(position: number): Promise<void> {
    const next = await this.repository.next(position, BATCH);
    if (next === undefined) {
      this.isFinished = await this.repository.finish(this.holder);
      return;
    }
    const { messages, upTo } = next;
    if (messages.length > 0) await this.renderings.renewAndStore(messages);
    if (!(await this.repository.advance(this.holder, upTo))) return;
    this.position = upTo;
    this.wake(Math.max(SCAN_PAUSE_MS, (messages.length / this.perSecond) * 1_000));
  }
}
