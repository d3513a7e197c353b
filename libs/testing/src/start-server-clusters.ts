import { mkdtempSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { Redis } from 'ioredis';
import { askBroker } from './broker';
import { eventually } from './eventually';
import { freePort } from './free-port';
import { removeFolder } from './remove-folder';
import { ServerProcess } from './server-process';

const LAST_HASH_SLOT = 16_383;
/** After this a node counts as dead, in milliseconds. */
const NODE_TIMEOUT_MS = 2_000;

/** Servers that work together; single ones may be killed and started again. */
export interface ServerCluster {
  servers: readonly ServerProcess[];
  /** As STOA_REDIS_URL or STOA_NATS_URL. */
  url: string;
  stop(): Promise<void>;
}

/**
 * A Redis Cluster on the loopback interface. The first servers are the masters, each with an equal share of the hash
 * slots; then comes a replica of each, if wanted, in the same order. Every write is synced (`appendfsync always`).
 */
export async function startRedisCluster(masters: number, replicas: 0 | 1 = 0): Promise<ServerCluster> {
  const { redisProgram } = await askBroker('/servers');
  const folder = mkdtempSync(path.join(tmpdir(), 'stoa-redis-cluster-'));
  const nodes = await Promise.all(
    Array.from({ length: masters * (1 + replicas) }, () => startRedisNode(redisProgram, folder)),
  );
  const clients = nodes.map(({ server }) => new Redis(server.url));
  try {
    const [first] = clients;
    const share = Math.ceil((LAST_HASH_SLOT + 1) / masters);
    for (const [index, client] of clients.slice(0, masters).entries()) {
      const end = Math.min((index + 1) * share - 1, LAST_HASH_SLOT);
      await client.call('CLUSTER', 'ADDSLOTSRANGE', index * share, end);
    }
    for (const { server, busPort } of nodes.slice(1))
      await first?.call('CLUSTER', 'MEET', '127.0.0.1', server.port, busPort);
    await Promise.all(
      clients.map((client) => eventually(() => isComplete(client, nodes.length), { timeoutMs: 30_000 })),
    );
    await Promise.all(
      clients.slice(masters).map(async (client, index) => {
        const master = String(await clients[index]?.call('CLUSTER', 'MYID'));
        await client.call('CLUSTER', 'REPLICATE', master);
        await eventually(async () => (await client.info('replication')).includes('master_link_status:up'), {
          timeoutMs: 30_000,
        });
      }),
    );
  } finally {
    for (const client of clients) client.disconnect();
  }
  return clusterOf(
    nodes.map(({ server }) => server),
    folder,
  );
}

/** NATS servers that forward to each other what their clients subscribe to. */
export async function startNatsCluster(size: number): Promise<ServerCluster> {
  const { natsProgram } = await askBroker('/servers');
  const folder = mkdtempSync(path.join(tmpdir(), 'stoa-nats-cluster-'));
  const routePorts = await Promise.all(Array.from({ length: size }, () => freePort()));
  const routes = routePorts.map((port) => `nats://127.0.0.1:${port}`);
  const servers = await Promise.all(
    routes.map(async (route) => {
      const port = await freePort();
      const configuration = path.join(folder, `${port}.conf`);
      const cluster = `cluster { name: test, listen: "${new URL(route).host}", routes: ${JSON.stringify(routes)} }`;
      writeFileSync(configuration, `host: "127.0.0.1"\nport: ${port}\nmax_payload: 8MB\n${cluster}\n`);
      const url = `nats://127.0.0.1:${port}`;
      const server = new ServerProcess(url, port, natsProgram, ['-c', configuration], { expect: 'INFO ' });
      await server.start();
      return server;
    }),
  );
  return clusterOf(servers, folder);
}

function clusterOf(servers: readonly ServerProcess[], folder: string): ServerCluster {
  return {
    servers,
    url: servers.map(({ url }) => url).join(','),
    stop: async () => {
      await Promise.all(servers.map((server) => server.kill()));
      await removeFolder(folder);
    },
  };
}

async function startRedisNode(program: string, folder: string): Promise<{ server: ServerProcess; busPort: number }> {
  const port = await freePort();
  const busPort = await freePort();
  const cluster = ['--cluster-enabled', 'yes', '--cluster-port', String(busPort)];
  const args = [
    ...['--port', String(port), '--bind', '127.0.0.1', '--dir', folder, '--save', ''],
    ...['--appendonly', 'yes', '--appendfsync', 'always', '--appenddirname', `append-only-${port}`],
    ...[...cluster, '--cluster-config-file', `nodes-${port}.conf`, '--cluster-node-timeout', String(NODE_TIMEOUT_MS)],
  ];
  const greeting = { send: 'PING\r\n', expect: '+PONG' };
  const server = new ServerProcess(`redis://127.0.0.1:${port}`, port, program, args, greeting);
  await server.start();
  return { server, busPort };
}

/** Whether a node knows all the others and finds every hash slot served. */
async function isComplete(client: Redis, nodes: number): Promise<boolean> {
  const info = await client.cluster('INFO');
  return info.includes('cluster_state:ok') && info.includes(`cluster_known_nodes:${nodes}`);
}
