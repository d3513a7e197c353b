// The capacity model of docs/operate/scaling.md: rates of a workload times measured costs (costs.json), as cores, replicas and bytes.

/** What connected users do in the busiest hour; rates are per connected user and second. */
const WORKLOAD = {
  /** 11 messages in that hour. */
  sends: 0.003,
  /** Connected users who get a message. */
  audience: 50,
  /** Users who are not connected, have a device and are to be notified of a message. */
  notified: 2,
  /** Mails for each message: who has not read it when their window closes gets one, and several messages share a mail. */
  mailed: 0.5,
  /** Mails that come in, for each message: no installation has been watched for it. */
  mailedIn: 0.02,
  /** Changes that are no messages (reactions, flags, edits), as a multiple of sends. */
  otherChanges: 2,
  presences: 1 / 60,
  /** Polls that end without an event. */
  heartbeats: 1 / 50,
  /** Clients that start, or were away for longer than their queue lived. */
  registers: 1 / 3600,
  /** Six for each send, as published for production. */
  fetches: 0.018,
};

const SERVICES = ['gateway', 'messages', 'users', 'events', 'presence', 'push'];
/** At least so many run at any load: two survive the death of one. */
const LEAST = { gateway: 3, messages: 3, users: 2, events: 3, presence: 2, push: 2 };
/** Of a core: above it, queueing shows as latency. */
const BUSY = 0.6;
/** To PostgreSQL, of every process. */
const POOL_CONNECTIONS = 15;
const PARTITIONS = 4;
/** Of one installation; one organization has a quarter of them. */
const SLOTS = 64;
/** Of the primary of one cell (docs/build/cells.md). */
const CELL_CORES = 64;
/** A server with a fast disk and network gives a new standby its base backup so fast. */
const COPIED_BYTES_PER_SECOND = 200 * 2 ** 20;

/** Operations a second. */
function ratesOf(users, workload) {
  const sends = users * workload.sends;
  const deliveries = sends * workload.audience;
  return {
    send: sends,
    delivery: deliveries,
    poll: deliveries + users * workload.heartbeats,
    register: users * workload.registers,
    presence: users * workload.presences,
    fetch: users * workload.fetches,
    notification: sends * workload.notified,
    mail: sends * workload.mailed,
    mailIn: sends * workload.mailedIn,
    change: sends * (1 + workload.otherChanges),
  };
}

function coresOf(rates, cpuMicroseconds) {
  const cores = {};
  for (const [operation, costs] of Object.entries(cpuMicroseconds)) {
    for (const [component, microseconds] of Object.entries(costs)) {
      cores[component] = (cores[component] ?? 0) + (rates[operation] * microseconds) / 1e6;
    }
  }
  return cores;
}

/**
 * What an installation with so many connected users needs in its busiest hour.
 * @param users connected at the same time, in organizations of any number
 * @param costs content of costs.json
 */
export function capacity(users, costs, workload = WORKLOAD) {
  const rates = ratesOf(users, workload);
  const cores = coresOf(rates, costs.cpuMicroseconds);
  const replicas = Object.fromEntries(
    SERVICES.map((service) => [service, Math.max(LEAST[service], Math.ceil((cores[service] ?? 0) / BUSY))]),
  );
  const connections = SERVICES.reduce((sum, service) => sum + replicas[service] * POOL_CONNECTIONS, 0);
  return {
    users,
    rates,
    cores,
    replicas,
    gatewayPollBytes: (users * costs.bytes.gatewayPerPoll) / replicas.gateway,
    redis: { servers: Math.max(1, Math.ceil(cores.redis / BUSY)), bytes: users * costs.bytes.redisPerQueue },
    nats: { servers: Math.max(1, Math.ceil(cores.nats / BUSY / 4)) },
    postgres: {
      cores: cores.postgres / BUSY,
      connections,
      walBytesPerSecond: rates.change * costs.bytes.messageWal,
      storedBytesPerDay: storedBytesPerDay(rates, costs),
    },
    outgoingBytesPerSecond:
      rates.delivery * costs.bytes.event +
      rates.register * costs.bytes.registerAnswer +
      rates.presence * costs.bytes.presenceAnswer,
    cells: cellsOf({ users, rates, cores, replicas }, costs),
    limits: limitsOf({ rates, cores, replicas, connections }, costs),
  };
}

/** How many cells hold so many users, and what it costs to split one of them after a year (docs/build/cells.md). */
function cellsOf({ users, rates, cores, replicas }, costs) {
  const count = Math.max(1, Math.ceil(cores.postgres / BUSY / CELL_CORES));
  const moving = users / count / 2;
  const storedBytes = (365 * storedBytesPerDay(rates, costs)) / count;
  const { gateway, users: usersService } = costs.cpuMicroseconds.register;
  const replicasOfHalf = (replicas.gateway + replicas.users) / count / 2;
  return {
    count,
    copiedBytes: storedBytes,
    copySeconds: storedBytes / COPIED_BYTES_PER_SECOND,
    registrations: moving,
    returnSeconds: (moving * (gateway + usersService)) / 1e6 / replicasOfHalf,
  };
}

function storedBytesPerDay(rates, costs) {
  return rates.send * 8 * 3600 * 0.5 * costs.bytes.messageStored;
}

/** How much of what cannot grow further is used, 1 = all; the first to reach 1 gives out first. */
function limitsOf({ rates, cores, replicas, connections }, costs) {
  return {
    'one Redis server': cores.redis / BUSY,
    'a PostgreSQL primary of 64 cores': cores.postgres / BUSY / CELL_CORES,
    '500 connections to PostgreSQL': connections / 500,
    'the relay of one organization, all users in it': rates.change / costs.relayChangesPerSecond,
    'the relays of four partitions, organizations spread evenly':
      rates.change / PARTITIONS / costs.relayChangesPerSecond,
    '64 replicas of events, one for each slot': replicas.events / SLOTS,
    'one NATS server of 4 cores': cores.nats / BUSY / 4,
  };
}
