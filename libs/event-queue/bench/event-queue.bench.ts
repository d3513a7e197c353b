/**
 * What the queues cost: node dist/libs/event-queue/bench/event-queue.bench.js [queues]
 * Starts a redis-server (from PATH) of its own in a temporary folder, prints a table and one JSON line.
 */
import { spawn } from 'node:child_process';
import { randomUUID } from 'node:crypto';
import { once } from 'node:events';
import { mkdtempSync, rmSync } from 'node:fs';
import { createServer } from 'node:net';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { Redis } from 'ioredis';
import {
  AppendEntry,
  EventQueues,
  MOST_CHECKED,
  QueueDescriptor,
  Slot,
  Wake,
  bodyRef,
  composeAnswer,
  composeEvent,
  slotName,
  slotOf,
  slotsOfPartition,
} from '../src';

const CAPABILITIES = {
  bulk_message_deletion: true,
  stream_typing_notifications: true,
  user_settings_object: true,
  linkifier_url_template: true,
  user_list_incomplete: true,
  include_deactivated_groups: true,
  archived_channels: true,
  empty_topic_name: true,
  simplified_presence_events: true,
};
const ROUNDS = 5;
const MOST_AT_ONCE = 256;

interface Costs {
  /** Time in commands as Redis counts it; on a busy machine it includes waiting for a processor. */
  redisMicroseconds: number;
  /** Processor time of Redis' main thread, reading and writing sockets included. */
  redisCpuMicroseconds: number;
  cpuMicroseconds: number;
  wallMilliseconds: number;
}

/** A Redis server of this run, with the clients that measure it. */
class Subject {
  readonly queues: EventQueues;
  private readonly observer: Redis;

  constructor(readonly url: string) {
    this.queues = EventQueues.connect({ url });
    this.observer = new Redis(url);
  }

  async usedMemory(): Promise<number> {
    return Number(/used_memory:(\d+)/.exec(await this.observer.info('memory'))?.[1]);
  }

  /** What `work` costs Redis (time in scripts and commands), this process (CPU) and the clock. */
  async measure(work: () => Promise<void>): Promise<Costs> {
    await this.observer.config('RESETSTAT');
    const redisCpuBefore = await this.redisCpu();
    const cpu = process.cpuUsage();
    const started = process.hrtime.bigint();
    await work();
    const wallMilliseconds = Number(process.hrtime.bigint() - started) / 1e6;
    const { user, system } = process.cpuUsage(cpu);
    const redisCpuMicroseconds = (await this.redisCpu()) - redisCpuBefore;
    const stats = await this.observer.info('commandstats');
    const outer = [...stats.matchAll(/cmdstat_(?:evalsha|eval):calls=\d+,usec=(\d+)/g)];
    const redisMicroseconds = outer.reduce((sum, match) => sum + Number(match[1]), 0);
    return { redisMicroseconds, redisCpuMicroseconds, cpuMicroseconds: user + system, wallMilliseconds };
  }

  private async redisCpu(): Promise<number> {
    const text = await this.observer.info('cpu');
    const seconds = [...text.matchAll(/used_cpu_(?:sys|user)_main_thread:([\d.]+)/g)].map((match) => Number(match[1]));
    return seconds.reduce((sum, value) => sum + value, 0) * 1e6;
  }

  async close(): Promise<void> {
    await this.queues.close();
    await this.observer.quit();
  }
}

interface Population {
  readonly slots: Slot[];
  readonly descriptors: QueueDescriptor[];
  readonly bySlot: Map<string, QueueDescriptor[]>;
}

