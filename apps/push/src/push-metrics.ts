import { Injectable } from '@nestjs/common';
import { Metrics } from '@stoa/observability';
import { NewJob, NewMissedMessage, isNotification } from './jobs';

/** Seconds from a change to the relay's answer; up to the hour that a relay may be away. */
const DELIVERY_BUCKETS = [0.025, 0.05, 0.1, 0.15, 0.25, 0.5, 1, 2.5, 5, 15, 60, 300, 3_600];

/** How much waits, as the sweep last saw it. */
export interface Backlog {
  jobs: number;
  oldestSeconds: number;
  deadLetters: number;
}

/** The metrics of mobile push. */
@Injectable()
export class PushMetrics {
  private readonly created;
  private readonly mailed;
  private readonly missed;
  private readonly malformed;
  private readonly outcomes;
  private readonly latency;
  private backlog: Backlog = { jobs: 0, oldestSeconds: 0, deadLetters: 0 };

  constructor(metrics: Metrics) {
    this.created = metrics.counter('stoa_push_jobs_created_total', 'Jobs written, by trigger; removal: withdrawals.', [
      'trigger',
    ]);
    this.mailed = metrics.counter('stoa_missed_messages_total', 'Messages noted for mails, by trigger.', ['trigger']);
    this.missed = metrics.counter('stoa_push_missed_changes_total', 'Changes that had left the log unread.');
    this.malformed = metrics.counter('stoa_push_malformed_changes_total', 'Changes that could not be worked out.');
    this.outcomes = metrics.counter('stoa_push_outcomes_total', 'Jobs that were worked on, by kind and outcome.', [
      'kind',
      'outcome',
    ]);
    this.latency = metrics.histogram(
      'stoa_push_delivery_seconds',
      "Time from a change to the relay's answer, in seconds.",
      ['kind'],
      DELIVERY_BUCKETS,
    );
    this.declareBacklog(metrics);
  }

  observeJobs(jobs: readonly NewJob[]): void {
    for (const { work } of jobs) this.created.inc({ trigger: isNotification(work) ? work.trigger : 'removal' });
  }

  observeMissedMessages(missed: readonly NewMissedMessage[]): void {
    for (const { trigger } of missed) this.mailed.inc({ trigger });
  }

  observeMissed(changes: number): void {
    this.missed.inc(changes);
  }

  observeMalformed(): void {
    this.malformed.inc();
  }

  observeOutcome(kind: 'message' | 'removal', outcome: string, count = 1): void {
    this.outcomes.inc({ kind, outcome }, count);
  }

  observeLatency(kind: 'message' | 'removal', seconds: number): void {
    this.latency.observe({ kind }, seconds);
  }

  setBacklog(backlog: Backlog): void {
    this.backlog = backlog;
  }

  private declareBacklog(metrics: Metrics): void {
    metrics.gauge('stoa_push_queue_jobs', 'Jobs that wait for their delivery, dead letters apart.', [], (gauge) =>
      gauge.set(this.backlog.jobs),
    );
    metrics.gauge('stoa_push_oldest_job_seconds', 'Age of the oldest job that waits, in seconds.', [], (gauge) =>
      gauge.set(this.backlog.oldestSeconds),
    );
    metrics.gauge('stoa_push_dead_letters', 'Jobs that failed for good and wait for an operator.', [], (gauge) =>
      gauge.set(this.backlog.deadLetters),
    );
  }
}
