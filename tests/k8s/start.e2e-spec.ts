import { spawnSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, symlinkSync, writeFileSync } from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { rootCertificates } from 'node:tls';
import { TestServers, askBroker, eventually, freePort, removeFolder, startServers } from '@stoa/testing';
import { Client } from 'pg';
import { ContainerProcess, withoutWritingExcept } from './container-process';
import { Container, Manifest, renderManifests, root } from './rendered-manifests';

const SERVICES = ['gateway', 'messages', 'users', 'events', 'presence', 'push'];
const SECRET = 'a-secret-of-this-test-that-is-long-enough';
/** Runs a module in the repository. @returns what it prints */
function evaluate(program: string, options: { cwd?: string; env?: Record<string, string> } = {}): string {
  const { stdout, stderr, status } = spawnSync(process.execPath, ['--input-type=module', '--eval', program], {
    cwd: root,
    encoding: 'utf8',
    ...options,
  });
  if (status !== 0) throw new Error(stderr);
  return stdout;
}

/** CPU time (s) that a service may take until it serves: the gateway takes 1.3 on a machine with a load of 22, the others less. */
const MOST_CPU_SECONDS = 2;
/** Bounds for what hangs: many processes start at once, on a machine that other tests keep busy. */
const STARTING_MS = 180_000;
const TEST_MS = 600_000;

