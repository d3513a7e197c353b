import { ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { mkdirSync, mkdtempSync, readFileSync, writeFileSync } from 'node:fs';
import { Server, Socket, connect, createServer } from 'node:net';
import os from 'node:os';
import path from 'node:path';
import { TestCluster, askBroker, eventually, removeFolder } from '@stoa/testing';
import { NODES, Layout } from './layouts';
import { EmulatedNetwork } from './network';
import { NodePostgres, RedisGroup, ServerGroup, startNats, startPostgres, startRedis } from './servers';

const ROOT = path.resolve(__dirname, '..', '..', '..');
const INGRESS = path.join(__dirname, 'ingress.mjs');
const CLOCK_SHIM = path.join(ROOT, 'tests', 'chaos', 'harness', 'faults', 'clock-shim.cjs');
/** Bound for what hangs, on a machine that other tests keep busy. */
const STARTING_MS = 180_000;
const GATEWAY_PORT = 9991;
const FIRST_INTERNAL_PORT = 9090;
/** The name by which the services find the primary. */
const DATABASE_HOST = 'postgres-rw';
/** Where the ingress is, which belongs to no zone. */
const EDGE = 'edge';

/** An installation on emulated nodes. */
export class NodeCluster {
  private readonly processes: ChildProcess[] = [];
  /** Of each machine, those whose clock can be set. */
  private readonly services = new Map<string, ChildProcess[]>();
  private readonly sockets = new Set<Socket>();
  private readonly front: Server;
  /** The server of PostgreSQL that takes writes. */
  serving: NodePostgres;
  /** Of each service and machine, for what goes wrong. */
  readonly logs = new Map<string, string>();

  private constructor(
    readonly network: EmulatedNetwork,
    private readonly folder: string,
    private readonly nats: ServerGroup,
    private readonly redis: RedisGroup,
    readonly postgres: { primary: NodePostgres; standbys: NodePostgres[] },
    readonly cluster: TestCluster,
    private readonly layout: Layout,
    private readonly environment: Record<string, string>,
  ) {
    this.serving = postgres.primary;
    const socket = path.join(folder, 'ingress');
    this.front = createServer((client) => {
      const ingress = connect(socket);
      for (const one of [client, ingress]) {
        this.sockets.add(one);
        one.on('error', () => undefined);
        one.on('close', () => {
          this.sockets.delete(one);
          client.destroy();
          ingress.destroy();
        });
      }
      client.pipe(ingress).pipe(client);
    });
  }

  static async start(layout: Layout = NODES): Promise<NodeCluster> {
    const template = await askBroker('/template');
    const folder = mkdtempSync(path.join(os.tmpdir(), `stoa-test-${process.pid}-`));
    const network = new EmulatedNetwork([...layout.machines, EDGE], layout.zones);
    const settings: { databasePassword: string; apiKeySecret: string; pushKeySecret: string } = JSON.parse(
      readFileSync(path.join(template, 'settings.json'), 'utf8'),
    );
    const password = settings.databasePassword;
    const [nats, redis, postgres] = await Promise.all([
      startNats(network, layout.nats, folder),
      startRedis(network, layout.redis, folder),
      startPostgres(network, layout.postgres, { template, folder, password }),
    ]);
    network.nameHost(DATABASE_HOST, network.address(layout.postgres.primary));
    const clusterFile = path.join(folder, 'cluster.json');
    const cluster = new TestCluster(clusterFile, undefined, false);
    const uploads = path.join(folder, 'uploads');
    mkdirSync(uploads);
    const nodes = new NodeCluster(network, folder, nats, redis, postgres, cluster, layout, {
      PATH: process.env.PATH ?? '',
      NODE_ENV: 'production',
      STOA_MODE: 'development',
      STOA_LOG_LEVEL: 'info',
      STOA_RATE_LIMITS: 'off',
      STOA_DATABASE_URL: `postgresql://stoa:${password}@${DATABASE_HOST}:5432/stoa`,
      STOA_REDIS_URL: redis.url,
      STOA_REDIS_CLUSTER: 'on',
      STOA_NATS_URL: nats.url,
      STOA_API_KEY_SECRET: settings.apiKeySecret,
      STOA_PUSH_RELAY_URL: 'none',
      STOA_HTTP_HOST: '0.0.0.0',
      STOA_HTTP_PORT: String(GATEWAY_PORT),
      STOA_INTERNAL_HOST: '0.0.0.0',
      STOA_EXTERNAL_SCHEME: 'http',
      STOA_UPLOAD_STORE: 'local',
      STOA_UPLOAD_DIRECTORY: uploads,
    });
    await nodes.startServices(template, clusterFile);
    return nodes;
  }

  /** The primary's name leads to a standby, which takes writes. */
  async failOver(machine: string): Promise<void> {
    const standby = this.postgres.standbys.find((server) => server.machine === machine);
    if (!standby) throw new Error(`there is no standby on ${machine}`);
    await standby.query('SELECT pg_promote()');
    this.serving = standby;
    this.network.nameHost(DATABASE_HOST, this.network.address(machine));
  }

  /** Whether every server that copies from another one has what that has: the next loss finds it ready. */
  async isWhole(): Promise<boolean> {
    const { primary, standbys } = this.postgres;
    const copies = await primary.query(`SELECT 1 FROM pg_stat_replication WHERE sync_state = 'quorum'`);
    return copies.length === standbys.length && (await this.redis.isWhole());
  }

  /** Sets the clock of the services of a machine (not that of its servers). @param offsetMs from the right time */
  setClock(machine: string, offsetMs: number): void {
    writeFileSync(this.clockFile(machine), String(offsetMs));
    for (const child of this.services.get(machine) ?? []) child.kill('SIGUSR2');
  }

  async stop(): Promise<void> {
    for (const socket of this.sockets) socket.destroy();
    this.front.close();
    await Promise.all(
      this.processes.map(async (child) => {
        if (child.exitCode !== null || child.signalCode !== null) return;
        const ended = once(child, 'exit');
        child.kill('SIGKILL');
        await ended;
      }),
    );
    await Promise.all([this.nats.stop(), this.redis.stop()]);
    await Promise.all([this.postgres.primary, ...this.postgres.standbys].map((server) => server.stop()));
    this.network.remove();
    await removeFolder(this.folder);
  }

  private async startServices(template: string, clusterFile: string): Promise<void> {
    this.front.listen(0, '127.0.0.1');
    await once(this.front, 'listening');
    const address = this.front.address();
    if (address === null || typeof address === 'string') throw new Error('there is no port');
    const host = `127.0.0.1:${address.port}`;
    this.environment.STOA_EXTERNAL_HOST = host;
    const demo: { realm: object; accounts: object[] } = JSON.parse(
      readFileSync(path.join(template, 'accounts.json'), 'utf8'),
    );
    writeFileSync(clusterFile, JSON.stringify({ ...demo, base_url: `http://${host}`, processes: [] }));
    const services = Object.entries(this.layout.services);
    await Promise.all(
      services.flatMap(([service, machines], index) =>
        machines.map((machine) => this.startService(service, machine, FIRST_INTERNAL_PORT + index)),
      ),
    );
    await this.startIngress();
  }

  private async startService(service: string, machine: string, internalPort: number): Promise<void> {
    const entry = path.join(ROOT, 'dist', 'bundle', `${service}.js`);
    const child = this.network.run(machine, process.execPath, [entry], {
      cwd: ROOT,
      env: {
        ...this.environment,
        STOA_INTERNAL_PORT: String(internalPort),
        NODE_OPTIONS: `--require ${CLOCK_SHIM}`,
        STOA_CHAOS_CLOCK_FILE: this.clockFile(machine),
      },
      stdio: ['ignore', 'pipe', 'pipe'],
    });
    this.processes.push(child);
    this.services.set(machine, [...(this.services.get(machine) ?? []), child]);
    const name = `${service} on ${machine}`;
    for (const stream of [child.stdout, child.stderr])
      stream?.on('data', (chunk: Buffer) => this.logs.set(name, (this.logs.get(name) ?? '') + chunk.toString()));
    const isStarted = () => this.logs.get(name)?.includes('"internalPort"') ?? false;
    await eventually(() => isStarted() || child.exitCode !== null, { timeoutMs: STARTING_MS });
    if (!isStarted()) throw new Error(`${name} ended: ${this.logs.get(name)}`);
  }

  private clockFile(machine: string): string {
    return path.join(this.folder, `clock-${machine}`);
  }

  private async startIngress(): Promise<void> {
    const gateways = this.layout.services.gateway.map((machine) => `${this.network.address(machine)}:${GATEWAY_PORT}`);
    const socket = path.join(this.folder, 'ingress');
    const ingress = this.network.run(EDGE, process.execPath, [INGRESS, socket, ...gateways], {
      stdio: ['ignore', 'pipe', 'inherit'],
    });
    this.processes.push(ingress);
    if (ingress.stdout) await once(ingress.stdout, 'data');
  }
}
