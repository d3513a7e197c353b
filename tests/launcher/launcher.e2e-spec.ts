import { spawn } from 'node:child_process';
import { existsSync, mkdirSync, mkdtempSync, readFileSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:net';
import { once } from 'node:events';
import os from 'node:os';
import path from 'node:path';
import { eventually, removeFolder } from '@stoa/testing';
import { Client } from 'pg';
import { LauncherProcess, START_MS, parentOf, processesOf } from './launcher-process';
import { writePlaceholders } from './placeholder-distribution';

describe('npm start', () => {
  let folder: string;
  let placeholders: string;
  const launchers: LauncherProcess[] = [];

  beforeAll(() => {
    folder = mkdtempSync(path.join(os.tmpdir(), `stoa-test-${process.pid}-`));
    placeholders = writePlaceholders(path.join(folder, 'dist'));
  });

  afterEach(async () => {
    for (const launcher of launchers.splice(0)) {
      launcher.kill('SIGTERM');
      await launcher.ended();
    }
  });

  afterAll(async () => {
    await removeFolder(folder);
  });

  const dataDir = (name: string) => path.join(folder, name);

  function start(directory: string, args: string[] = [], environment: Record<string, string> = {}): LauncherProcess {
    const launcher = new LauncherProcess(directory, ['--dist', placeholders, ...args], environment);
    launchers.push(launcher);
    return launcher;
  }

  async function failure(directory: string, args: string[] = [], environment: Record<string, string> = {}) {
    const launcher = start(directory, args, environment);
    const code = await launcher.ended();
    await eventually(() => launcher.output !== '');
    return {
      code,
      lines: launcher.output
        .trim()
        .split('\n')
        .filter((line) => !line.startsWith('[')),
    };
  }

  it('writes cluster.json, shares the port between gateways, restarts what dies, ends with its group', async () => {
    const directory = dataDir('whole');
    const launcher = start(directory, ['--replicas', 'gateway=2,messages=2']);
    const cluster = await launcher.running();
    expect(cluster.processes).toHaveLength(9);
    expect(cluster).toMatchObject({ realm: { id: 2, name: 'Placeholder', url: cluster.base_url } });
    // The kernel gives a connection to the process that takes it first, which under load may be the same one several
    // times.
    const answers = new Set<string>();
    await eventually(async () => {
      const response = await fetch(cluster.base_url, { headers: { connection: 'close' } });
      return answers.add(await response.text()).size >= 2;
    });
    expect([...answers].sort()).toEqual(['1', '2']);

    const victim = cluster.processes.find(({ service, replica }) => service === 'messages' && replica === 2);
    if (!victim) throw new Error('no second replica of messages');
    process.kill(victim.pid, 'SIGKILL');
    await eventually(() => {
      const now = launcher.read().processes.find((entry) => entry.service === 'messages' && entry.replica === 2);
      return now !== undefined && now.pid !== victim.pid && parentOf(now.pid) === launcher.pid;
    });

    launcher.signalGroup('SIGINT');
    expect(await launcher.ended()).toBe(0);
    expect(launcher.hasClusterFile()).toBe(false);
    expect(processesOf(directory)).toEqual([]);
  });

  it('resumes with its data after kill -9, on the same port, and leaves no orphan', async () => {
    const directory = dataDir('killed');
    const first = start(directory);
    const before = await first.running();
    const client = new Client({ connectionString: before.database_url });
    await client.connect();
    await client.query('CREATE TABLE kept AS SELECT 42 AS answer');
    await client.end();
    first.kill('SIGKILL');
    await first.ended();

    const second = start(directory);
    const after = await second.running();
    expect(after.base_url).toBe(before.base_url);
    const again = new Client({ connectionString: after.database_url });
    await again.connect();
    expect((await again.query('SELECT answer FROM kept')).rows).toEqual([{ answer: 42 }]);
    await again.end();
    expect(before.processes.map(({ pid }) => parentOf(pid)).filter((parent) => parent !== 0)).toEqual([]);

    second.signalGroup('SIGTERM');
    expect(await second.ended()).toBe(0);
    expect(processesOf(directory)).toEqual([]);
  });

  it('ends with npm, even if that is killed alone', async () => {
    const directory = dataDir('npm');
    const command = `"${process.execPath}" tools/start.mjs --data-dir "${directory}" --dist "${placeholders}" & wait`;
    const root = path.resolve(__dirname, '..', '..');
    const environment = { ...process.env, npm_lifecycle_event: 'start' };
    const npm = spawn('sh', ['-c', command], { cwd: root, stdio: 'ignore', env: environment });
    await eventually(() => existsSync(path.join(directory, 'cluster.json')), { timeoutMs: START_MS });
    npm.kill('SIGKILL');
    await eventually(() => processesOf(directory).length === 0);
  });

  it('runs beside another data directory, and refuses the same one twice', async () => {
    const one = start(dataDir('one'));
    const [first, second] = await Promise.all([one.running(), start(dataDir('two')).running()]);
    expect(first.base_url).not.toBe(second.base_url);
    const { code, lines } = await failure(dataDir('one'));
    expect({ code, lines }).toEqual({ code: 1, lines: [expect.stringContaining('is already running')] });
    expect(one.hasClusterFile()).toBe(true);
  });

  it('restarts its servers too', async () => {
    const directory = dataDir('servers');
    const cluster = await start(directory).running();
    const records: { name: string; pid: number }[] = JSON.parse(
      readFileSync(path.join(directory, 'processes.json'), 'utf8'),
    );
    for (const name of ['postgres', 'redis', 'nats']) {
      process.kill(records.find((record) => record.name === name)?.pid ?? 0, 'SIGKILL');
    }
    await eventually(async () => {
      const client = new Client({ connectionString: cluster.database_url });
      client.on('error', () => undefined);
      await client.connect();
      await client.query('SELECT 1');
      await client.end();
      return true;
    });
  });

  it('says in one line what is wrong', async () => {
    const blocker = createServer().listen(0, '127.0.0.1');
    await once(blocker, 'listening');
    const address = blocker.address();
    const port = typeof address === 'object' && address ? String(address.port) : '';
    writeFileSync(dataDir('file'), '');
    mkdirSync(dataDir('damaged'));
    writeFileSync(path.join(dataDir('damaged'), 'settings.json'), '{');
    const broken = writePlaceholders(path.join(folder, 'broken'), ['users']);
    const cases: [string, Promise<{ code: number | null; lines: string[] }>][] = [
      [`port ${port} is in use`, failure(dataDir('a'), ['--port', port])],
      ['is not a directory', failure(dataDir('file'))],
      ['is damaged', failure(dataDir('damaged'))],
      ['cannot be created', failure('/proc/stoa')],
      ['unknown service "foo"', failure(dataDir('b'), ['--replicas', 'foo=2'])],
      ['Unknown option', failure(dataDir('c'), ['--bogus'])],
      ['cannot be reached', failure(dataDir('d'), [], { STOA_REDIS_URL: 'redis://127.0.0.1:1' })],
      ['STOA_DATABASE_URL', failure(dataDir('e'), [], { STOA_DATABASE_URL: 'postgresql://a:b@127.0.0.1:1/c' })],
      ['users did not start: users: STOA_X: must be set', failure(dataDir('f'), ['--dist', broken])],
    ];
    for (const [text, attempt] of cases) {
      expect(await attempt).toEqual({ code: 1, lines: [expect.stringContaining(text)] });
    }
    blocker.close();
    expect(processesOf(folder).filter((pid) => Number(pid) !== process.pid)).toEqual([]);
  });
});
