import { ChildProcess, spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { readFileSync } from 'node:fs';
import path from 'node:path';
import { TestServers, askBroker, eventually, startServers } from '@stoa/testing';
import { Client } from 'pg';

interface Container {
  name: string;
  command: string[];
  env?: { name: string; value?: string; valueFrom?: { secretKeyRef: { key: string; optional?: boolean } } }[];
  envFrom?: object[];
  readinessProbe?: { httpGet: { path: string } };
  livenessProbe?: { httpGet: { path: string } };
  resources: { limits: { memory: string } };
}

interface Workload {
  kind: string;
  metadata: { name: string };
  data?: Record<string, string>;
  spec?: { template?: { spec: { containers: Container[]; initContainers?: Container[] } } };
}

const root = path.resolve(__dirname, '..', '..');
const SERVICES = ['gateway', 'messages', 'users', 'events', 'presence', 'push'];
const MEBIBYTES: Record<string, number> = { Mi: 1, Gi: 1024 };
const SECRET = 'a-secret-of-this-test-that-is-long-enough';
/** Bounds for what hangs: six processes start at once, on a machine that other tests keep busy. */
const STARTING_MS = 180_000;
const TEST_MS = 600_000;
const STARTED = /"internalPort":(\d+)/;

function baseObjects(): Workload[] {
  const program = `import('./tools/k8s/render.mjs').then(({ readKustomizationFiles }) =>
    console.log(JSON.stringify(readKustomizationFiles('k8s/base'))))`;
  const { stdout, stderr } = spawnSync(process.execPath, ['--input-type=module', '--eval', program], {
    cwd: root,
    encoding: 'utf8',
  });
  if (!stdout) throw new Error(stderr);
  return JSON.parse(stdout);
}

/** A container of the manifests as a process: its own command and environment, on addresses of this machine. */
class ContainerProcess {
  readonly child: ChildProcess;
  output = '';

  constructor(container: Container, settings: Record<string, string>, addresses: Record<string, string>) {
    const environment: Record<string, string> = { PATH: process.env.PATH ?? '', ...(container.envFrom && settings) };
    for (const { name, value, valueFrom } of container.env ?? []) {
      if (valueFrom?.secretKeyRef.optional) continue;
      environment[name] = value ?? SECRET;
    }
    for (const [name, value] of Object.entries(addresses)) if (name in environment) environment[name] = value;
    const [program, ...args] = container.command;
    if (program !== 'node') throw new Error(`${container.name} runs ${String(program)}`);
    this.child = spawn(process.execPath, args, { cwd: root, env: environment, stdio: ['ignore', 'pipe', 'pipe'] });
    for (const stream of [this.child.stdout, this.child.stderr]) {
      stream?.setEncoding('utf8').on('data', (text: string) => (this.output += text));
    }
  }

  /** @returns the exit code */
  async ended(): Promise<number | null> {
    if (this.child.exitCode === null && this.child.signalCode === null) await once(this.child, 'exit');
    return this.child.exitCode;
  }

  async status(probe: { httpGet: { path: string } } | undefined): Promise<number> {
    const [, port] = STARTED.exec(this.output) ?? [];
    const response = await fetch(`http://127.0.0.1:${port}${probe?.httpGet.path}`);
    return response.status;
  }

  /** Most memory that it ever had, in MiB. */
  peakMemory(): number {
    const [, kibibytes] = /VmHWM:\s+(\d+) kB/.exec(readFileSync(`/proc/${this.child.pid}/status`, 'utf8')) ?? [];
    return Number(kibibytes) / 1024;
  }
}

describe('the containers of the Kubernetes manifests', () => {
  const running: ContainerProcess[] = [];
  const objects = baseObjects();
  let servers: TestServers;
  let admin: Client;
  const database = `manifests_${process.pid}`;

  beforeAll(async () => {
    [servers] = await Promise.all([startServers(), askBroker('/build')]);
    admin = new Client({ connectionString: servers.databaseUrl });
    await admin.connect();
    await admin.query(`CREATE DATABASE ${database} TEMPLATE template0`);
  }, TEST_MS);

  afterAll(async () => {
    for (const { child } of running) child.kill('SIGKILL');
    await Promise.all(running.map((container) => container.ended()));
    await admin.query(`DROP DATABASE ${database} WITH (FORCE)`);
    await admin.end();
    await servers.stop();
  });

  function start(container: Container): ContainerProcess {
    const databaseUrl = new URL(servers.databaseUrl);
    databaseUrl.pathname = `/${database}`;
    const settings = objects.find(({ kind }) => kind === 'ConfigMap')?.data ?? {};
    const started = new ContainerProcess(container, settings, {
      STOA_DATABASE_URL: databaseUrl.href,
      STOA_REDIS_URL: servers.redisUrl,
      STOA_NATS_URL: servers.natsUrl,
      STOA_INTERNAL_PORT: '0',
      STOA_HTTP_PORT: '0',
    });
    running.push(started);
    return started;
  }

  function podOf(name: string) {
    const pod = objects.find(({ kind, metadata }) => /Deployment|Job/.test(kind) && metadata.name === name)?.spec
      ?.template;
    const [container] = pod?.spec.containers ?? [];
    if (!pod || !container) throw new Error(`there is no workload ${name}`);
    return { container, initial: pod.spec.initContainers?.[0] };
  }

  it(
    'wait for the migrations, serve their probes within their memory, and end when they are told',
    async () => {
      const { initial } = podOf('gateway');
      if (!initial) throw new Error('nothing waits for the migrations');
      const waiting = start(initial);
      await eventually(() => waiting.output.includes('not applied yet'), { timeoutMs: STARTING_MS });
      const migrate = start(podOf('migrate').container);
      expect([await migrate.ended(), migrate.output]).toEqual([0, '']);
      expect(await waiting.ended()).toBe(0);

      const started = SERVICES.map((name) => ({
        container: podOf(name).container,
        process: start(podOf(name).container),
      }));
      for (const { container, process } of started) {
        await eventually(() => STARTED.test(process.output), { timeoutMs: STARTING_MS }).catch((error: Error) => {
          throw new Error(`${container.name}: ${process.output}`, { cause: error });
        });
        expect(await process.status(container.readinessProbe)).toBe(200);
        expect(await process.status(container.livenessProbe)).toBe(200);
        const [, amount, unit = ''] = /^(\d+)(Mi|Gi)$/.exec(container.resources.limits.memory) ?? [];
        expect(process.peakMemory()).toBeLessThan(Number(amount) * (MEBIBYTES[unit] ?? Number.NaN));
      }
      for (const { process } of started) process.child.kill('SIGTERM');
      const codes = await Promise.all(started.map(({ process }) => process.ended()));
      expect(codes).toEqual(SERVICES.map(() => 0));
    },
    TEST_MS,
  );
});
