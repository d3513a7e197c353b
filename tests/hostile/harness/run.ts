import os from 'node:os';
import { delay, nowMs } from '../../../bench/support/clock';
import { BenchCluster } from '../../../bench/support/bench-cluster';
import type { SeededRealm } from '../../../bench/support/seed';
import { Attack, Field, Tally, Tries } from './attack';
import { ATTACKS } from './attacks';
import { Bystanders } from './bystanders';
import type { Sample } from './bystander-messages';
import { callersOf, seedBystanders, seedHostile } from './population';
import type { AttackReport, HostileReport } from './report';

export interface RunOptions {
  /** Seconds of each attack, more if not each kind of try was made. */
  seconds: number;
  callers: number;
  /** Milliseconds between two tries of a caller. */
  pauseMs: number;
  replicas: number;
  /** Seconds without attacks: at first, and after each. */
  idleSeconds: number;
  calmSeconds: number;
  /** Only attacks whose name contains this. */
  only: string;
  /** What the gateways are given for the head of a request and for the next bytes of a body; undefined: as shipped. */
  patienceSeconds: number | undefined;
  /** Longest time to an answer that holds. */
  answerSeconds: number;
  log: (line: string) => void;
}

const DEFAULT_PATIENCE_SECONDS = 20;
const SERVICES = ['gateway', 'messages', 'users', 'events'];

/** Every attack against a cluster of its own, with rate limits on as they ship. */
export async function runHostile(options: RunOptions): Promise<HostileReport> {
  const { patienceSeconds } = options;
  const env: Record<string, string> = { STOA_RATE_LIMITS: 'on' };
  if (patienceSeconds !== undefined) {
    env.STOA_HTTP_HEADER_SECONDS = String(patienceSeconds);
    env.STOA_HTTP_STALL_SECONDS = String(patienceSeconds);
  }
  const replicas = Object.fromEntries(SERVICES.map((service) => [service, options.replicas]));
  const bench = await BenchCluster.start({ replicas, env, demo: true });
  try {
    return await new Run(options, bench).report();
  } finally {
    await bench.stop();
  }
}

class Run {
  private readonly idle: Sample[] = [];

  constructor(
    private readonly options: RunOptions,
    private readonly bench: BenchCluster,
  ) {}

  async report(): Promise<HostileReport> {
    const { options, bench } = this;
    const others = await seedBystanders(bench);
    const [channel] = others.channels;
    if (!channel) throw new Error('the bystanders have no channel');
    const bystanders = await Bystanders.start({
      target: bench.target,
      host: others.host,
      users: others.users,
      channelId: channel.id,
    });
    const attacks: AttackReport[] = [];
    // Those who attack have machines of their own: what it costs them must not be taken from the service.
    os.setPriority(os.constants.priority.PRIORITY_LOW);
    try {
      // What is asked for the first time is slower.
      await delay(options.idleSeconds * 500);
      await bystanders.take();
      await bench.eventLoopDelay();
      await delay(options.idleSeconds * 1_000);
      this.idle.push(...(await bystanders.take()));
      const idleBlock = await this.worstBlock();
      for (const [index, attack] of ATTACKS.entries()) {
        if (!attack.name.includes(options.only)) continue;
        const report = await this.attack(attack, index, { others, bystanders });
        attacks.push(report);
        options.log(`${attack.name}: ${report.tally.tried} tried, ${report.tally.failures} not held`);
        await delay(options.calmSeconds * 1_000);
        if (options.calmSeconds > 0) this.idle.push(...(await bystanders.take()));
      }
      const { seconds, callers } = options;
      return { seconds, callers, idle: this.idle, idleBlock, attacks };
    } finally {
      await bystanders.stop();
    }
  }

  private async attack(
    attack: Attack,
    index: number,
    { others, bystanders }: { others: SeededRealm; bystanders: Bystanders },
  ): Promise<AttackReport> {
    const { bench, options } = this;
    const own = await seedHostile(bench, index, options.callers);
    const patienceSeconds = options.patienceSeconds ?? DEFAULT_PATIENCE_SECONDS;
    const field: Field = { bench, own, others, patienceSeconds };
    const callers = callersOf(bench, own, index);
    const tally = new Tally(options.answerSeconds * 1_000);
    try {
      const tries = await Promise.all(callers.map(async (caller) => attack.begin(caller, field)));
      await bystanders.take();
      await bench.eventLoopDelay();
      const endAt = nowMs() + options.seconds * 1_000;
      await Promise.all(tries.map((one, first) => repeat(one, { tally, endAt, first, options })));
      const beside = await bystanders.take();
      const block = await this.worstBlock();
      for (const why of (await attack.check?.(field)) ?? []) tally.fail(why);
      return { name: attack.name, tally, beside, block };
    } finally {
      for (const caller of callers) caller.close();
    }
  }

  /** How long an event loop stood still at most since it was asked last. */
  private async worstBlock(): Promise<{ service: string; ms: number }> {
    const delays = await this.bench.eventLoopDelay();
    return [...delays]
      .map(([service, { max }]) => ({ service, ms: max }))
      .reduce((worst, one) => (one.ms > worst.ms ? one : worst), { service: '', ms: 0 });
  }
}

interface Turns {
  tally: Tally;
  endAt: number;
  /** Which of the callers this is. */
  first: number;
  options: RunOptions;
}

/** Callers share the kinds of tries among them. */
async function repeat(
  { kinds, attempt }: Tries,
  { tally, endAt, first, options: { callers, pauseMs } }: Turns,
): Promise<void> {
  for (let index = first; nowMs() < endAt || index < Math.max(kinds, callers); index += callers) {
    await attempt(tally, index);
    await delay(pauseMs);
  }
}