describe('the containers of the Kubernetes manifests', () => {
  const running: ContainerProcess[] = [];
  const { dev, production } = renderManifests();
  const folder = mkdtempSync(path.join(os.tmpdir(), 'stoa-containers-'));
  const certificate = path.join(folder, 'ca.crt');
  /** As the image has them, but for packages: there are more of them here. */
  const files = path.join(folder, 'image');
  const databases = [`manifests_${process.pid}`, `manifests_dev_${process.pid}`];
  let servers: TestServers;
  let admin: Client;

  beforeAll(async () => {
    writeFileSync(certificate, rootCertificates[0] ?? '');
    [servers] = await Promise.all([startServers(), askBroker('/build')]);
    mkdirSync(files);
    symlinkSync(path.join(root, 'node_modules'), path.join(files, 'node_modules'));
    evaluate(`import { copyRuntime } from './tools/bundle.mjs'; copyRuntime(${JSON.stringify(files)});`);
    admin = new Client({ connectionString: servers.databaseUrl });
    await admin.connect();
    for (const database of databases) await admin.query(`CREATE DATABASE ${database} TEMPLATE template0`);
  }, TEST_MS);

  afterAll(async () => {
    for (const { child } of running) child.kill('SIGKILL');
    await Promise.all(running.map((container) => container.ended()));
    for (const database of databases) await admin.query(`DROP DATABASE ${database} WITH (FORCE)`);
    await admin.end();
    await servers.stop();
    await removeFolder(folder);
  });

  function start(container: Container, manifests: Manifest[], addresses: Record<string, string> = {}) {
    const databaseUrl = new URL(servers.databaseUrl);
    databaseUrl.pathname = `/${databases[manifests === production ? 0 : 1]}`;
    const started = new ContainerProcess(container, {
      manifests,
      folder: path.join(folder, String(running.length)),
      files,
      secrets: {
        STOA_DATABASE_URL: databaseUrl.href,
        STOA_REDIS_URL: servers.redisUrl,
        STOA_API_KEY_SECRET: SECRET,
        STOA_PUSH_KEY_SECRET: SECRET,
        STOA_PUSH_RELAY_ORG_ID: '6e1f2f5a-6f0c-4d53-9c5e-0c6a3a4b7d11',
        STOA_PUSH_RELAY_ORG_KEY: 'k'.repeat(64),
      },
      addresses: {
        STOA_NATS_URL: servers.natsUrl,
        STOA_INTERNAL_PORT: '0',
        STOA_HTTP_PORT: '0',
        // One server stands for the cluster of Redis, and a file for what is mounted from a secret.
        STOA_REDIS_CLUSTER: 'off',
        NODE_EXTRA_CA_CERTS: certificate,
        ...addresses,
      },
    });
    running.push(started);
    return started;
  }

  function podOf(name: string, manifests: Manifest[]) {
    const owner = manifests.find(({ kind, metadata }) => /Deployment|Job/.test(kind) && metadata.name === name);
    const [container] = owner?.spec?.template?.spec.containers ?? [];
    if (!container) throw new Error(`there is no workload ${name}`);
    return { container, initial: owner?.spec?.template?.spec.initContainers?.[0] };
  }

  async function haveStarted(containers: ContainerProcess[]): Promise<void> {
    for (const started of containers) {
      const isDecided = () => started.isStarted || started.child.exitCode !== null;
      await eventually(isDecided, { timeoutMs: STARTING_MS }).catch(() => undefined);
      if (!started.isStarted) throw new Error(`${started.container.name} does not start: ${started.output}`);
    }
  }

  it(
    'of production wait for the migrations, serve their probes within their memory, write nowhere, and end when told',
    async () => {
      // In production the relay is another company's; here the stand-in answers, as the overlay for development has it.
      const relayPort = String(await freePort());
      const relay = start(podOf('push-relay-dev', dev).container, dev, { STOA_HTTP_PORT: relayPort });
      const { initial } = podOf('gateway', production);
      if (!initial) throw new Error('nothing waits for the migrations');
      const waiting = start(initial, production);
      await eventually(() => waiting.output.includes('not applied yet'), { timeoutMs: STARTING_MS });
      const migrate = start(podOf('migrate', production).container, production);
      expect([await migrate.ended(), migrate.output]).toEqual([0, expect.stringMatching(/^applied \d[^\n]+\n$/)]);
      expect(await waiting.ended()).toBe(0);

      const addresses = { STOA_PUSH_RELAY_URL: `http://127.0.0.1:${relayPort}` };
      const services = SERVICES.map((name) => start(podOf(name, production).container, production, addresses));
      const all = [relay, ...services];
      await haveStarted(all);
      const spent = services.map((started) => [started.container.name, started.cpuSeconds()] as const);
      expect(spent.filter(([, seconds]) => seconds > MOST_CPU_SECONDS)).toEqual([]);
      for (const started of all) {
        const { readinessProbe, livenessProbe } = started.container;
        await eventually(async () => (await started.status(readinessProbe)) === 200, { timeoutMs: STARTING_MS });
        expect(await started.status(livenessProbe)).toBe(200);
        expect([started.container.name, started.memoryShare() < 1]).toEqual([started.container.name, true]);
      }
      for (const { child } of all) child.kill('SIGTERM');
      expect(await Promise.all(all.map((started) => started.ended()))).toEqual(all.map(() => 0));
      expect(running.filter(({ wasRefused }) => wasRefused).map(({ container }) => container.name)).toEqual([]);
    },
    TEST_MS,
  );

  it(
    'of development get the demo organization from the migration job',
    async () => {
      const migrate = start(podOf('migrate', dev).container, dev);
      expect(await migrate.ended()).toBe(0);
      expect(migrate.output).toMatch(
        /^accounts of Stoa demo:\nrole +email +key +password\n(\w+ +\S+@\S+ +\w+ +\S+\n){2,}$/m,
      );
    },
    TEST_MS,
  );

  it('take over what was compiled for the image, whatever heap they are given', () => {
    const program = `
      import { createRequire } from 'node:module';
      const run = createRequire(process.cwd() + '/')('./dist/bundle/run.js');
      run('libs/rendering/src/render.worker.js');
      const rejected = [...run.scripts.values()].map(({ cachedDataRejected }) => cachedDataRejected);
      process.stdout.write(JSON.stringify([rejected.length > 1, ...new Set(rejected)]));`;
    const heap = '--max-old-space-size=512';
    for (const NODE_OPTIONS of [heap, '--max-old-space-size=768', `${heap} --max-semi-space-size=32`])
      expect(evaluate(program, { cwd: files, env: { NODE_OPTIONS } })).toBe('[true,false]');
    expect(evaluate(program, { cwd: files, env: { NODE_OPTIONS: '--jitless' } })).toBe('[true,true]');
  });

  it('may not write: what refuses it is seen to refuse', () => {
    const program = `require('node:fs').writeFileSync(process.argv[1], 'x')`;
    const write = (file: string) =>
      spawnSync(process.execPath, [...withoutWritingExcept([path.join(folder, '*')]), '-e', program, file], {
        encoding: 'utf8',
      });
    expect(write(path.join(root, 'written-by-a-test')).stderr).toContain('ERR_ACCESS_DENIED');
    expect(write(path.join(folder, 'written')).status).toBe(0);
  });
});
