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
  /** Lets {@link Inspector} attach to the services. */
  inspectable?: boolean;
}

/** A cluster of the launcher's, empty of organizations, with rate limits off. */
export class BenchCluster {
  private constructor(
    readonly cluster: TestCluster,
    readonly database: Database,
    readonly apiKeySecret: string,
  ) {}

  static async start({ replicas, inspectable = false }: BenchClusterOptions = {}): Promise<BenchCluster> {
    const env: Record<string, string> = {
      STOA_RATE_LIMITS: 'off',
      STOA_LOG_LEVEL: 'warn',
      // A relay's own limit is not what is measured.
      STOA_PUSH_RELAY_CALLS_PER_MINUTE: '0',
    };
    // A free port for each process that is asked to open its inspector; by default all would want the same.
    if (inspectable) env.NODE_OPTIONS = '--inspect-port=0';
    const cluster = await startCluster({ demo: false, replicas, env });
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

  /** A metric by service (the largest of its replicas). Reading resets the event loop's lag. */
  async metricByService(name: string, services?: readonly string[]): Promise<Map<string, number>> {
    const found = new Map<string, number>();
    for (const { service, value } of await this.metricByReplica(name, services)) {
      found.set(service, Math.max(found.get(service) ?? 0, value));
    }
    return found;
  }

  /** Every series of a metric, by the process that has it. */
  async metricByReplica(name: string, services?: readonly string[]): Promise<ReplicaMetric[]> {
    const found: ReplicaMetric[] = [];
    for (const { service, replica, http } of this.cluster.description.processes) {
      if (services && !services.includes(service)) continue;
      const text = await (await fetch(`${http}/metrics?name[]=${name}`)).text();
      for (const line of text.split('\n')) {
        if (!line.startsWith(`${name}{`) && !line.startsWith(`${name} `)) continue;
        const value = Number(line.slice(line.lastIndexOf(' ') + 1));
        if (Number.isFinite(value)) found.push({ service, replica, labels: line.slice(name.length), value });
      }
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
