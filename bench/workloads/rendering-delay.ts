import type { BenchCluster, EventLoopDelay } from '../support/bench-cluster';
import { HttpClient, encodeRequest } from '../support/http-client';
import { closedLoop, openLoop } from '../support/load';
import { mainThreadSeconds } from '../support/process-usage';
import { progress } from '../support/progress';
import type { Row } from '../support/report';
import { type SeededRealm, seedRealm } from '../support/seed';

const ORDINARY_PER_SECOND = 40;
const HOSTILE_CLIENTS = 4;

const fill = (unit: string, length = 10_000): string => unit.repeat(Math.ceil(length / unit.length)).slice(0, length);

/** Texts that take longest, each as long as a message may be, and formulas that ask for most. */
const HOSTILE: readonly string[] = [
  ...['[', '**a', '> ', '`a', '* b\n', '$$x^2$$ ', '@**a', 'a.co/(', '| a |\n|-|\n'].map((unit) => fill(unit)),
  fill(`${'  '.repeat(20)}* a\n`),
  `\`\`\`py\n${fill('a."')}`,
  `$$\\def\\f#1{${'#1'.repeat(9)}}\\f{\\f{\\f{${fill('x^2', 1_500)}}}}$$`,
  `$$${'\\frac{1}{'.repeat(180)}x${'}'.repeat(180)}$$`,
];

interface Phase {
  name: string;
  ordinaryPerSecond: number;
  hostileClients: number;
}

const PHASES: readonly Phase[] = [
  { name: 'idle', ordinaryPerSecond: 0, hostileClients: 0 },
  { name: 'ordinary', ordinaryPerSecond: ORDINARY_PER_SECOND, hostileClients: 0 },
  { name: 'ordinary and hostile', ordinaryPerSecond: ORDINARY_PER_SECOND, hostileClients: HOSTILE_CLIENTS },
];

export interface RenderingDelay {
  rows: Row[];
  /** Milliseconds that the p99 of the event loop's delay has more while hostile texts are rendered than when idle. */
  addedMs: number;
}

/** The delay of the messages service's event loop since the last reading, which starts over. */
async function readDelay(cluster: BenchCluster): Promise<EventLoopDelay> {
  const delay = (await cluster.eventLoopDelay(['messages'])).get('messages');
  if (!delay) throw new Error('there is no messages service');
  return delay;
}

/** What the event loops of the messages service did since they started; seconds. */
function loopSeconds(cluster: BenchCluster): { ran: number; waited: number } {
  const sum = { ran: 0, waited: 0 };
  for (const { service, pid } of cluster.cluster.description.processes) {
    if (service !== 'messages') continue;
    const { ran, waited } = mainThreadSeconds(pid);
    sum.ran += ran;
    sum.waited += waited;
  }
  return sum;
}

function encodeRenderings(realm: SeededRealm, texts: readonly string[]): Buffer[] {
  return texts.map((content, index) =>
    encodeRequest({
      method: 'POST',
      path: '/api/v1/messages/render',
      host: realm.host,
      credentials: realm.users[index % realm.users.length],
      form: { content },
    }),
  );
}

/**
 * What the messages service notices of what it renders: the delay of its event loop, and how long ordinary texts take, while
 * hostile ones are rendered without pause. Hostile texts may be refused (429, 503): that is how they are bounded.
 */
export async function measureRenderingDelay(
  cluster: BenchCluster,
  { ordinary, seconds }: { ordinary: readonly string[]; seconds: number },
): Promise<RenderingDelay> {
  const realm = await seedRealm(cluster, {
    subdomain: '',
    users: 40,
    channels: (ids) => [{ name: 'talk', subscriberIds: ids }],
  });
  const [plain, heavy] = [encodeRenderings(realm, ordinary), encodeRenderings(realm, HOSTILE)];
  const [client, attacker] = [new HttpClient(cluster.target), new HttpClient(cluster.target)];
  const pick = (requests: readonly Buffer[], index: number): Buffer => requests[index % requests.length] ?? Buffer.of();
  // Threads start, and everybody's code is compiled.
  for (const request of [...plain, ...heavy]) await client.request(request);
  const rows: Row[] = [];
  const lags: number[] = [];
  for (const { name, ordinaryPerSecond, hostileClients } of PHASES) {
    progress(`markdown: event loop, ${name}`);
    await readDelay(cluster);
    const before = { cpu: cluster.cpu(), loop: loopSeconds(cluster) };
    const [served, attacked] = await Promise.all([
      openLoop(Math.max(1, ordinaryPerSecond), seconds, (index) =>
        ordinaryPerSecond > 0 ? client.request(pick(plain, index)) : Promise.resolve(),
      ),
      hostileClients > 0 ? closedLoop(hostileClients, seconds, (index) => attacker.request(pick(heavy, index))) : null,
    ]);
    const lag = await readDelay(cluster);
    const loop = loopSeconds(cluster);
    if (served.failed > 0) throw new Error(`an ordinary text was not rendered: ${served.firstFailure}`);
    lags.push(lag.p99);
    rows.push({
      phase: name,
      'loop p99 ms': lag.p99,
      'loop max ms': lag.max,
      'ordinary p50 ms': ordinaryPerSecond > 0 ? served.latency.p50 : Number.NaN,
      'ordinary p99 ms': ordinaryPerSecond > 0 ? served.latency.p99 : Number.NaN,
      'hostile texts/s': attacked ? attacked.completed / seconds : 0,
      'CPU of all threads': ((cluster.cpu().byServer.messages ?? 0) - (before.cpu.byServer.messages ?? 0)) / seconds,
      'CPU of the loop': (loop.ran - before.loop.ran) / seconds,
      'loop waits for a CPU': (loop.waited - before.loop.waited) / seconds,
    });
  }
  client.close();
  attacker.close();
  return { rows, addedMs: (lags.at(-1) ?? Number.NaN) - (lags[0] ?? Number.NaN) };
}
