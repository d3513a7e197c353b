import type { LogPage } from '@stoa/changes';
import { createLogger } from '@stoa/observability';
import { PartitionReader } from './partition-reader';
import type { PushPosition } from './position.repository';

const EPOCH = 1;

/** A log up to `head` in which nothing concerns push, and the position as the database has it. */
class FakePositions {
  stored: PushPosition = { epoch: EPOCH, seq: 5 };
  head = 10;
  readonly reads: number[] = [];

  begin(): Promise<void> {
    throw new Error('there is a position');
  }

  read(_partition: number, afterSeq: number): Promise<LogPage> {
    this.reads.push(afterSeq);
    const row = { xid: 1, routing: '{}', body: '{}', createdAtMs: 0 };
    const rows = Array.from({ length: this.head - afterSeq }, (_, index) => ({ ...row, seq: afterSeq + 1 + index }));
    return Promise.resolve({ rows, beat: this.beat });
  }

  commit({ from, to }: { from: PushPosition; to: PushPosition }): Promise<boolean> {
    const isMine = from.epoch === this.stored.epoch && from.seq === this.stored.seq;
    if (isMine) this.stored = to;
    return Promise.resolve(isMine);
  }

  get beat() {
    return { partition: 1, epoch: EPOCH, epochFirstSeq: 1, head: this.head, xmin: 1 };
  }
}

describe('a consumer of a partition', () => {
  let positions: FakePositions;
  let consumer: PartitionReader;
  const look = (position: PushPosition) => consumer.look({ beat: positions.beat, position }, true);

  beforeEach(async () => {
    positions = new FakePositions();
    consumer = new PartitionReader(1, {
      positions,
      planner: { plan: () => Promise.reject(new Error('nothing is to be planned')) },
      logger: createLogger({ service: 'test', replica: 1, level: 'silent' }),
      metrics: {
        observeJobs: vi.fn(),
        observeMissedMessages: vi.fn(),
        observeMissed: vi.fn(),
        observeMalformed: vi.fn(),
      },
      onJobs: vi.fn(),
    });
    expect(await look(positions.stored)).toBe(true);
    await consumer.advance();
    await consumer.storeReached(true);
    expect(positions.stored.seq).toBe(10);
  });

  it('takes a position that was read before it stored its own for what it is', async () => {
    positions.head = 12;
    expect(await look({ epoch: EPOCH, seq: 5 })).toBe(true);
    await consumer.advance();
    await consumer.storeReached(true);
    expect(positions.reads).toEqual([5, 10]);
    expect(positions.stored.seq).toBe(12);
    expect(consumer.isFollowing).toBe(false);
  });

  it('goes on from where another replica is', async () => {
    positions.stored = { epoch: EPOCH, seq: 20 };
    positions.head = 21;
    expect(await look(positions.stored)).toBe(true);
    await consumer.advance();
    expect(positions.reads).toEqual([5, 20]);
  });

  it('leaves the partition to a replica that was faster, until that one stands still', async () => {
    positions.stored = { epoch: EPOCH, seq: 20 };
    positions.head = 30;
    await consumer.advance();
    await consumer.storeReached(true);
    expect(consumer.isFollowing).toBe(true);
    expect([await look(positions.stored), await look(positions.stored)]).toEqual([false, false]);
    expect(await look(positions.stored)).toBe(true);
    expect(consumer.isFollowing).toBe(false);
  });

  it('begins anew with an epoch whose numbers are given out again', async () => {
    const beat = { epoch: EPOCH + 1, epochFirstSeq: 8, head: 9 };
    expect(await consumer.look({ beat, position: positions.stored }, true)).toBe(true);
    expect(positions.stored).toEqual({ epoch: EPOCH + 1, seq: 7 });
  });
});
