import { Fault, LINK_FAULTS, SERVERS, SERVICES, ServiceName } from './faults/fault';
import { SeededRandom } from './random';

export interface ScheduleOptions {
  seed: number;
  replicas: number;
  /** The short form: a death of each part and one fault of each other sort, then the end. */
  brief: boolean;
}

/** Faults of one step begin together. */
export type Step = readonly Fault[];

/** After the first round so many faults have company: recovery from one meets the other. */
const PAIR_CHANCE = 0.3;

/**
 * The order of faults: a first round has every kind of fault once, in an order that the seed gives, later rounds as
 * well and in pairs, without end. How much of it happens depends on how long the cluster takes to recover. The short
 * form is one round of its own.
 */
export function* planSchedule(options: ScheduleOptions): Generator<Step> {
  const random = new SeededRandom(options.seed);
  if (options.brief) {
    yield* briefRound(random, options);
    return;
  }
  for (let round = 0; ; round += 1) {
    for (const fault of fullRound(random, options)) {
      const partner = round > 0 && random.next() < PAIR_CHANCE ? partnerOf(fault, random, options) : undefined;
      yield partner ? [fault, partner] : [fault];
    }
  }
}

/** What the first round of the long form has, in no order: the kinds that a run must have met to be complete. */
export function fullRound(random: SeededRandom, options: ScheduleOptions): Fault[] {
  return random.shuffle([
    ...serviceFaults(random, options),
    ...serverFaults(random),
    ...linkFaults(random, options),
    ...queueFaults(random, options),
  ]);
}

function replicaOf(random: SeededRandom, { replicas }: ScheduleOptions): number {
  return random.between(1, replicas);
}

function pauseMs(random: SeededRandom, long: number): number {
  return random.between(2_000, long);
}

/** Between two pauses of the same: enough to recover, or not quite. */
function gapMs(random: SeededRandom): number {
  return random.between(1_000, 7_000);
}

function serviceFaults(random: SeededRandom, options: ScheduleOptions): Fault[] {
  const one = () => replicaOf(random, options);
  const ofEach = SERVICES.flatMap((service): Fault[] => [
    { kind: 'service.kill', service, replica: one() },
    { kind: 'service.pause', service, replica: one(), forMs: pauseMs(random, 8_000) },
    { kind: 'service.restart', service, replica: one() },
  ]);
  const shared: ServiceName[] = ['gateway', 'messages', 'events'];
  return [
    ...ofEach,
    // Longer than every lease and deadline: who comes back meets others in its place.
    { kind: 'service.pause', service: 'events', replica: one(), forMs: 30_000 },
    { kind: 'service.pause', service: 'events', replica: 'all', forMs: pauseMs(random, 6_000) },
    { kind: 'service.pauses', service: 'events', replica: 'all', forMs: pauseMs(random, 12_000), gapMs: gapMs(random) },
    { kind: 'service.pauses', service: 'gateway', replica: one(), forMs: pauseMs(random, 8_000), gapMs: gapMs(random) },
    { kind: 'service.kill', service: random.pick(shared), replica: 'all' },
    { kind: 'service.kill', service: random.pick(SERVICES), replica: 'all' },
    { kind: 'service.rolling' },
    ...[300_000, -300_000].map((byMs): Fault => {
      return { kind: 'clock.step', service: random.pick(SERVICES), replica: one(), byMs, forMs: 5_000 };
    }),
    { kind: 'push-relay.kill' },
    { kind: 'push-relay.outage', forMs: pauseMs(random, 8_000) },
  ];
}

function serverFaults(random: SeededRandom): Fault[] {
  const ofEach = SERVERS.flatMap((server): Fault[] => [
    { kind: 'server.kill', server },
    { kind: 'server.pause', server, forMs: pauseMs(random, 5_000) },
    { kind: 'server.down', server, forMs: pauseMs(random, server === 'nats' ? 60_000 : 12_000) },
    // Redis for longer than every deadline: what nobody waits for any more is done when it goes on.
    {
      kind: 'server.pauses',
      server,
      forMs: server === 'redis' ? 30_000 : pauseMs(random, 8_000),
      gapMs: gapMs(random),
    },
  ]);
  return [
    ...ofEach,
    { kind: 'redis.wipe' },
    { kind: 'redis.full' },
    { kind: 'postgres.restore', afterMs: pauseMs(random, 6_000) },
  ];
}

