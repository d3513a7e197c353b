import { ChangeLog, HintTransport } from '@stoa/changes';
import { EventQueues } from '@stoa/event-queue';
import { type Logger } from '@stoa/observability';
import { ConsumerMetrics } from './consumer-metrics';
import { ReleaseNotice } from './release-notice';
import { SlotEvents } from './slot-runner';

export interface PartitionConsumerParts {
  log: ChangeLog;
  transport: HintTransport;
  queues: EventQueues;
  events: SlotEvents;
  metrics: ConsumerMetrics;
  logger: Logger;
  /** Bytes of typing and presence that wait at most; 4 MiB unless set. */
  ephemeralBytes?: number;
  /** Absent: queues hear nothing of upgrades. */
  release?: ReleaseNotice;
}
