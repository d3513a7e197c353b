import type { BenchCluster } from '../support/bench-cluster';
import type { Benchmark, BenchmarkOptions } from '../support/benchmark';
import { delay, nowMs } from '../support/clock';
import { Answer, HttpConnection } from '../support/http-connection';
import { progress } from '../support/progress';
import { Report, Row } from '../support/report';
import { SeededRealm, seedRealm } from '../support/seed';
import { summarize } from '../support/statistics';
import { measureYardsticks } from '../support/yardsticks';
import { countMessages, encodeSend } from './messages';

/** Connections that ask without pause: what keeps the machine busy, and ten times that. */
const CARRIED = 64;
const TOO_MANY = 10 * CARRIED;
const MEBIBYTE = 1024 * 1024;
const RECOVERY_LIMIT_SECONDS = 10;

/** What became of the requests of one kind of client. */
class Tally {
  readonly latencies: number[] = [];
  refused = 0;
  withoutTime = 0;
  lost = 0;

  constructor(readonly name: string) {}

  note({ status, head }: Answer, tookMs: number): void {
    if (status === 200) this.latencies.push(tookMs);
    else if (status !== 429 && status !== 503) throw new Error(`unexpected answer ${status}`);
    else {
      this.refused += 1;
      if (!/\r\nretry-after:/i.test(head)) this.withoutTime += 1;
    }
  }

  row(seconds: number): Row {
    const { p50, p99 } = summarize(this.latencies);
    const { name, refused, lost } = this;
    return {
      clients: name,
      'accepted/s': this.latencies.length / seconds,
      'refused/s': refused / seconds,
      lost,
      'p50 ms': p50,
      'p99 ms': p99,
    };
  }
}

/** Connections that send the same request again and again. */
async function ask(
  cluster: BenchCluster,
  request: Buffer,
  { width, seconds, tally }: { width: number; seconds: number; tally: Tally },
) {
  const endAt = nowMs() + seconds * 1000;
  const lane = async () => {
    let connection: HttpConnection | undefined;
    while (nowMs() < endAt) {
      const startedAt = nowMs();
      try {
        connection = connection?.isOpen ? connection : await HttpConnection.open(cluster.target);
        tally.note(await connection.request(request), nowMs() - startedAt);
      } catch {
        tally.lost += 1;
      }
    }
    connection?.close();
  };
  await Promise.all(Array.from({ length: width }, lane));
}

function requestOf(realm: SeededRealm): Buffer {
  const [sender] = realm.users;
  const [channel] = realm.channels;
  if (!sender || !channel) throw new Error('the organization is empty');
  return encodeSend({
    sender,
    host: realm.host,
    channelId: channel.id,
    topic: 'load',
    content: 'a message of the load',
  });
}

function realmOf(cluster: BenchCluster, subdomain: string): Promise<SeededRealm> {
  const channels = (ids: readonly number[]) => [{ name: 'channel', subscriberIds: ids.slice(0, 10) }];
  return seedRealm(cluster, { subdomain, users: 20, channels });
}

/** Until a whole round of what is carried is accepted. */
async function secondsToRecover(cluster: BenchCluster, request: Buffer): Promise<number> {
  const startedAt = nowMs();
  for (;;) {
    const tally = new Tally('after');
    await ask(cluster, request, { width: CARRIED / 4, seconds: 0.2, tally });
    if (tally.refused + tally.lost === 0) return (nowMs() - startedAt) / 1000;
    if (nowMs() - startedAt > 3 * RECOVERY_LIMIT_SECONDS * 1000) return Infinity;
    await delay(50);
  }
}

async function run(cluster: BenchCluster, options: BenchmarkOptions): Promise<Report> {
  const seconds = options.quick ? 2 : 15;
  const [noisy, quiet] = [await realmOf(cluster, 'noisy'), await realmOf(cluster, 'quiet')];
  const yardsticks = await measureYardsticks(cluster, options.yardstickSeconds);
  const requests = { noisy: requestOf(noisy), quiet: requestOf(quiet) };
  await ask(cluster, requests.noisy, { width: CARRIED, seconds: options.quick ? 1 : 5, tally: new Tally('warm-up') });
  const before = await countMessages(cluster, noisy);

  const rows: Row[] = [];
  const tallies: Tally[] = [];
  const memoryBefore = cluster.memory();
  for (const width of [CARRIED, TOO_MANY]) {
    progress(`overload: ${width} connections of one organization, one of another`);
    const [loud, other] = [new Tally(`noisy, ${width} connections`), new Tally(`quiet beside ${width}`)];
    await Promise.all([
      ask(cluster, requests.noisy, { width, seconds, tally: loud }),
      ask(cluster, requests.quiet, { width: 1, seconds, tally: other }),
    ]);
    rows.push(loud.row(seconds), other.row(seconds));
    tallies.push(loud, other);
  }
  const memoryAfter = cluster.memory();
  const recovery = await secondsToRecover(cluster, requests.noisy);
  const accepted = tallies.reduce(
    (sum, { name, latencies }) => sum + (name.startsWith('noisy') ? latencies.length : 0),
    0,
  );
  const written = (await countMessages(cluster, noisy)) - before;
  if (written < accepted) throw new Error(`${accepted} sends were accepted, ${written} are there`);
  const grown = Object.keys(memoryAfter.byServer).map((name) => ({
    process: name,
    'MiB before': (memoryBefore.byServer[name] ?? 0) / MEBIBYTE,
    'MiB after': (memoryAfter.byServer[name] ?? 0) / MEBIBYTE,
  }));
  const refusedQuietly = tallies.reduce(
    (sum, { name, refused, lost }) => sum + (name.startsWith('quiet') ? refused + lost : 0),
    0,
  );
  return {
    benchmark: 'overload',
    checks: [`all ${accepted} accepted sends are in the history`, 'every refusal says when to come back'],
    tables: [
      { title: 'Load', rows },
      { title: 'Memory', rows: grown },
    ],
    targets: [
      { name: 'recovery', reached: recovery, target: RECOVERY_LIMIT_SECONDS, unit: 's', atMost: true },
      {
        name: 'refusals without a time',
        reached: tallies.reduce((sum, tally) => sum + tally.withoutTime, 0),
        target: 0,
        unit: '',
        atMost: true,
      },
      { name: 'refused to the quiet organization', reached: refusedQuietly, target: 0, unit: '', atMost: true },
    ],
    yardsticks,
  };
}

/** Ten times the connections that the machine can serve, of one organization, and what another one notices. */
export const overload: Benchmark = { name: 'overload', run };
