import { createLogger } from '@stoa/observability';
import { RelayMove } from './change-log';
import { ReceivedMessage, decodeMessage } from './framing';
import { FakeChangeLog } from './fakes/fake-change-log';
import { FakeHintTransport } from './fakes/fake-hint-transport';
import { until } from './fakes/until';
import { PartitionRelay } from './relay';
import { SILENT_RELAY_METRICS } from './relay-metrics';
import { RelayShares } from './relay-shares';
import { SharedMoves, untilNextLook } from './shared-moves';
import { changesSubject, pokeSubject } from './subjects';

const PARTITION = 0;
const logger = createLogger({ service: 'test', replica: 1, level: 'silent' });

function setUp(log = new FakeChangeLog(150)) {
  const transport = new FakeHintTransport();
  const received: ReceivedMessage[] = [];
  transport.subscribe(changesSubject(PARTITION), (data) => received.push(decodeMessage(data)));
  const relay = (holder: string, sweepMs = 20, shares = new RelayShares()) =>
    new PartitionRelay(PARTITION, log, transport, SILENT_RELAY_METRICS, logger, {
      holder,
      sweepMs,
      beatMs: 30,
      shares,
    });
  const seqs = () => received.flatMap((message) => message.changes.map((change) => change.seq));
  return { log, transport, received, relay, seqs };
}

