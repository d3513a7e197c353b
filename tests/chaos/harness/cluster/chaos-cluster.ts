import { mkdirSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { TestCluster, eventually, freePort, startCluster } from '@stoa/testing';
import { LinkFaultKind, Replica, SERVERS, SERVICES, ServerName, ServiceName } from '../faults/fault';
import { ProxyPool } from '../proxy/proxy-pool';
import { SERVICE_ADDRESS } from '../workload/bot-service';
import { repositoryRoot } from './launcher-parts';
import { ChaosServers } from './servers';

const READY_MS = 120_000;
const EDGE = 'clients>gateway';

export interface ChaosClusterOptions {
  folder: string;
  replicas: number;
  /** Bytes of unread events above which a queue dies. */
  queueBytes: number;
}

/** A whole cluster whose every process reaches every server through a link of its own. */
export class ChaosCluster {
  private constructor(
    readonly folder: string,
    readonly replicas: number,
    readonly servers: ChaosServers,
    private readonly links: ProxyPool,
    private readonly edge: ProxyPool,
    readonly queueBytes: number,
    readonly cluster: TestCluster,
    /** Where each gateway takes mail. */
    readonly mailPorts: readonly number[],
  ) {}

  static async start({ folder, replicas, queueBytes }: ChaosClusterOptions): Promise<ChaosCluster> {
    const servers = await ChaosServers.start(path.join(folder, 'servers'), path.join(folder, 'logs'));
    const processes = SERVICES.flatMap((service) =>
      Array.from({ length: replicas }, (_, index) => `${service}-${index + 1}`),
    );
    const links = await ProxyPool.start(
      processes.flatMap((process) =>
        SERVERS.map((server) => ({ name: linkName(process, server), targetPort: servers[server].port })),
      ),
    );
    const mailPorts: number[] = [];
    for (let replica = 1; replica <= replicas; replica += 1) mailPorts.push(await freePort());
    const overrides = writeOverrides(folder, processes, { servers, links, mailPorts });
    const cluster = await startCluster({
      dataDir: path.join(folder, 'cluster'),
      replicas: Object.fromEntries(SERVICES.map((service) => [service, replicas])),
      env: {
        STOA_LAUNCHER_OVERRIDES: overrides,
        STOA_DATABASE_URL: servers.databaseUrl,
        STOA_REDIS_URL: servers.redisUrl,
        STOA_NATS_URL: servers.natsUrl,
        // A poll that nobody wakes comes back soon, and a device that sleeps through a run keeps its queue.
        STOA_POLL_HOLD_SECONDS: '10',
        STOA_QUEUE_IDLE_SECONDS: '3600',
        STOA_QUEUE_BYTES: String(queueBytes),
        STOA_OUTGOING_ALLOWED_ADDRESSES: SERVICE_ADDRESS,
        STOA_EMAIL_GATEWAY_PATTERN: '%s@mail.example.com',
      },
    });
    const edge = await ProxyPool.start([
      { name: EDGE, targetPort: Number(new URL(cluster.description.base_url).port) },
    ]);
    return new ChaosCluster(folder, replicas, servers, links, edge, queueBytes, cluster, mailPorts);
  }

  /** Where clients reach the gateways by a link that can break. */
  get edgeUrl(): string {
    return `http://127.0.0.1:${this.edge.port(EDGE)}`;
  }

  setEdgeFault(fault: LinkFaultKind | undefined): Promise<void> {
    return this.edge.setFault([EDGE], fault);
  }

  /** The numbers of a service's replicas that a fault names. */
  numbers(replica: Replica): number[] {
    return replica === 'all' ? Array.from({ length: this.replicas }, (_, index) => index + 1) : [replica];
  }

  /** Sends a signal to replicas of a service. @returns the processes that got it */
  signal(service: ServiceName | 'push-relay-dev', replica: Replica, signal: NodeJS.Signals): number[] {
    return this.numbers(replica).map((number) => this.cluster.kill(service, number, signal));
  }

  setLinkFault(
    service: ServiceName,
    replica: Replica,
    server: ServerName,
    fault: LinkFaultKind | undefined,
  ): Promise<void> {
    const names = this.numbers(replica).map((number) => linkName(`${service}-${number}`, server));
    return this.links.setFault(names, fault);
  }

  /** Cuts everybody off from a server, or lets them in again. */
  async setServerFault(server: ServerName, fault: LinkFaultKind | undefined): Promise<void> {
    await Promise.all(SERVICES.map((service) => this.setLinkFault(service, 'all', server, fault)));
  }

  /** Sets the clocks of replicas off by some milliseconds. */
  setClock(service: ServiceName, replica: Replica, offsetMs: number): void {
    for (const number of this.numbers(replica)) {
      writeFileSync(clockFile(this.folder, `${service}-${number}`), String(offsetMs));
    }
    this.signal(service, replica, 'SIGUSR2');
  }

  /** Waits until other processes are in the place of some, and all are ready. */
  async replaced(pids: readonly number[]): Promise<void> {
    const count = SERVICES.length * this.replicas + 1;
    const isReplaced = () => {
      const { processes } = this.cluster.description;
      return processes.length === count && processes.every(({ pid }) => !pids.includes(pid));
    };
    await eventually(isReplaced, { timeoutMs: READY_MS });
    await this.ready();
  }

  ready(): Promise<void> {
    return this.cluster.waitReady(READY_MS);
  }

  async stop(): Promise<void> {
    await this.cluster.stop();
    await Promise.all([this.links.stop(), this.edge.stop()]);
    await this.servers.stop();
  }
}

function linkName(process: string, server: ServerName): string {
  return `${process}>${server}`;
}

function clockFile(folder: string, process: string): string {
  return path.join(folder, 'clocks', process);
}

/** Settings of single processes, besides those of all. @returns the file for the launcher */
function writeOverrides(
  folder: string,
  processes: readonly string[],
  { servers, links, mailPorts }: { servers: ChaosServers; links: ProxyPool; mailPorts: readonly number[] },
): string {
  mkdirSync(path.join(folder, 'clocks'), { recursive: true });
  const shim = path.join(repositoryRoot, 'tests', 'chaos', 'harness', 'faults', 'clock-shim.cjs');
  const through = (url: string, port: number) => url.replace(/127\.0\.0\.1:\d+/, `127.0.0.1:${port}`);
  const overrides = processes.map((process) => {
    const port = (server: ServerName) => links.port(linkName(process, server));
    writeFileSync(clockFile(folder, process), '0');
    const mailPort = mailPorts[Number(/^gateway-(\d+)$/.exec(process)?.[1] ?? 0) - 1];
    return [
      process,
      {
        STOA_DATABASE_URL: through(servers.databaseUrl, port('postgres')),
        STOA_REDIS_URL: through(servers.redisUrl, port('redis')),
        STOA_NATS_URL: through(servers.natsUrl, port('nats')),
        NODE_OPTIONS: `--require ${shim}`,
        STOA_CHAOS_CLOCK_FILE: clockFile(folder, process),
        ...(mailPort === undefined ? {} : { STOA_MAIL_IN_PORT: String(mailPort) }),
      },
    ];
  });
  const file = path.join(folder, 'overrides.json');
  writeFileSync(file, JSON.stringify(Object.fromEntries(overrides), null, 2), { mode: 0o600 });
  return file;
}
