import { readFileSync } from 'node:fs';
import path from 'node:path';
import { Database } from '@stoa/database';
import { TestCluster, eventually, startCluster } from '@stoa/testing';
import type { Target } from './http-connection';
import { parseObject, textField } from './json';
import { cpuSeconds, residentBytes } from './process-usage';

export interface ServerProcess {
  /** Service, or postgres, redis, nats. */
  name: string;
  pid: number;
}

/** By the name of the service or server, and together. */
export interface Usage {
  total: number;
  byServer: Record<string, number>;
}

export interface ReplicaMetric {
  service: string;
  replica: number;
  /** As they are printed, with braces. */
  labels: string;
  value: number;
}

export interface ReplicaCpu {
  service: string;
  replica: number;
  seconds: number;
}

export interface BenchClusterOptions {
  replicas?: Record<string, number>;
  /** With the demo organization: a cluster of a test run starts faster with it, from a prepared copy. */
  demo?: boolean;
  /** Lets {@link Inspector} attach to the services. */
  inspectable?: boolean;
  /** Looks at event loops that often that {@link BenchCluster.eventLoopDelay} sees short stalls, which costs 1 to 2 % of a core. */
  metersDelay?: boolean;
  /** Further settings of the services. */
  env?: Record<string, string>;
}

/** Milliseconds. */
export interface EventLoopDelay {
  p99: number;
  max: number;
}

const LAG_METRICS = ['', 'p99_', 'max_'].map((part) => `stoa_nodejs_eventloop_lag_${part}seconds`);
/** Milliseconds: shorter stalls may be missed. */
const LAG_RESOLUTION = '10';
const OFTEN = { STOA_EVENT_LOOP_LOOK_MS: LAG_RESOLUTION, STOA_EVENT_LOOP_QUIET_LOOK_MS: LAG_RESOLUTION };

function lateness(seconds: number | undefined): number {
  if (seconds === undefined) throw new Error('a service does not tell of its event loop');
  return seconds * 1000;
}

/** The series of a metric, in the text format of Prometheus. */
function seriesOf(text: string, name: string): { labels: string; value: number }[] {
  return text.split('\n').flatMap((line) => {
    if (!line.startsWith(`${name}{`) && !line.startsWith(`${name} `)) return [];
    const space = line.lastIndexOf(' ');
    const value = Number(line.slice(space + 1));
    return Number.isFinite(value) ? [{ labels: line.slice(name.length), value }] : [];
  });
}

/** A cluster of the launcher's, empty of organizations, with rate limits off. */
export class BenchCluster {
  private constructor(
    readonly cluster: TestCluster,
    readonly database: Database,
    readonly apiKeySecret: string,
  ) {}

  static async start({
    replicas,
    demo = false,
    inspectable = false,
    metersDelay = false,
    env: further,
  }: BenchClusterOptions = {}): Promise<BenchCluster> {
    const env: Record<string, string> = {
      STOA_RATE_LIMITS: 'off',
      STOA_LOG_LEVEL: 'warn',
      ...(metersDelay && OFTEN),
      // A relay's own limit is not what is measured.
      STOA_PUSH_RELAY_CALLS_PER_MINUTE: '0',
      ...further,
    };
    // A free port for each process that is asked to open its inspector; by default all would want the same.
    if (inspectable) env.NODE_OPTIONS = '--inspect-port=0';
    const cluster = await startCluster({ demo, replicas, env });
    const settings = parseObject(readFileSync(path.join(cluster.dataDir, 'settings.json')));
    const url = cluster.description.database_url;
    const database = Database.open({ url, size: 4, applicationName: 'bench' });
    return new BenchCluster(cluster, database, textField(settings, 'apiKeySecret'));
  }

  get target(): Target {
    const { hostname, port } = new URL(this.cluster.description.base_url);
    return { host: hostname, port: Number(port) };
  }

  /** The Host header by which an organization is found; "" is the root. */
  hostOf(subdomain: string): string {
    const { host } = new URL(this.cluster.description.base_url);
    return subdomain ? `${subdomain}.${host}` : host;
  }