describe('PartitionRelay', () => {
  it('moves at a poke, without waiting for the sweep', async () => {
    const { log, transport, relay, seqs } = setUp();
    const running = relay('a', 60_000);
    running.start();
    log.write(PARTITION, '{}', '{}');
    transport.publish(pokeSubject(PARTITION), new Uint8Array());
    await until(() => seqs().length === 1);
    await running.stop();
  });

  it('finds what no poke told it about', async () => {
    const { log, transport, relay, seqs } = setUp();
    transport.fate = (subject) => (subject === pokeSubject(PARTITION) ? [] : [0]);
    const running = relay('a');
    running.start();
    for (let count = 0; count < 7; count++) log.write(PARTITION, '{}', '{}');
    await until(() => seqs().length === 7);
    await running.stop();
    expect(seqs()).toEqual([1, 2, 3, 4, 5, 6, 7]);
  });

  it('announces also what a move did not return, and promises the head only at the end', async () => {
    const { log, received, relay, seqs } = setUp();
    log.movedAtOnce = 3;
    for (let count = 0; count < 1_203; count++) log.write(PARTITION, '{}', '{}');
    const running = relay('a');
    running.start();
    await until(() => received.some((message) => message.beat.head === 1_203 && message.beat.xmin > 0));
    await running.stop();
    expect(seqs()).toEqual(Array.from({ length: 1_203 }, (_, index) => index + 1));
  });

  it('beats while nothing happens', async () => {
    const { received, relay } = setUp();
    const running = relay('a');
    running.start();
    await until(() => received.length >= 4);
    await running.stop();
    expect(received[3]).toMatchObject({ beat: { head: 0, epoch: 1 }, changes: [] });
  });

  it('looks and beats less often while nothing happens, and moves at a poke all the same', async () => {
    const { log, transport, received, seqs } = setUp();
    const options = { holder: 'a', sweepMs: 60_000, beatMs: 40, quietAfterMs: 60, quietMs: 200 };
    const running = new PartitionRelay(PARTITION, log, transport, SILENT_RELAY_METRICS, logger, options);
    running.start();
    await until(() => received.length >= 4);
    const from = performance.now();
    await until(() => received.length >= 8);
    // Four beats are 160 ms apart while there are changes.
    expect(performance.now() - from).toBeGreaterThan(320);
    log.write(PARTITION, '{}', '{}');
    transport.publish(pokeSubject(PARTITION), new Uint8Array());
    await until(() => seqs().length === 1);
    await running.stop();
  });

  it('looks together with the other relays of its process, which each get what is theirs', async () => {
    const { log, transport } = setUp(new FakeChangeLog(60_000));
    transport.fate = (subject) => (subject.startsWith('stoa.changes') ? [0] : []);
    const looks = new SharedMoves(log, 'a');
    const options = { holder: 'a', sweepMs: 20, beatMs: 30, quietAfterMs: 40, quietMs: 100, looks };
    const partitions = [0, 1, 2, 3];
    const seen = new Map(partitions.map((partition) => [partition, 0]));
    const relays = partitions.map((partition) => {
      transport.subscribe(changesSubject(partition), (data) =>
        seen.set(partition, Math.max(seen.get(partition) ?? 0, decodeMessage(data).beat.head)),
      );
      return new PartitionRelay(partition, log, transport, SILENT_RELAY_METRICS, logger, options);
    });
    for (const running of relays) running.start();
    await until(() => log.sharedMoves.some((together) => together.length === 4));
    // No poke tells of it, so that a look finds it.
    log.write(1, '{}', '{}');
    log.write(3, '{}', '{}');
    log.write(3, '{}', '{}');
    await until(() => seen.get(1) === 1 && seen.get(3) === 2);
    await Promise.all(relays.map((running) => running.stop()));
    expect([...seen.values()]).toEqual([0, 1, 0, 2]);
  });

  it('looks alone after a failure of a look that it shared', async () => {
    class FailingLog extends FakeChangeLog {
      override async moveAll(partitions: readonly number[]): Promise<never> {
        throw new Error(`partitions ${partitions.join()} cannot be moved`);
      }
    }
    const { log, transport, received } = setUp(new FailingLog(60_000));
    const options = { holder: 'a', sweepMs: 20, beatMs: 30, quietAfterMs: 40, quietMs: 100 };
    const running = new PartitionRelay(PARTITION, log, transport, SILENT_RELAY_METRICS, logger, options);
    transport.fate = (subject) => (subject === pokeSubject(PARTITION) ? [] : [0]);
    running.start();
    await until(() => received.length >= 5);
    log.write(PARTITION, '{}', '{}');
    await until(() => received.some(({ beat }) => beat.head === 1));
    await running.stop();
  });

  it('leaves the work to the holder of the lease and takes over when the holder is gone', async () => {
    const { log, relay, seqs } = setUp();
    const [first, second] = [relay('a'), relay('b')];
    first.start();
    second.start();
    for (let count = 0; count < 5; count++) log.write(PARTITION, '{}', '{}');
    await until(() => seqs().length === 5);
    await first.stop();
    for (let count = 0; count < 5; count++) log.write(PARTITION, '{}', '{}');
    await until(() => seqs().length === 10);
    await second.stop();
    expect(seqs()).toEqual([1, 2, 3, 4, 5, 6, 7, 8, 9, 10]);
  });

  it('gives a lease up when it is one too many, and another replica takes it at once', async () => {
    const { log, relay, seqs } = setUp(new FakeChangeLog(60_000));
    let replicas = 1;
    const crowded = new RelayShares(() => replicas);
    for (const partition of [1, 2]) crowded.note(partition, true);
    const [first, second] = [relay('a', 20, crowded), relay('b', 20)];
    first.start();
    await until(() => log.holder(PARTITION) === 'a');
    second.start();
    replicas = 2;
    await until(() => log.holder(PARTITION) === 'b');
    log.write(PARTITION, '{}', '{}');
    await until(() => seqs().length === 1);
    await Promise.all([first.stop(), second.stop()]);
  });

  it('leaves a free lease to a replica that holds fewer', async () => {
    const { log, relay } = setUp(new FakeChangeLog(60_000));
    const busy = new RelayShares();
    busy.note(1, true);
    const [first, second, third] = [relay('a'), relay('b', 20, busy), relay('c')];
    first.start();
    await until(() => log.holder(PARTITION) === 'a');
    second.start();
    third.start();
    await first.stop();
    await until(() => log.holder(PARTITION) !== undefined);
    expect(log.holder(PARTITION)).toBe('c');
    await Promise.all([second.stop(), third.stop()]);
  });

  it('takes back what it gave up and nobody took', async () => {
    const { log, relay, seqs } = setUp(new FakeChangeLog(60_000));
    const crowded = new RelayShares(() => 2);
    for (const partition of [1, 2]) crowded.note(partition, true);
    const only = relay('a', 20, crowded);
    only.start();
    await until(() => log.holder(PARTITION) === undefined);
    log.write(PARTITION, '{}', '{}');
    await until(() => seqs().length === 1);
    await only.stop();
  });

  it('goes on after failures of the database', async () => {
    class FailingLog extends FakeChangeLog {
      failures = 2;
      override async move(partition: number, holder: string, maxRows: number): Promise<RelayMove> {
        if (this.failures-- > 0) throw new Error('the connection is gone');
        return super.move(partition, holder, maxRows);
      }
    }
    const { log, relay, seqs } = setUp(new FailingLog());
    const running = relay('a');
    log.write(PARTITION, '{}', '{}');
    running.start();
    await until(() => seqs().length === 1);
    await running.stop();
  });
});

describe('the moments of looks', () => {
  it('are the same for all of a process, and never sooner than a tenth of the pause', () => {
    expect(untilNextLook(100, 1_030)).toBe(70);
    expect(untilNextLook(100, 1_000)).toBe(100);
    // A timer that is a moment early does not look twice.
    expect(untilNextLook(100, 1_099)).toBe(101);
  });

  it('wake up a process once', async () => {
    const looks = new SharedMoves(new FakeChangeLog(150), 'a');
    const seen: string[] = [];
    const look = async (name: string) => {
      await looks.nextLook(50);
      if (seen.push(name) === 1) setImmediate(() => seen.push('the next turn'));
    };
    await Promise.all([look('one'), look('other')]);
    await new Promise((resolve) => setImmediate(resolve));
    expect(seen).toEqual(['one', 'other', 'the next turn']);
    await looks.nextLook(50);
  });
});
