import { mkdtempSync, writeFileSync } from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { TestCluster, TestServers, askBroker, removeFolder, startServers } from '@stoa/testing';
import { Client } from 'pg';
import { Agent, getGlobalDispatcher, setGlobalDispatcher } from 'undici';
import { createChannel } from '../support/channels';
import { LoadBalancer } from '../support/load-balancer';
import { demoPerson } from '../support/people';
import { SteadyLoad } from '../support/steady-load';
import { ContainerProcess, Surroundings } from './container-process';
import { Deployment, Termination } from './deployment';
import { Manifest, renderManifests } from './rendered-manifests';

/** The order of an upgrade does not matter; this one ends with the part that clients see. */
const REPLICAS = { users: 1, presence: 1, push: 1, messages: 2, events: 2, gateway: 2 };
const SECRET = 'a-secret-of-this-test-that-is-long-enough';
/** Bound for what hangs: many processes start, on a machine that other tests keep busy. */
const TEST_MS = 600_000;
/**
 * As every client should, ours close connections that were idle for a while before the server does: a request on one that the
 * server is just closing would be lost, and nobody could know whether it was done.
 */
const CLIENT_KEEP_ALIVE_MS = 1_000;

/** The base as an overlay of this test has it: development mode, files in a folder. */
function manifestsOfTest(): Manifest[] {
  const { base } = renderManifests();
  for (const { data, spec } of base) {
    if (data?.STOA_MODE) {
      const settings = { STOA_MODE: 'development', STOA_EXTERNAL_SCHEME: 'http', STOA_RATE_LIMITS: 'off' };
      Object.assign(data, settings, { STOA_UPLOAD_STORE: 'local', STOA_UPLOAD_DIRECTORY: '/uploads' });
    }
    for (const container of spec?.template?.spec.containers ?? []) {
      container.volumeMounts = [...(container.volumeMounts ?? []), { name: 'uploads', mountPath: '/uploads' }];
      if (container.name !== 'migrate') continue;
      container.command.push('--json');
      container.env = [...(container.env ?? []), { name: 'STOA_DEMO', value: 'on' }];
    }
  }
  return base;
}

