import { TestServers, startServers } from '@stoa/testing';
import fc from 'fast-check';
import { AppendBatch, AppendEntry, PollResult, QueueDescriptor, QueuedEvent, bodyRef } from './index';
import { QueueFixture, describeQueue, flagsText, messageText, numbersOf } from './testing/queue-fixture';

/** One step of a random history. `pick` selects among what exists at that moment. */
type Step =
  | { do: 'begin' }
  | { do: 'commit'; pick: number }
  | { do: 'commitAll' }
  | { do: 'relay' }
  | { do: 'consume'; upTo: number }
  | { do: 'crash'; upTo: number; queues: number }
  | { do: 'create' }
  | { do: 'register' }
  | { do: 'snapshot'; pick: number }
  | { do: 'open'; pick: number }
  | { do: 'poll'; pick: number; acknowledge: number; dontBlock: boolean }
  | { do: 'forget' };

interface Transaction {
  xid: number;
  /** Events that it writes: whether each may coalesce. */
  events: boolean[];
}

interface LogRow extends Transaction {
  seq: number;
}

interface TestQueue {
  descriptor: QueueDescriptor;
  snapshot?: { text: string; isVisible: (xid: number) => boolean };
  opened: boolean;
  /** What the last answer held and was not acknowledged. */
  seen: QueuedEvent[];
  acknowledged: number;
  received: number[];
}

const MERGE_KEY = 'add:starred';
/** What the transactions write, in turn. */
const EVENTS = [[false], [true], [true, false], [false], [true], [false, true, true]];

/** A database, a relay, consumers and clients in miniature, around real queues. */
class World {
  private nextXid = 1_000;
  private readonly running: Transaction[] = [];
  private readonly committed: Transaction[] = [];
  private readonly unmoved: Transaction[] = [];
  private readonly log: LogRow[] = [];
  private readonly queues: TestQueue[] = [];
  private known = new Map<string, QueueDescriptor>();
  private beat = { epoch: 1, xmin: 1_000, head: 0 };

  constructor(private readonly fixture: QueueFixture) {}

  async apply(step: Step): Promise<void> {
    switch (step.do) {
      case 'begin':
        this.running.push({ xid: this.nextXid, events: EVENTS[this.nextXid % EVENTS.length] ?? [] });
        this.nextXid++;
        return;
      case 'commit':
        return this.commit(step.pick);
      case 'commitAll':
        while (this.running.length > 0) this.commit(0);
        return;
      case 'relay':
        return this.relay();
      case 'consume':
        return this.consume(step.upTo);
      case 'crash':
        return this.crash(step.upTo, step.queues);
      case 'create':
        return this.create();
      case 'register':
        await this.create();
        return this.openLast();
      case 'snapshot':
        return this.takeSnapshot(step.pick);
      case 'open':
        return this.open(step.pick);
      case 'poll':
        return this.poll(step.pick, step.acknowledge, step.dontBlock);
      case 'forget':
        await this.fixture.queues.writer.forgetSnapshots(this.fixture.slot, this.beat);
    }
  }

  /** Lets everything finish and checks what every client got. */
  async finish(): Promise<void> {
    while (this.running.length > 0) this.commit(0);
    this.relay();
    for (const queue of this.queues) {
      if (!queue.snapshot) this.snapshotFor(queue);
      await this.openQueue(queue);
    }
    await this.consume(Number.MAX_SAFE_INTEGER);
    await this.fixture.queues.writer.forgetSnapshots(this.fixture.slot, this.beat);
    for (const queue of this.queues) {
      await this.pollQueue(queue, 1, true);
      await this.pollQueue(queue, 1, true);
      expect(queue.received).toEqual(this.expectedBy(queue));
    }
    expect(await this.fixture.occupied()).toEqual({ bodies: 0, counts: 0, lists: 0 });
    const remaining = await this.fixture.queues.writer.forgetSnapshots(this.fixture.slot, this.beat);
    expect(remaining).toEqual({ status: 'done', remaining: 0 });
  }

