import { ChildProcess, execFileSync } from 'node:child_process';
import { once } from 'node:events';
import { appendFileSync, mkdirSync, readFileSync, statSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { askBroker, eventually } from '@stoa/testing';
import { Redis } from 'ioredis';
import { Client, QueryResultRow } from 'pg';
import { takeBaseBackup } from '../../support/base-backup';
import { Layout } from './layouts';
import { EmulatedNetwork } from './network';

const STARTING_MS = 60_000;
const LAST_HASH_SLOT = 16_383;
const REDIS_PORT = 6379;
const BUS_PORT = 16379;
const NATS_PORT = 4222;
const POSTGRES_PORT = 5432;
const POSTGRES_SCRIPT = path.resolve(__dirname, '..', '..', '..', 'tools', 'testing', 'postgres.mjs');
/** As k8s/components/redis-cluster has it. */
const NODE_TIMEOUT_MS = 2_000;

/** Waits until a program has said something. @throws Error if it ends before */
async function said(child: ChildProcess, word: string): Promise<void> {
  let output = '';
  for (const stream of [child.stdout, child.stderr])
    stream?.on('data', (chunk: Buffer) => (output += chunk.toString()));
  await eventually(() => output.includes(word) || child.exitCode !== null, { timeoutMs: STARTING_MS });
  if (!output.includes(word)) throw new Error(`${child.spawnargs.join(' ')} ended: ${output}`);
}

async function end(child: ChildProcess): Promise<void> {
  if (child.exitCode !== null || child.signalCode !== null) return;
  const ended = once(child, 'exit');
  child.kill('SIGKILL');
  await ended;
}

export interface ServerGroup {
  /** As STOA_REDIS_URL or STOA_NATS_URL. */
  url: string;
  stop(): Promise<void>;
}

export interface RedisGroup extends ServerGroup {
  /** Whether all servers know all others to be there, and every replica has what its primary has. */
  isWhole(): Promise<boolean>;
}

/** NATS with a server on each of several machines, with the pings of k8s/components/nats-cluster. */
export async function startNats(
  network: EmulatedNetwork,
  machines: readonly string[],
  folder: string,
): Promise<ServerGroup> {
  const { natsProgram } = await askBroker('/servers');
  const routes = machines.map((name) => `nats://${network.address(name)}:6222`);
  const children = await Promise.all(
    machines.map(async (name) => {
      const file = path.join(folder, `nats-${name}.conf`);
      const own = 'max_payload: 8MB\nping_interval: "2s"\nping_max: 2\n';
      const cluster = `cluster { name: nodes, listen: "0.0.0.0:6222", routes: ${JSON.stringify(routes)} }\n`;
      writeFileSync(file, `host: "0.0.0.0"\nport: ${NATS_PORT}\n${own}${cluster}`);
      const child = network.run(name, natsProgram, ['-c', file], { stdio: ['ignore', 'pipe', 'pipe'] });
      await said(child, 'Server is ready');
      return child;
    }),
  );
  const url = machines.map((name) => `nats://${network.address(name)}:${NATS_PORT}`).join(',');
  return { url, stop: async () => void (await Promise.all(children.map(end))) };
}

/** A Redis Cluster. Each primary is on a machine of its own; `replicas` names the machine of the replica of some. */
export async function startRedis(
  network: EmulatedNetwork,
  { primaries, replicas }: Layout['redis'],
  folder: string,
): Promise<RedisGroup> {
  const { redisProgram } = await askBroker('/servers');
  // A second server of a machine listens one port higher.
  const placed = [
    ...primaries.map((machine) => ({ machine, port: REDIS_PORT })),
    ...Object.values(replicas).map((machine) => ({ machine, port: REDIS_PORT + 1 })),
  ];
  const nodes = await Promise.all(
    placed.map(async ({ machine, port }) => {
      const own = path.join(folder, `redis-${machine}-${port}`);
      mkdirSync(own);
      const socket = path.join(own, 's');
      const args = [
        ...['--port', String(port), '--bind', '0.0.0.0', '--protected-mode', 'no', '--unixsocket', socket],
        ...['--dir', own, '--save', '', '--appendonly', 'yes', '--appendfsync', 'always', '--tcp-keepalive', '10'],
        ...['--cluster-enabled', 'yes', '--cluster-port', String(port - REDIS_PORT + BUS_PORT)],
        ...['--cluster-node-timeout', String(NODE_TIMEOUT_MS), '--cluster-require-full-coverage', 'no'],
      ];
      const child = network.run(machine, redisProgram, args, { stdio: ['ignore', 'pipe', 'pipe'] });
      await said(child, 'Ready to accept connections');
      return { child, machine, port, client: new Redis({ path: socket, lazyConnect: false }) };
    }),
  );
  const share = Math.ceil((LAST_HASH_SLOT + 1) / primaries.length);
  for (const [index, { client }] of nodes.slice(0, primaries.length).entries())
    await client.call('CLUSTER', 'ADDSLOTSRANGE', index * share, Math.min((index + 1) * share - 1, LAST_HASH_SLOT));
  for (const { machine, port } of nodes.slice(1))
    await nodes[0]?.client.call('CLUSTER', 'MEET', network.address(machine), port, port - REDIS_PORT + BUS_PORT);
  for (const { client } of nodes)
    await eventually(async () => (await client.cluster('INFO')).includes(`cluster_known_nodes:${nodes.length}`));
  for (const [index, primary] of Object.keys(replicas).entries()) {
    const of = nodes.find(({ machine, port }) => machine === primary && port === REDIS_PORT);
    const client = nodes[primaries.length + index]?.client;
    const id = String(await of?.client.call('CLUSTER', 'MYID'));
    await client?.call('CLUSTER', 'REPLICATE', id);
    await eventually(async () => (await client?.info('replication'))?.includes('master_link_status:up') ?? false);
  }
  for (const { client } of nodes)
    await eventually(async () => (await client.cluster('INFO')).includes('cluster_state:ok'));
  const url = nodes.map(({ machine, port }) => `redis://${network.address(machine)}:${port}`).join(',');
  const isWhole = async ({ client }: (typeof nodes)[number]) => {
    const [cluster, replication] = [await client.cluster('NODES'), await client.info('replication')];
    return !String(cluster).includes('fail') && /role:master|master_link_status:up/.test(replication);
  };
  return {
    url,
    isWhole: async () => (await Promise.all(nodes.map(isWhole))).every(Boolean),
    stop: async () => {
      for (const { client } of nodes) client.disconnect();
      await Promise.all(nodes.map(({ child }) => end(child)));
    },
  };
}

/** A PostgreSQL server on a machine. The test reaches it by a socket of the file system. */
export class NodePostgres {
  private constructor(
    readonly machine: string,
    private readonly child: ChildProcess,
    readonly folder: string,
    private readonly sockets: string,
    private readonly password: string,
  ) {}

  /**
   * @param folder its data, with what `cluster.json` calls the database's password
   * @param primary the machine that it follows
   */
  static async start(
    network: EmulatedNetwork,
    machine: string,
    folder: string,
    { password, primary }: { password: string; primary?: string },
  ): Promise<NodePostgres> {
    const sockets = `${folder}-sockets`;
    mkdirSync(sockets, { mode: 0o777 });
    const { uid, gid } = statSync(folder);
    execFileSync('chown', [`${uid}:${gid}`, sockets]);
    const rules = readFileSync(path.join(folder, 'pg_hba.conf'), 'utf8');
    if (!rules.includes('10.213.'))
      appendFileSync(
        path.join(folder, 'pg_hba.conf'),
        'host all all 10.213.0.0/16 scram-sha-256\nhost replication all 10.213.0.0/16 scram-sha-256\n',
      );
    const own = {
      listen_addresses: '*',
      unix_socket_directories: sockets,
      fsync: 'off',
      cluster_name: machine,
      // As k8s/servers/postgres-cluster.yaml has it.
      tcp_keepalives_idle: '10',
      tcp_keepalives_interval: '5',
      tcp_keepalives_count: '3',
      tcp_user_timeout: '20000',
      wal_sender_timeout: '10s',
      wal_receiver_timeout: '10s',
    };
    const primaryUrl =
      primary && `postgresql://stoa:${password}@${network.address(primary)}/stoa?application_name=${machine}`;
    const args = [POSTGRES_SCRIPT, folder, String(POSTGRES_PORT), password, `${folder}.log`];
    const child = network.run(machine, process.execPath, primaryUrl ? [...args, primaryUrl] : args, {
      stdio: ['ignore', 'ignore', 'inherit', 'ipc'],
      env: { ...process.env, STOA_TEST_POSTGRES: JSON.stringify(own) },
    });
    await Promise.race([
      once(child, 'message'),
      once(child, 'exit').then(() => Promise.reject(new Error(`PostgreSQL did not start (log: ${folder}.log)`))),
    ]);
    const server = new NodePostgres(machine, child, folder, sockets, password);
    await eventually(() => server.query('SELECT 1').then(() => true), { timeoutMs: STARTING_MS });
    return server;
  }

  /** A new folder with all that it has. */
  async backup(target: string): Promise<void> {
    const address = `postgresql://stoa:${this.password}@localhost/stoa?host=${encodeURIComponent(this.sockets)}`;
    await takeBaseBackup(address, this.folder, target);
  }

  /** One statement, on a connection of its own. */
  async query<Row extends QueryResultRow>(statement: string, parameters: readonly unknown[] = []): Promise<Row[]> {
    const client = new Client({ host: this.sockets, user: 'stoa', database: 'stoa', password: this.password });
    await client.connect();
    try {
      return (await client.query<Row>(statement, [...parameters])).rows;
    } finally {
      await client.end();
    }
  }

  async stop(): Promise<void> {
    if (this.child.exitCode !== null || this.child.signalCode !== null) return;
    const ended = once(this.child, 'exit');
    this.child.kill('SIGTERM');
    await ended;
  }
}

/** PostgreSQL as an operator would run it: a primary, and standbys of which one must have what is acknowledged. */
export async function startPostgres(
  network: EmulatedNetwork,
  { primary, standbys }: Layout['postgres'],
  { template, folder, password }: { template: string; folder: string; password: string },
): Promise<{ primary: NodePostgres; standbys: NodePostgres[] }> {
  const data = path.join(folder, `postgres-${primary}`);
  execFileSync('cp', ['-a', path.join(template, 'postgres'), data]);
  const first = await NodePostgres.start(network, primary, data, { password });
  const others: NodePostgres[] = [];
  for (const machine of standbys) {
    const target = path.join(folder, `postgres-${machine}`);
    await first.backup(target);
    others.push(await NodePostgres.start(network, machine, target, { password, primary }));
  }
  await first.query(`ALTER SYSTEM SET synchronous_standby_names = 'ANY 1 (${standbys.join(', ')})'`);
  await first.query('SELECT pg_reload_conf()');
  await eventually(
    async () => {
      const rows = await first.query(`SELECT 1 FROM pg_stat_replication WHERE sync_state = 'quorum'`);
      return rows.length === standbys.length;
    },
    { timeoutMs: STARTING_MS },
  );
  return { primary: first, standbys: others };
}