function populate(count: number): Population {
  const slots = slotsOfPartition(0);
  const bySlot = new Map<string, QueueDescriptor[]>(slots.map((slot) => [slotName(slot), []]));
  const descriptors = Array.from({ length: count }, (_, index): QueueDescriptor => {
    const userId = 1_000 + index;
    const descriptor: QueueDescriptor = {
      id: randomUUID(),
      realmId: 1,
      userId,
      realmHost: 'chat.example.com',
      clientName: 'ExampleClient/1.0',
      eventTypes: null,
      applyMarkdown: true,
      clientGravatar: true,
      slimPresence: true,
      allPublicStreams: false,
      narrow: [],
      includeSubscribers: 'partial',
      capabilities: CAPABILITIES,
      lifespanSeconds: 600,
      isGuest: false,
      createdAt: Date.now(),
    };
    bySlot.get(slotName(slotOf(0, userId)))?.push(descriptor);
    return descriptor;
  });
  return { slots, descriptors, bySlot };
}

/** Runs `work` for every item, {@link MOST_AT_ONCE} at a time. */
async function withLimit<T>(items: readonly T[], work: (item: T) => Promise<void>): Promise<void> {
  const iterator = items[Symbol.iterator]();
  const worker = async () => {
    for (const item of { [Symbol.iterator]: () => iterator }) await work(item);
  };
  await Promise.all(Array.from({ length: MOST_AT_ONCE }, worker));
}

async function register(queues: EventQueues, population: Population): Promise<void> {
  for (const slot of population.slots) await queues.keeper.initialiseSlot(slot, { epoch: 1, seq: 0 });
  await withLimit(population.descriptors, async (descriptor) => {
    const slot = slotOf(0, descriptor.userId);
    await queues.registrar.createQueue(slot, descriptor);
    await queues.registrar.openQueue(slot, descriptor.id, '10:10:', 1);
  });
  for (const slot of population.slots) {
    await queues.writer.forgetSnapshots(slot, { epoch: 1, xmin: 10, head: 0 });
  }
}

/** One message event in four forms for every queue; returns the number of wakes whose answers were composed. */
async function fanOut(queues: EventQueues, population: Population, seq: number): Promise<number> {
  const forms = ['0', '1', '2', '3'];
  const content = 'x'.repeat(900);
  const bodies = new Map(
    forms.map((form) => [bodyRef(1, seq, 0, form), `{"type":"message","message":{"content":"${content}"},"flags":[]}`]),
  );
  const entries = forms.map((form): AppendEntry => ({ seq, xid: 100 + seq, bodyRef: bodyRef(1, seq, 0, form) }));
  let woken = 0;
  const answer = (wake: Wake): void => {
    const events = wake.events.map((event) => ({
      id: event.id,
      json: composeEvent(
        event.id,
        event.bodyRefs.map((ref) => bodies.get(ref) ?? ''),
      ),
    }));
    if (composeAnswer(wake.queueId, events).length > 0) woken++;
  };
  await Promise.all(
    population.slots.map(async (slot) => {
      const perQueue = new Map<string, AppendEntry[]>();
      for (const [index, descriptor] of (population.bySlot.get(slotName(slot)) ?? []).entries()) {
        const entry = entries[index % entries.length];
        if (entry) perQueue.set(descriptor.id, [entry]);
      }
      const batch = { epoch: 1, from: seq - 1, to: seq, entries: perQueue, bodies };
      const result = await queues.writer.appendBatch(slot, batch, (progress) => progress.wakes.forEach(answer));
      if (result.status !== 'applied') throw new Error(result.status);
    }),
  );
  return woken;
}

async function pollAll(queues: EventQueues, population: Population, lastEventId: number, expected: string) {
  await withLimit(population.descriptors, async ({ id, userId }) => {
    const slot = slotOf(0, userId);
    const request = { slot, queueId: id, userId, lastEventId, dontBlock: false, gatewayId: 'gw-1', nonce: `n-${id}` };
    const { status } = await queues.reader.poll(request);
    if (status !== expected) throw new Error(`${status} instead of ${expected}`);
  });
}