  /** Every event of the log that the snapshot does not contain, in order. */
  private expectedBy(queue: TestQueue): number[] {
    const rows = this.log.filter((row) => !queue.snapshot?.isVisible(row.xid));
    return rows.flatMap((row) => row.events.map((_, index) => numberOf(row, index)));
  }

  private commit(pick: number): void {
    const [transaction] = this.running.splice(pick % Math.max(1, this.running.length), 1);
    if (!transaction) return;
    this.committed.push(transaction);
    this.unmoved.push(transaction);
  }

  /** Numbers what is visible, in the order of the transactions' ids (as outbox ids may be), and notes its snapshot. */
  private relay(): void {
    const rows = this.unmoved.splice(0).sort((left, right) => left.xid - right.xid);
    for (const row of rows) this.log.push({ ...row, seq: this.log.length + 1 });
    this.beat = { epoch: 1, xmin: this.xmin(), head: this.log.length };
  }

  private xmin(): number {
    return Math.min(this.nextXid, ...this.running.map((transaction) => transaction.xid));
  }

  private create(): Promise<void> {
    const descriptor = describeQueue(this.queues.length + 1);
    this.queues.push({ descriptor, opened: false, seen: [], acknowledged: -1, received: [] });
    return this.fixture.queues.registrar.createQueue(this.fixture.slot, descriptor).then(() => undefined);
  }

  private async openLast(): Promise<void> {
    const queue = this.queues[this.queues.length - 1];
    if (!queue) return;
    this.snapshotFor(queue);
    await this.openQueue(queue);
  }

  private takeSnapshot(pick: number): void {
    const queue = this.pickQueue(pick, (candidate) => !candidate.snapshot);
    if (queue) this.snapshotFor(queue);
  }

  private snapshotFor(queue: TestQueue): void {
    const running = this.running.map((transaction) => transaction.xid);
    const xmax = this.nextXid;
    const visible = new Set(this.committed.map((transaction) => transaction.xid));
    queue.snapshot = { text: `${this.xmin()}:${xmax}:${running.join(',')}`, isVisible: (xid) => visible.has(xid) };
  }

  private async open(pick: number): Promise<void> {
    const queue = this.pickQueue(pick, (candidate) => candidate.snapshot !== undefined && !candidate.opened);
    if (queue) await this.openQueue(queue);
  }

  private async openQueue(queue: TestQueue): Promise<void> {
    if (!queue.snapshot || queue.opened) return;
    const { slot, queues } = this.fixture;
    await queues.registrar.openQueue(slot, queue.descriptor.id, queue.snapshot.text, 1);
    queue.opened = true;
  }

  /** The batch from the slot's position, made with the queues that are known after its rows were read. */
  private async nextBatch(upTo: number): Promise<AppendBatch | undefined> {
    const { slot, queues } = this.fixture;
    const { position } = await queues.keeper.readSlot(slot);
    const from = position?.seq ?? 0;
    const rows = this.log.slice(from, from + upTo);
    if (rows.length === 0) return undefined;
    this.known = new Map((await queues.writer.loadSlot(slot)).queues.map((queue) => [queue.id, queue]));
    const { entries, bodies } = shape(rows);
    return { epoch: 1, from, to: from + rows.length, bodies, entries: new Map(this.ids().map((id) => [id, entries])) };
  }

  private async consume(upTo: number): Promise<void> {
    const batch = await this.nextBatch(upTo);
    if (!batch) return;
    const { status } = await this.fixture.queues.writer.appendBatch(this.fixture.slot, batch);
    expect(status).toBe('applied');
  }

  /** A consumer that reaches only some queues and never moves the position. */
  private async crash(upTo: number, count: number): Promise<void> {
    const batch = await this.nextBatch(upTo);
    if (!batch) return;
    const entries = new Map([...batch.entries].slice(0, count));
    await this.fixture.queues.writer.appendBatch(this.fixture.slot, { ...batch, entries });
    await this.fixture.redis.hset(this.fixture.key('meta'), 'seq', batch.from);
  }

  private ids(): string[] {
    return [...this.known.keys()];
  }

  private async poll(pick: number, acknowledge: number, dontBlock: boolean): Promise<void> {
    const queue = this.pickQueue(pick, (candidate) => candidate.opened);
    if (queue) await this.pollQueue(queue, acknowledge, dontBlock);
  }

