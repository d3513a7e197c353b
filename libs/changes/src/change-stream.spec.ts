import fc from 'fast-check';
import type { PartitionBeat } from '@stoa/contracts/changes';
import { createLogger } from '@stoa/observability';
import { ChangeBatch, ChangeConsumer, ChangeStream, StreamPosition } from './change-stream';
import { encodeMove } from './framing';
import { FakeChangeLog } from './fakes/fake-change-log';
import { FakeHintTransport } from './fakes/fake-hint-transport';
import { until } from './fakes/until';
import { changesSubject } from './subjects';

const PARTITION = 1;
const logger = createLogger({ service: 'test', replica: 1, level: 'silent' });
const SUBJECT = changesSubject(PARTITION);

/** Records what it is given; fails as often as the test asks. */
class Recorder implements ChangeConsumer {
  readonly seqs: number[] = [];
  readonly bodies: (string | undefined)[] = [];
  readonly epochs: PartitionBeat[] = [];
  readonly gaps: { from: number; to: number }[] = [];
  readonly beats: PartitionBeat[] = [];
  failures = 0;

  async onBatch(batch: ChangeBatch): Promise<void> {
    if (this.failures > 0) {
      this.failures -= 1;
      throw new Error('the consumer fails for once');
    }
    expect(batch.changes.map((change) => change.seq)).toEqual(
      Array.from({ length: batch.to - batch.from + 1 }, (_, index) => batch.from + index),
    );
    this.seqs.push(...batch.changes.map((change) => change.seq));
    this.bodies.push(...batch.changes.map((change) => change.body));
  }
  async onBeat(beat: PartitionBeat): Promise<void> {
    this.beats.push(beat);
  }
  async onEpoch(beat: PartitionBeat): Promise<void> {
    this.epochs.push(beat);
  }
  async onTruncated(gap: { from: number; to: number }): Promise<void> {
    this.gaps.push(gap);
  }
}

function setUp(position: StreamPosition = { epoch: 1, seq: 0 }) {
  const log = new FakeChangeLog();
  const transport = new FakeHintTransport();
  const consumer = new Recorder();
  const options = { holeMs: 3, retryMs: 1 };
  const stream = new ChangeStream(PARTITION, position, log, transport, consumer, logger, options);
  const publishMove = async () => {
    const move = await log.move(PARTITION, 'relay', 500);
    if (!move.held) throw new Error('the lease is held by another');
    for (const message of encodeMove(move.beat, move.rows)) transport.publish(SUBJECT, message);
  };
  const write = (count: number) => {
    for (let index = 0; index < count; index++) log.write(PARTITION, '{"realm":1,"events":[]}', `"${Math.random()}"`);
  };
  return { log, transport, consumer, stream, publishMove, write };
}

const upTo = (seq: number, from = 1) => Array.from({ length: seq - from + 1 }, (_, index) => from + index);