describe('a rolling restart of everything', () => {
  const manifests = manifestsOfTest();
  const folder = mkdtempSync(path.join(os.tmpdir(), 'stoa-rolling-'));
  const database = `rolling_${process.pid}`;
  const usualDispatcher = getGlobalDispatcher();
  const deployments: Deployment[] = [];
  const balancer = new LoadBalancer();
  let servers: TestServers | undefined;
  let cluster: TestCluster;

  beforeAll(async () => {
    const keepAlive = { keepAliveTimeout: CLIENT_KEEP_ALIVE_MS, keepAliveMaxTimeout: CLIENT_KEEP_ALIVE_MS };
    setGlobalDispatcher(new Agent({ ...keepAlive, keepAliveTimeoutThreshold: 0 }));
    [servers] = await Promise.all([startServers(), askBroker('/build')]);
    await onServer(`CREATE DATABASE ${database} TEMPLATE template0`);
    const surroundings = surroundingsOf(await balancer.listen());
    cluster = await migrate(surroundings);
    for (const [name, replicas] of Object.entries(REPLICAS)) {
      const options = { replicas, surroundings, balancer: name === 'gateway' ? balancer : undefined };
      deployments.push(new Deployment(workload('Deployment', name), options));
    }
    await Promise.all(deployments.map((deployment) => deployment.start()));
  }, TEST_MS);

  afterAll(async () => {
    await Promise.all(deployments.map((deployment) => deployment.kill()));
    await balancer.close();
    if (servers) await onServer(`DROP DATABASE IF EXISTS ${database} WITH (FORCE)`);
    await servers?.stop();
    setGlobalDispatcher(usualDispatcher);
    await removeFolder(folder);
  });

  async function onServer(statement: string): Promise<void> {
    const client = new Client({ connectionString: servers?.databaseUrl });
    await client.connect();
    await client.query(statement).finally(() => client.end());
  }

  function workload(kind: string, name: string): Manifest {
    const found = manifests.find((manifest) => manifest.kind === kind && manifest.metadata.name === name);
    if (!found) throw new Error(`there is no ${kind} ${name}`);
    return found;
  }

  function surroundingsOf(publicPort: number): Surroundings {
    if (!servers) throw new Error('the servers did not start');
    const { redisUrl, natsUrl } = servers;
    const databaseUrl = new URL(servers.databaseUrl);
    databaseUrl.pathname = `/${database}`;
    const secrets = { STOA_API_KEY_SECRET: SECRET, STOA_PUSH_KEY_SECRET: SECRET, STOA_REDIS_URL: redisUrl };
    return {
      manifests,
      folder,
      secrets: { ...secrets, STOA_DATABASE_URL: databaseUrl.href },
      addresses: {
        STOA_NATS_URL: natsUrl,
        STOA_INTERNAL_HOST: '127.0.0.1',
        STOA_INTERNAL_PORT: '0',
        STOA_HTTP_HOST: '127.0.0.1',
        STOA_EXTERNAL_HOST: `127.0.0.1:${publicPort}`,
      },
    };
  }

  /** The migration job, and what it says of the demo organization as tests read it of a cluster. */
  async function migrate(surroundings: Surroundings): Promise<TestCluster> {
    const [container] = workload('Job', 'migrate').spec?.template?.spec.containers ?? [];
    if (!container) throw new Error('the migration job has no container');
    const job = new ContainerProcess(container, surroundings);
    if ((await job.ended()) !== 0) throw new Error(job.output);
    const { demo }: { demo: { accounts: object[] } } = JSON.parse(
      job.output.split('\n').find((line) => line.startsWith('{')) ?? '',
    );
    const file = path.join(folder, 'cluster.json');
    const baseUrl = `http://${surroundings.addresses.STOA_EXTERNAL_HOST}`;
    writeFileSync(file, JSON.stringify({ ...demo, base_url: baseUrl, processes: [] }));
    return new TestCluster(file, undefined, false);
  }

  it(
    'fails no request and loses no poll, and every process ends within its grace period',
    async () => {
      // Accounts from the start: making new ones here would only load the machine.
      const olga = demoPerson(cluster, 'owner');
      const [max, mia, milo] = [0, 1, 2].map((index) => demoPerson(cluster, 'member', index));
      const [adam, mona] = [demoPerson(cluster, 'administrator'), demoPerson(cluster, 'moderator')];
      if (!max || !mia || !milo) throw new Error('people are missing');
      const load = new SteadyLoad(await createChannel(olga, [max, mia, milo, adam, mona]));
      for (const person of [max, max, mia, adam]) await load.poller(person);
      for (const person of [max, mia, milo, adam]) await load.waiter(person);
      for (const person of [olga, milo]) load.sender(person);
      load.editor(mona);
      load.registrar(adam);
      load.uploader(mia);

      const ended: Termination[] = [];
      for (const deployment of deployments) ended.push(...(await deployment.replaceAll()));
      await load.stop(olga);

      expect(load.failures).toEqual([]);
      const expected = Object.entries(REPLICAS).flatMap(([name, count]) => Array.from({ length: count }, () => name));
      expect(ended.map(({ service, exitCode }) => [service, exitCode])).toEqual(expected.map((name) => [name, 0]));
      expect(ended.filter(({ graceShare }) => graceShare >= 1)).toEqual([]);
      for (const { received, order } of load.pollers) {
        expect([...received.values()].filter((count) => count !== 1)).toEqual([]);
        expect([...received.keys()].sort((a, b) => a - b)).toEqual([...load.sent].sort((a, b) => a - b));
        expect(order).toEqual(load.pollers[0]?.order);
      }
      for (const name of ['send', 'edit', 'register', 'upload', 'poll']) expect(load.counts[name]).toBeGreaterThan(10);
    },
    TEST_MS,
  );
});
