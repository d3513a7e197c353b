import { setTimeout as delay } from 'node:timers/promises';
import { madeUpEvent } from '@stoa/contracts/testing';
import { ChangeLogStore, Database } from '@stoa/database';
import { createLogger } from '@stoa/observability';
import { NatsConnection, connectToNats } from '@stoa/rpc';
import { TestServers, eventually, startServers } from '@stoa/testing';
import { ChangePoke } from './change-poke';
import { ChangeBatch, ChangeConsumer, ChangeStream } from './change-stream';
import { NatsHintTransport } from './hint-transport';
import { PartitionRelay } from './relay';
import { SILENT_RELAY_METRICS } from './relay-metrics';

const PARTITION = 2;
const context = { realmId: 5, partition: PARTITION };
const logger = createLogger({ service: 'test', replica: 1, level: 'silent' });

class Recorder implements ChangeConsumer {
  readonly seqs: number[] = [];
  readonly counts: number[] = [];
  beats = 0;

  async onBatch({ changes }: ChangeBatch): Promise<void> {
    for (const change of changes) {
      this.seqs.push(change.seq);
      this.counts.push(JSON.parse(change.body ?? '').events[0].event.count);
    }
  }
  async onBeat(): Promise<void> {
    this.beats += 1;
  }
  async onEpoch(): Promise<void> {}
  async onTruncated(): Promise<void> {
    throw new Error('nothing was truncated');
  }
}

describe('relays and streams on PostgreSQL and NATS', () => {
  let servers: TestServers;
  let database: Database;
  let nats: NatsConnection;
  let transport: NatsHintTransport;
  let log: ChangeLogStore;

  beforeAll(async () => {
    servers = await startServers();
    database = Database.open({ url: servers.databaseUrl, size: 12 });
    nats = await connectToNats(servers.natsUrl, 'test');
    transport = new NatsHintTransport(nats);
    log = new ChangeLogStore(database, { leaseMs: 300 });
    const poke = new ChangePoke(transport);
    database.onCommit((partition) => poke.poke(partition));
  });

  afterAll(async () => {
    await Promise.all([database.close(), nats.close()]);
    await servers.stop();
  });

  const write = (count: number, seconds = 0, padding = '') =>
    database.write(context, [], async (tx) => {
      tx.emit(madeUpEvent({ type: 'test', count, padding }, [1]));
      if (seconds > 0) await tx.query('SELECT pg_sleep($1)', [seconds]);
    });
  const relay = (holder: string) =>
    new PartitionRelay(PARTITION, log, transport, SILENT_RELAY_METRICS, logger, { holder });

  async function withStream<T>(work: (recorder: Recorder) => Promise<T>): Promise<T> {
    const recorder = new Recorder();
    const { epoch, head } = await log.state(PARTITION);
    const stream = new ChangeStream(PARTITION, { epoch, seq: head }, log, transport, recorder, logger);
    stream.start();
    try {
      return await work(recorder);
    } finally {
      await stream.stop();
    }
  }

  async function withRelays<T>(holders: string[], work: () => Promise<T>): Promise<T> {
    const relays = holders.map(relay);
    for (const one of relays) one.start();
    // The first move opens the epoch of the database server's life.
    await eventually(async () => (await log.state(PARTITION)).epoch > 0);
    try {
      return await work();
    } finally {
      await Promise.all(relays.map((one) => one.stop()));
    }
  }

  it('number every change once, also those that become visible late', async () => {
    await withRelays(['a', 'b', 'c'], () =>
      withStream(async (recorder) => {
        // Begun before all the others, and committed when they have been moved.
        let release: () => void = () => undefined;
        const held = new Promise<void>((resolve) => (release = resolve));
        const late = database.write(context, [], async (tx) => {
          tx.emit(madeUpEvent({ type: 'test', count: 1_000 }, [1]));
          await tx.query('SELECT pg_current_xact_id()');
          await held;
        });
        await Promise.all(Array.from({ length: 300 }, (_, count) => write(count, count % 10 === 0 ? 0.02 : 0)));
        await eventually(() => recorder.seqs.length === 300);
        release();
        await late;
        await eventually(() => recorder.seqs.length === 301);
        const first = recorder.seqs[0] ?? 0;
        expect(recorder.seqs).toEqual(recorder.seqs.map((_, index) => first + index));
        expect([...recorder.counts].sort((a, b) => a - b)).toEqual([...Array(300).keys(), 1_000]);
        expect(recorder.counts[300]).toBe(1_000);
      }),
    );
  });

  it('keep the order of transactions that saw each other', async () => {
    await withRelays(['a', 'b'], () =>
      withStream(async (recorder) => {
        const background = Array.from({ length: 40 }, (_, count) => write(10_000 + count, Math.random() * 0.05));
        for (let count = 0; count < 40; count++) await write(count);
        await Promise.all(background);
        await eventually(() => recorder.seqs.length === 80);
        expect(recorder.counts.filter((count) => count < 10_000)).toEqual([...Array(40).keys()]);
      }),
    );
  });

  it('carry a change that is too large for a message', async () => {
    await withRelays(['a'], () =>
      withStream(async (recorder) => {
        await write(1, 0, 'x'.repeat(400_000));
        await write(2);
        await eventually(() => recorder.counts.length === 2);
        expect(recorder.counts).toEqual([1, 2]);
      }),
    );
  });

  it('hand the partition over at once when a relay stops in order', async () => {
    const [first, second] = [relay('first'), relay('second')];
    first.start();
    await eventually(async () => (await log.state(PARTITION)).epoch > 0);
    second.start();
    await withStream(async (recorder) => {
      await write(1);
      await eventually(() => recorder.counts.length === 1);
      await first.stop();
      await write(2);
      await eventually(() => recorder.counts.length === 2);
    });
    await second.stop();
  });

  it('lose nothing when NATS dies in between', async () => {
    await withRelays(['a'], () =>
      withStream(async (recorder) => {
        await write(1);
        await servers.nats.kill();
        for (let count = 2; count <= 20; count++) await write(count);
        await delay(50);
        await servers.nats.start();
        await write(21);
        await eventually(() => recorder.counts.length === 21);
        expect(recorder.counts).toEqual(Array.from({ length: 21 }, (_, index) => index + 1));
        const { beats } = recorder;
        await eventually(() => recorder.beats > beats);
      }),
    );
  });
});