describe('ChangeStream', () => {
  it('delivers hints as they come and never asks the log', async () => {
    const { log, consumer, stream, publishMove, write } = setUp();
    stream.start();
    for (let round = 0; round < 10; round++) {
      write(3);
      await publishMove();
    }
    await until(() => consumer.seqs.length === 30);
    await stream.stop();
    expect(consumer.seqs).toEqual(upTo(30));
    expect(consumer.bodies).toEqual(log.rows(PARTITION).map((row) => row.body));
    expect(log.reads).toBe(0);
  });

  it('delivers every change once and in order whatever hints are lost, doubled, delayed or reordered', async () => {
    const fates = fc.array(fc.array(fc.integer({ min: 0, max: 12 }), { maxLength: 3 }), {
      minLength: 5,
      maxLength: 60,
    });
    const writes = fc.array(fc.integer({ min: 0, max: 4 }), { minLength: 3, maxLength: 25 });
    await fc.assert(
      fc.asyncProperty(fates, writes, fc.integer({ min: 0, max: 3 }), async (fate, bursts, failures) => {
        const { log, transport, consumer, stream, publishMove, write } = setUp();
        let published = 0;
        transport.fate = () => fate[published++ % fate.length] ?? [];
        consumer.failures = failures;
        stream.start();
        for (const burst of bursts) {
          write(burst);
          await publishMove();
          if (burst === 4) await new Promise((resolve) => setTimeout(resolve, 1));
        }
        // One beat that arrives is enough to show what is missing.
        transport.fate = () => [0];
        await publishMove();
        const total = bursts.reduce((sum, burst) => sum + burst, 0);
        await until(() => consumer.seqs.length >= total);
        await until(() => transport.underWay === 0);
        await stream.stop();
        expect(consumer.seqs).toEqual(upTo(total));
        expect(consumer.bodies).toEqual(log.rows(PARTITION).map((row) => row.body));
      }),
      { numRuns: 60 },
    );
  });

  it('reads a change that was too large to publish from the log', async () => {
    const { log, consumer, stream, publishMove } = setUp();
    stream.start();
    log.write(PARTITION, '{}', `"${'x'.repeat(300_000)}"`);
    await publishMove();
    await until(() => consumer.seqs.length === 1);
    await stream.stop();
    expect(consumer.bodies[0]).toHaveLength(300_002);
  });

  it('waits for its consumer and comes back with the same changes after a failure', async () => {
    const { consumer, stream, publishMove, write } = setUp();
    consumer.failures = 3;
    stream.start();
    write(2);
    await publishMove();
    await until(() => consumer.seqs.length === 2);
    await stream.stop();
    expect(consumer.seqs).toEqual([1, 2]);
    expect(stream.delivered).toEqual({ epoch: 1, seq: 2 });
  });

  it('says what the log no longer holds and goes on after it', async () => {
    const { log, transport, consumer, stream, publishMove, write } = setUp({ epoch: 1, seq: 2 });
    transport.fate = () => [];
    write(10);
    await publishMove();
    log.truncate(PARTITION, 6);
    stream.start();
    transport.fate = () => [0];
    await publishMove();
    await until(() => consumer.seqs.length === 4);
    await stream.stop();
    expect(consumer.gaps).toEqual([{ from: 3, to: 6 }]);
    expect(consumer.seqs).toEqual([7, 8, 9, 10]);
  });

  it('skips to the head when everything it needs is gone', async () => {
    const { log, consumer, stream, publishMove, write } = setUp();
    write(5);
    await log.move(PARTITION, 'relay', 500);
    log.truncate(PARTITION, 5);
    stream.start();
    await publishMove();
    await until(() => consumer.gaps.length === 1);
    write(1);
    await publishMove();
    await until(() => consumer.seqs.length === 1);
    await stream.stop();
    expect(consumer.gaps).toEqual([{ from: 1, to: 5 }]);
    expect(consumer.seqs).toEqual([6]);
  });

  it('surfaces a new epoch, goes back to where it began and ignores the old one', async () => {
    const { log, transport, consumer, stream, publishMove, write } = setUp();
    stream.start();
    write(8);
    await publishMove();
    await until(() => consumer.seqs.length === 8);
    const stale = encodeMove({ partition: PARTITION, epoch: 1, epochFirstSeq: 1, head: 9, xmin: 1 }, [
      { seq: 9, xid: 1, routing: '{}', body: '"of the old primary"', createdAtMs: 0 },
    ]);
    log.rollBack(PARTITION, 5);
    write(2);
    await publishMove();
    await until(() => consumer.seqs.length === 10);
    for (const message of stale) transport.publish(SUBJECT, message);
    write(2);
    await publishMove();
    await until(() => consumer.seqs.length >= 12);
    await stream.stop();
    expect(consumer.epochs.map(({ epoch, epochFirstSeq }) => [epoch, epochFirstSeq])).toEqual([[2, 6]]);
    expect(consumer.seqs).toEqual([...upTo(8), 6, 7, 8, 9]);
    expect(consumer.bodies).not.toContain('"of the old primary"');
    expect(stream.delivered).toEqual({ epoch: 2, seq: 9 });
  });

  it('passes a beat only when everything up to its head was delivered', async () => {
    const { consumer, stream, publishMove, write } = setUp();
    stream.start();
    write(3);
    await publishMove();
    await until(() => consumer.beats.length === 1);
    expect(consumer.seqs).toEqual([1, 2, 3]);
    expect(consumer.beats[0]).toMatchObject({ head: 3, xmin: 104 });
    await stream.stop();
  });
});