  /** Everything whose processor time and memory count: services, PostgreSQL, Redis, NATS. The launcher does nothing meanwhile. */
  processes(): ServerProcess[] {
    const records: { name: string; pid: number }[] = JSON.parse(
      readFileSync(path.join(this.cluster.dataDir, 'processes.json'), 'utf8'),
    );
    return records.map(({ name, pid }) => ({ name, pid }));
  }

  cpu(): Usage {
    return this.sum(cpuSeconds);
  }

  memory(): Usage {
    return this.sum(residentBytes);
  }

  /** Processor seconds of all servers while `work` ran. */
  async measureCpu<T>(work: () => Promise<T>): Promise<{ result: T; cpu: Usage }> {
    const before = this.cpu();
    const result = await work();
    return { result, cpu: usageBetween(before, this.cpu()) };
  }

  /** Polls that the gateways hold. */
  async heldPolls(): Promise<number> {
    const held = await this.metricByReplica('stoa_held_polls', ['gateway']);
    return held.reduce((sum, { value }) => sum + value, 0);
  }

  /**
   * By how many milliseconds timers were late since the last reading, of the worst replica of each service. All of it is
   * asked for at once: the first of the metrics is the one that takes the readings, and starts them over.
   */
  async eventLoopDelay(services?: readonly string[]): Promise<Map<string, EventLoopDelay>> {
    const found = new Map<string, EventLoopDelay>();
    for (const { service, http } of this.cluster.description.processes) {
      if (services && !services.includes(service)) continue;
      const text = await (
        await fetch(`${http}/metrics?${LAG_METRICS.map((name) => `name[]=${name}`).join('&')}`)
      ).text();
      const [, p99 = 0, max = 0] = LAG_METRICS.map((name) => lateness(seriesOf(text, name)[0]?.value));
      const known = found.get(service) ?? { p99: 0, max: 0 };
      found.set(service, { p99: Math.max(known.p99, p99), max: Math.max(known.max, max) });
    }
    return found;
  }

  /** Every series of a metric, by the process that has it. */
  async metricByReplica(name: string, services?: readonly string[]): Promise<ReplicaMetric[]> {
    const found: ReplicaMetric[] = [];
    for (const { service, replica, http } of this.cluster.description.processes) {
      if (services && !services.includes(service)) continue;
      const text = await (await fetch(`${http}/metrics?name[]=${name}`)).text();
      for (const { labels, value } of seriesOf(text, name)) found.push({ service, replica, labels, value });
    }
    return found;
  }

  /** Processor seconds of every process of a service, in the order of its replicas. */
  cpuByReplica(): ReplicaCpu[] {
    return this.cluster.description.processes.map(({ service, replica, pid }) => ({
      service,
      replica,
      seconds: cpuSeconds(pid),
    }));
  }

  /** Kills replicas of services and waits until the launcher has replaced them and all serve. */
  async restartServices(names: readonly string[]): Promise<void> {
    const old = new Set<number>();
    for (const { service, pid } of this.cluster.description.processes) {
      if (!names.includes(service)) continue;
      old.add(pid);
      process.kill(pid, 'SIGKILL');
    }
    const count = this.cluster.description.processes.length;
    await eventually(
      () => {
        const { processes } = this.cluster.description;
        return processes.length === count && processes.every(({ pid }) => !old.has(pid));
      },
      { timeoutMs: 30_000 },
    );
    await this.cluster.waitReady();
  }

  async stop(): Promise<void> {
    await this.database.close();
    await this.cluster.stop();
  }

  private sum(measure: (pid: number) => number): Usage {
    const byServer: Record<string, number> = {};
    let total = 0;
    for (const { name, pid } of this.processes()) {
      const value = measure(pid);
      byServer[name] = (byServer[name] ?? 0) + value;
      total += value;
    }
    return { total, byServer };
  }
}

export function usageBetween(before: Usage, after: Usage): Usage {
  const byServer = Object.fromEntries(
    Object.entries(after.byServer).map(([name, value]) => [name, value - (before.byServer[name] ?? 0)]),
  );
  return { total: after.total - before.total, byServer };
}
