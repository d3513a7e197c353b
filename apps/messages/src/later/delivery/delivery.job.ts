import { Inject, Injectable } from '@nestjs/common';
import { UnavailableError } from '@stoa/errors';
import { PeriodicJob } from '@stoa/lifecycle';
import { LOGGER, Metrics } from '@stoa/observability';
import type { Logger } from '@stoa/observability';
import { DeliveryRequests } from '../scheduled-messages/delivery-requests';
import { DueItemsService } from './due-items.service';
import { DueItem, DueItemsRepository, DueKind } from './due-items.repository';

/** How long a row waits at most that became due while the process that wrote it was dead: others look so often. */
const LONGEST_PAUSE_MS = 10_000;
const UNAVAILABLE_REST_MS = 1_000;
const SHORTEST_PAUSE_MS = 20;
const BATCH = 50;
const AT_ONCE = 4;
/** What fails for no reason of its own is left alone for a while, so that it does not hold up others. */
const REST_MS = 30_000;
const KINDS: readonly DueKind[] = ['scheduled_message', 'reminder'];

/**
 * Looks for due scheduled messages and reminders, in every replica: rows are claimed in the delivering transaction, so
 * two at once only waste work. Replicas take a batch in different orders.
 */
@Injectable()
export class DeliveryJob extends PeriodicJob {
  /** Items that failed here, with the time until which they rest. */
  private readonly resting = new Map<string, { item: DueItem; until: number }>();
  private readonly outcomes;

  constructor(
    private readonly items: DueItemsRepository,
    private readonly delivery: DueItemsService,
    requests: DeliveryRequests,
    @Inject(LOGGER) log: Logger,
    metrics: Metrics,
  ) {
    const failure = 'due messages could not be looked for';
    super({ failure, everyMs: LONGEST_PAUSE_MS, firstAfterMs: 0, afterFailureMs: UNAVAILABLE_REST_MS }, log);
    requests.onRequest(() => this.wake());
    this.outcomes = metrics.counter('stoa_deliveries_total', 'Due items that were worked on, by kind and outcome.', [
      'kind',
      'outcome',
    ]);
    // From zero on, or the first fault would not show as an increase.
    for (const kind of KINDS) for (const outcome of ['done', 'fault']) this.outcomes.inc({ kind, outcome }, 0);
  }

  /** One batch, then soon the next; nothing due: a pause until something is. */
  async round(): Promise<void> {
    const { items, nextInMs } = await this.items.due(BATCH, this.restingIds());
    if (items.length === 0) {
      const pauseMs = Math.min(LONGEST_PAUSE_MS, nextInMs ?? LONGEST_PAUSE_MS, this.restEndsInMs());
      this.wake(Math.max(SHORTEST_PAUSE_MS, pauseMs));
      return;
    }
    const pending = shuffled(items);
    const lanes = Array.from({ length: AT_ONCE }, async () => {
      for (let item = pending.pop(); item && !this.stopping.aborted; item = pending.pop()) await this.deliver(item);
    });
    await Promise.all(lanes);
    this.wake(SHORTEST_PAUSE_MS);
  }

  private async deliver(item: DueItem): Promise<void> {
    try {
      await this.delivery.deliver(item);
      this.outcomes.inc({ kind: item.kind, outcome: 'done' });
    } catch (error) {
      this.outcomes.inc({ kind: item.kind, outcome: 'fault' });
      const restMs = error instanceof UnavailableError ? UNAVAILABLE_REST_MS : REST_MS;
      this.resting.set(`${item.kind}:${item.id}`, { item, until: Date.now() + restMs });
      this.log.error({ err: error, kind: item.kind, id: item.id, realmId: item.realmId }, 'a delivery failed');
    }
  }

  private restEndsInMs(): number {
    return Math.min(...[...this.resting.values()].map(({ until }) => until - Date.now()));
  }

  private restingIds(): Record<DueKind, number[]> {
    const ids: Record<DueKind, number[]> = { scheduled_message: [], reminder: [] };
    for (const [key, { item, until }] of this.resting) {
      if (until <= Date.now()) this.resting.delete(key);
      else ids[item.kind].push(item.id);
    }
    return ids;
  }
}

function shuffled<T>(list: readonly T[]): T[] {
  return list
    .map((value) => ({ value, order: Math.random() }))
    .sort((a, b) => a.order - b.order)
    .map(({ value }) => value);
}