/** As gateways do every three seconds with the polls that they hold. */
async function checkAll(queues: EventQueues, population: Population): Promise<void> {
  for (const slot of population.slots) {
    const held = (population.bySlot.get(slotName(slot)) ?? []).map(({ id }) => ({ queueId: id, nonce: `n-${id}` }));
    for (let first = 0; first < held.length; first += MOST_CHECKED) {
      const result = await queues.reader.findUnheld(slot, held.slice(first, first + MOST_CHECKED));
      if (result.status !== 'done' || result.unheld.length > 0) throw new Error('a held poll was not found');
    }
  }
}

async function run(url: string, count: number): Promise<Record<string, number>> {
  const subject = new Subject(url);
  const { queues } = subject;
  const population = populate(count);
  await queues.ping();
  const before = await subject.usedMemory();
  const registration = await subject.measure(() => register(queues, population));
  const idleBytes = ((await subject.usedMemory()) - before) / count;
  const results: Record<string, number>[] = [];
  for (let round = 0; round < ROUNDS; round++) {
    const parked = await subject.measure(() => pollAll(queues, population, round - 1, 'parked'));
    const checked = await subject.measure(() => checkAll(queues, population));
    let woken = 0;
    const append = await subject.measure(async () => {
      woken = await fanOut(queues, population, round + 1);
    });
    if (woken !== count) throw new Error(`${woken} of ${count} queues were woken`);
    const answered = await subject.measure(() => pollAll(queues, population, round - 1, 'answer'));
    results.push({
      appendRedisMs: append.redisMicroseconds / 1_000,
      appendRedisCpuMs: append.redisCpuMicroseconds / 1_000,
      appendWallMs: append.wallMilliseconds,
      appendCpuMicrosecondsPerQueue: append.cpuMicroseconds / count,
      parkRedisMicroseconds: parked.redisMicroseconds / count,
      parkRedisCpuMicroseconds: parked.redisCpuMicroseconds / count,
      parkCpuMicroseconds: parked.cpuMicroseconds / count,
      checkRedisMicroseconds: checked.redisMicroseconds / count,
      checkCpuMicroseconds: checked.cpuMicroseconds / count,
      answerRedisMicroseconds: answered.redisMicroseconds / count,
      answerRedisCpuMicroseconds: answered.redisCpuMicroseconds / count,
      answerCpuMicroseconds: answered.cpuMicroseconds / count,
    });
  }
  await subject.close();
  return {
    queues: count,
    idleBytesPerQueue: idleBytes,
    registerRedisMicroseconds: registration.redisMicroseconds / count,
    ...medians(results.slice(1)),
  };
}

function medians(results: readonly Record<string, number>[]): Record<string, number> {
  const names = Object.keys(results[0] ?? {});
  return Object.fromEntries(
    names.map((name) => {
      const values = results.map((result) => result[name] ?? 0).sort((left, right) => left - right);
      return [name, values[Math.floor(values.length / 2)] ?? 0];
    }),
  );
}

async function freePort(): Promise<number> {
  const server = createServer().listen(0, '127.0.0.1');
  await once(server, 'listening');
  const address = server.address();
  server.close();
  if (address === null || typeof address === 'string') throw new Error('no port');
  return address.port;
}

async function main(): Promise<void> {
  const count = Number(process.argv[2] ?? 10_000);
  const folder = mkdtempSync(path.join(tmpdir(), 'stoa-bench-'));
  const port = await freePort();
  const durability = process.argv.includes('--durable') ? ['yes', '--appendfsync', 'always'] : ['no'];
  const server = spawn(
    'redis-server',
    ['--port', String(port), '--dir', folder, '--save', '', '--appendonly', ...durability],
    { stdio: 'ignore' },
  );
  try {
    const figures = await run(`redis://127.0.0.1:${port}`, count);
    const rows = Object.entries(figures).map(([name, value]) => `${name.padEnd(32)} ${value.toFixed(1)}`);
    process.stdout.write([...rows, JSON.stringify(figures), ''].join('\n'));
  } finally {
    server.kill('SIGKILL');
    rmSync(folder, { recursive: true, force: true });
  }
}

void main();