  /** Polls, checks that nothing seen before changed, and acknowledges a share of what is there. */
  private async pollQueue(queue: TestQueue, share: number, dontBlock: boolean): Promise<void> {
    const answer: PollResult = await this.fixture.poll(queue.descriptor, queue.acknowledged, { dontBlock });
    if (answer.status === 'parked') return;
    if (answer.status !== 'answer') throw new Error(answer.status);
    // What was answered and not acknowledged comes first, byte for byte.
    const repeated = answer.events.slice(0, queue.seen.length);
    expect(repeated).toEqual(queue.seen);
    const taken = answer.events.slice(0, Math.ceil(answer.events.length * share));
    queue.received.push(...numbersOf(taken));
    queue.acknowledged = taken[taken.length - 1]?.id ?? queue.acknowledged;
    queue.seen = answer.events.slice(taken.length);
  }

  private pickQueue(pick: number, suits: (queue: TestQueue) => boolean): TestQueue | undefined {
    const candidates = this.queues.filter(suits);
    return candidates[pick % Math.max(1, candidates.length)];
  }
}

function numberOf(row: Transaction, index: number): number {
  return row.xid * 10 + index;
}

function shape(rows: readonly LogRow[]): { entries: AppendEntry[]; bodies: Map<string, string> } {
  const bodies = new Map<string, string>();
  const entries = rows.flatMap((row) =>
    row.events.map((merges, index): AppendEntry => {
      const ref = bodyRef(1, row.seq, index, 'all');
      const number = numberOf(row, index);
      bodies.set(ref, merges ? flagsText(number) : messageText(number));
      return { seq: row.seq, xid: row.xid, bodyRef: ref, ...(merges ? { mergeKey: MERGE_KEY } : {}) };
    }),
  );
  return { entries, bodies };
}

const pick = fc.nat({ max: 50 });
const step: fc.Arbitrary<Step> = fc.oneof(
  { weight: 5, arbitrary: fc.constant<Step>({ do: 'begin' }) },
  { weight: 5, arbitrary: pick.map((value): Step => ({ do: 'commit', pick: value })) },
  { weight: 1, arbitrary: fc.constant<Step>({ do: 'commitAll' }) },
  { weight: 4, arbitrary: fc.constant<Step>({ do: 'relay' }) },
  { weight: 4, arbitrary: fc.integer({ min: 1, max: 5 }).map((upTo): Step => ({ do: 'consume', upTo })) },
  {
    weight: 2,
    arbitrary: fc
      .record({ upTo: fc.integer({ min: 1, max: 5 }), queues: fc.nat({ max: 3 }) })
      .map((value): Step => ({ do: 'crash', ...value })),
  },
  { weight: 3, arbitrary: fc.constant<Step>({ do: 'register' }) },
  { weight: 2, arbitrary: fc.constant<Step>({ do: 'create' }) },
  { weight: 3, arbitrary: pick.map((value): Step => ({ do: 'snapshot', pick: value })) },
  { weight: 3, arbitrary: pick.map((value): Step => ({ do: 'open', pick: value })) },
  {
    weight: 4,
    arbitrary: fc
      .record({ pick, acknowledge: fc.constantFrom(0, 0.5, 1), dontBlock: fc.boolean() })
      .map((value): Step => ({ do: 'poll', ...value })),
  },
  { weight: 4, arbitrary: fc.constant<Step>({ do: 'forget' }) },
);

describe('a queue', () => {
  let servers: TestServers;

  beforeAll(async () => {
    servers = await startServers();
  });
  afterAll(() => servers.stop());

  it('receives exactly the events that its snapshot does not contain, once and in order', async () => {
    const histories = fc.array(step, { minLength: 10, maxLength: 80 });
    await fc.assert(
      fc.asyncProperty(histories, async (steps) => {
        const fixture = await new QueueFixture(servers.redisUrl).initialise();
        try {
          const world = new World(fixture);
          for (const next of steps) await world.apply(next);
          await world.finish();
        } finally {
          await fixture.close();
        }
      }),
      { numRuns: 400 },
    );
  }, 300_000);
});