function linkFaults(random: SeededRandom, options: ScheduleOptions): Fault[] {
  const inside = SERVERS.flatMap((server) => LINK_FAULTS.map((link) => linkFault(random, options, server, link)));
  const edge = LINK_FAULTS.map((link): Fault => ({ kind: 'edge', link, forMs: pauseMs(random, 4_000) }));
  return [...inside, ...edge];
}

function linkFault(
  random: SeededRandom,
  options: ScheduleOptions,
  server = random.pick(SERVERS),
  link = random.pick(LINK_FAULTS),
): Fault {
  const replica = random.next() < 0.25 ? 'all' : replicaOf(random, options);
  return {
    kind: 'link',
    link,
    server,
    service: random.pick(SERVICES),
    replica,
    forMs: pauseMs(random, 6_000),
  };
}

function queueFaults(random: SeededRandom, options: ScheduleOptions): Fault[] {
  return [
    { kind: 'lease.revoke' },
    { kind: 'lease.steal', forMs: pauseMs(random, 4_000) },
    { kind: 'queue.overflow' },
    { kind: 'nats.slow-consumer', replica: replicaOf(random, options), forMs: pauseMs(random, 8_000) },
  ];
}

function briefRound(random: SeededRandom, options: ScheduleOptions): Step[] {
  const one = () => replicaOf(random, options);
  const forMs = 1_500;
  const single: Fault[] = [
    { kind: 'service.kill', service: 'events', replica: one() },
    { kind: 'service.kill', service: 'events', replica: 'all' },
    { kind: 'service.kill', service: 'messages', replica: one() },
    { kind: 'service.kill', service: 'gateway', replica: one() },
    { kind: 'service.kill', service: 'users', replica: one() },
    { kind: 'service.kill', service: 'presence', replica: one() },
    { kind: 'push-relay.kill' },
    { kind: 'service.pause', service: 'events', replica: one(), forMs: 4_000 },
    // Longer than a command may take.
    { kind: 'server.pauses', server: 'redis', forMs: 6_500, gapMs: 2_000 },
    { kind: 'server.kill', server: 'nats' },
    { kind: 'server.kill', server: 'redis' },
    { kind: 'server.kill', server: 'postgres' },
    { kind: 'redis.wipe' },
    { kind: 'lease.steal', forMs },
    { kind: 'link', link: 'drop', server: 'redis', service: 'events', replica: one(), forMs },
    { kind: 'link', link: 'reset', server: 'postgres', service: 'messages', replica: 'all', forMs },
    { kind: 'link', link: 'cut', server: 'nats', service: 'gateway', replica: 'all', forMs },
    { kind: 'edge', link: 'cut', forMs },
  ];
  // The workers die with notifications that they could not deliver.
  const together: Fault[] = [
    { kind: 'push-relay.outage', forMs },
    { kind: 'service.kill', service: 'push', replica: 'all' },
  ];
  return random.shuffle([...single.map((fault): Step => [fault]), together]);
}

/** A fault of another kind at the same time. */
function partnerOf(fault: Fault, random: SeededRandom, options: ScheduleOptions): Fault | undefined {
  const exclusive = new Set<Fault['kind']>(['service.rolling', 'postgres.restore', 'redis.wipe', 'redis.full']);
  if (exclusive.has(fault.kind)) return undefined;
  const isOfServer = fault.kind.startsWith('server.') || fault.kind === 'nats.slow-consumer';
  if (fault.kind === 'link' || isOfServer) {
    return { kind: 'service.kill', service: random.pick(SERVICES), replica: replicaOf(random, options) };
  }
  return linkFault(random, options);
}
