import { Inject, Injectable } from '@nestjs/common';
import { PeriodicJob } from '@stoa/lifecycle';
import { LOGGER, Metrics } from '@stoa/observability';
import type { Logger } from '@stoa/observability';
import { OutgoingError } from '@stoa/outgoing-http';
import { WebhookRequests } from '../../send/storing/webhook-requests';
import { Share, WebhookCall, WebhookCallsRepository } from './webhook-calls.repository';
import { CallOutcome, WebhookCallsService } from './webhook-calls.service';

/** How long a call waits whose own process did not make it, while there are others, and while there are none. */
const EVERY_MS = 1_000;
const QUIET_MS = 10_000;
/** Calls that one process makes at the same time. */
const AT_ONCE = 64;
/** So that a service that hangs leaves room for others; a round may overstep it once. */
const AT_ONCE_OF_ONE_BOT = 4;
/** So that a host that hangs, of however many bots it has the services, leaves room for others; likewise. */
const AT_ONCE_OF_ONE_HOST = 16;
/** Between two looks at how much waits, in milliseconds. */
const BACKLOG_EVERY_MS = 5_000;
/** After a fault of our own. */
const FAULT_PAUSE_SECONDS = 30;
const OUTCOMES: readonly (CallOutcome | 'given_back' | 'fault')[] = [
  'replied',
  'silent',
  'gone',
  'postponed',
  'failed',
  'given_back',
  'fault',
];

/**
 * Takes calls of outgoing webhooks, in every replica: a process owns the rows that it took for a while, and another takes
 * over those of a process that died. The process that wrote a row begins at once.
 */
@Injectable()
export class WebhookCallsJob extends PeriodicJob {
  private readonly underWay = new Map<Promise<void>, WebhookCall>();
  private readonly outcomes;
  private backlog = { calls: 0, oldestSeconds: 0 };
  /** When it is looked at again, as `performance.now()`. */
  private backlogDueAt = 0;
  /** There was no room for more in the last round. */
  private isFull = false;

  constructor(
    private readonly repository: WebhookCallsRepository,
    private readonly calls: WebhookCallsService,
    requests: WebhookRequests,
    @Inject(LOGGER) log: Logger,
    metrics: Metrics,
  ) {
    super({ failure: 'services of bots cannot be called', everyMs: EVERY_MS, quietMs: QUIET_MS }, log);
    requests.onRequest(() => this.wake());
    this.outcomes = metrics.counter('stoa_outgoing_webhook_calls_total', 'Attempts to call the services of bots.', [
      'outcome',
    ]);
    // From zero on, or the first one would not show as an increase.
    for (const outcome of OUTCOMES) this.outcomes.inc({ outcome }, 0);
    metrics.gauge('stoa_outgoing_webhook_waiting_calls', 'Calls of services of bots that wait.', [], (gauge) =>
      gauge.set(this.backlog.calls),
    );
    metrics.gauge('stoa_outgoing_webhook_oldest_call_seconds', 'Age of the oldest of them, in seconds.', [], (gauge) =>
      gauge.set(this.backlog.oldestSeconds),
    );
  }

  /** Begins as much as there is room for, and does not wait for it. */
  async round(): Promise<void> {
    const room = AT_ONCE - this.underWay.size;
    const calls = room > 0 ? await this.repository.take({ limit: room, ...this.shares() }) : [];
    this.isFull = calls.length >= room;
    for (const call of calls) this.begin(call);
    if (performance.now() >= this.backlogDueAt) {
      this.backlogDueAt = performance.now() + BACKLOG_EVERY_MS;
      this.backlog = await this.repository.backlog();
    }
    if (this.backlog.calls === 0 && this.underWay.size === 0) this.foundNothing();
  }

  override async stop(): Promise<void> {
    await super.stop();
    await Promise.all(this.underWay.keys());
    await this.calls.remembered();
  }

  private begin(call: WebhookCall): void {
    const done = this.work(call).then((mayWait) => {
      // Else each call would cost one more look for calls, which finds nothing.
      const { busyBots, busyHosts } = this.shares();
      const isOfBusy = busyBots.includes(call.botId) || (call.host !== null && busyHosts.includes(call.host));
      const isNext = this.isFull || mayWait || isOfBusy;
      this.underWay.delete(done);
      if (isNext) this.wake();
    });
    this.underWay.set(done, call);
  }

  /** How much each bot and each host may have under way, and who has as much. */
  private shares(): Omit<Share, 'limit'> {
    const calls = [...this.underWay.values()];
    return {
      perBot: AT_ONCE_OF_ONE_BOT,
      busyBots: frequent(
        calls.map(({ botId }) => botId),
        AT_ONCE_OF_ONE_BOT,
      ),
      perHost: AT_ONCE_OF_ONE_HOST,
      busyHosts: frequent(
        calls.flatMap(({ host }) => host ?? []),
        AT_ONCE_OF_ONE_HOST,
      ),
    };
  }

  /** Never throws: what fails is left in its row, and taken again. @returns whether the call may wait for another round */
  private async work(call: WebhookCall): Promise<boolean> {
    try {
      const outcome = await this.calls.settle(call, this.stopping);
      this.outcomes.inc({ outcome });
      if (outcome !== 'postponed') return false;
    } catch (error) {
      const isGivenBack = error instanceof OutgoingError && error.reason === 'aborted';
      this.outcomes.inc({ outcome: isGivenBack ? 'given_back' : 'fault' });
      if (!isGivenBack)
        this.log.error({ err: error, messageId: call.messageId }, 'the service of a bot was not called');
      await this.repository
        .postpone(call.id, isGivenBack ? 0 : FAULT_PAUSE_SECONDS, !isGivenBack)
        .catch((fault: unknown) =>
          this.log.warn({ err: fault }, 'a bot is called when the lease of its row has ended'),
        );
    }
    // Its row is there for the next rounds to find, which are as frequent as they are only while something waits.
    this.backlogDueAt = 0;
    return true;
  }
}

/** What is there so often, or more often. */
function frequent<T>(list: readonly T[], times: number): T[] {
  const counts = new Map<T, number>();
  for (const one of list) counts.set(one, (counts.get(one) ?? 0) + 1);
  return [...counts].flatMap(([one, count]) => (count >= times ? [one] : []));
}
