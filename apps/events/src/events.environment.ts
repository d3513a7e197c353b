import { IntegerVariable, RedisServiceEnvironment } from '@stoa/config';

export class EventsEnvironment extends RedisServiceEnvironment {
  @IntegerVariable({ default: 15_000, min: 50, doc: 'Milliseconds between two collections of idle event queues.' })
  STOA_QUEUE_SWEEP_MS!: number;

  @IntegerVariable({
    default: 600,
    min: 1,
    doc: 'Seconds without a poll after which a client is away for notifications, however long its queue lives.',
  })
  STOA_QUEUE_AWAY_SECONDS!: number;

  @IntegerVariable({
    default: 10_000,
    min: 1,
    doc: 'Events that wait in one queue at most; a queue that nobody polls ends with the next one.',
  })
  STOA_QUEUE_EVENTS!: number;

  @IntegerVariable({
    default: 16_777_216,
    min: 65_536,
    doc: 'Bytes of the events that wait in one queue at most; texts are kept once for all queues.',
  })
  STOA_QUEUE_BYTES!: number;

  @IntegerVariable({
    default: 4_194_304,
    min: 65_536,
    doc: 'Bytes of typing and presence that wait in one partition at most while Redis is slow; beyond them the oldest go.',
  })
  STOA_EPHEMERAL_BYTES!: number;

  @IntegerVariable({
    default: 7_200,
    min: 60,
    doc: 'Seconds for which changes stay in the log after they were numbered; a consumer may be away for so long.',
  })
  STOA_CHANGES_RETENTION_SECONDS!: number;

  @IntegerVariable({
    default: 3_000,
    min: 200,
    doc: 'Milliseconds after which another replica takes over the numbering of changes from one that died.',
  })
  STOA_RELAY_LEASE_MS!: number;
}
