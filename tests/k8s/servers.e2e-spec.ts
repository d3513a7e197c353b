import { spawnSync } from 'node:child_process';
import { mkdtempSync, readFileSync, writeFileSync } from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { ServerProcess, TestServers, askBroker, eventually, freePort, removeFolder, startServers } from '@stoa/testing';
import { Client } from 'pg';
import { parse } from 'yaml';
import { NatsServers } from './nats-servers';
import { RedisNodes } from './redis-nodes';
import { Manifest, readManifests, root } from './rendered-manifests';

interface PostgresCluster {
  spec: {
    postgresql: { parameters: Record<string, string> };
    bootstrap: { initdb: { encoding: string; localeProvider: string; builtinLocale: string } };
  };
}

const read = (...parts: string[]) => readFileSync(path.join(root, ...parts), 'utf8');

function containerOf(manifests: Manifest[], name: string) {
  const owner = manifests.find(({ kind, metadata }) => kind === 'StatefulSet' && metadata.name === name);
  const [container] = owner?.spec?.template?.spec.containers ?? [];
  if (!container) throw new Error(`there is no ${name}`);
  return container;
}

describe('the servers of the manifests', () => {
  const folder = mkdtempSync(path.join(os.tmpdir(), 'stoa-servers-'));
  let programs: { redis: string; nats: string };
  let servers: TestServers;

  beforeAll(async () => {
    const { redisProgram, natsProgram } = await askBroker('/servers');
    programs = { redis: redisProgram, nats: natsProgram };
    servers = await startServers();
  });

  afterAll(async () => {
    await servers.stop();
    await removeFolder(folder);
  });

  it('Redis starts with its command, answers its probe, evicts nothing and writes down what it acknowledges', async () => {
    const {
      command,
      readinessProbe,
      volumeMounts = [],
    } = containerOf(readManifests('components/redis/redis.yaml'), 'redis');
    const port = await freePort();
    // Only what is this machine's: address, and the folder that stands for its volume.
    const given = command.slice(1).map((argument) => (argument === volumeMounts[0]?.mountPath ? folder : argument));
    const args = [...given, '--bind', '127.0.0.1', '--port', String(port)];
    const redis = new ServerProcess(`redis://127.0.0.1:${port}`, port, programs.redis, args, {
      send: 'PING\r\n',
      expect: '+PONG',
    });
    await redis.start();
    try {
      const client = path.join(path.dirname(programs.redis), 'redis-cli');
      const ask = (...words: string[]) => spawnSync(client, ['-p', String(port), ...words], { encoding: 'utf8' });
      const [, ...probe] = readinessProbe?.exec?.command ?? [];
      expect(ask(...probe).stdout).toBe('PONG\n');
      for (const [option, value] of [
        ['maxmemory-policy', 'noeviction'],
        ['maxmemory', String(1280 * 2 ** 20)],
        ['tcp-keepalive', '10'],
        ['appendfsync', 'always'],
        ['appendonly', 'yes'],
      ] as const)
        expect(ask('config', 'get', option).stdout).toBe(`${option}\n${value}\n`);
    } finally {
      await redis.kill();
    }
  });

  it('Redis puts its cluster together, survives a machine and new addresses, and stops without an outage', async () => {
    const options = {
      folder: path.join(folder, 'redis-cluster'),
      programs: path.dirname(programs.redis),
      primaries: 3,
    };
    const nodes = new RedisNodes({ ...options, port: await freePort() });
    const [first = '', second = '', third = '', standby = '', secondStandby = ''] = nodes.names;
    const patience = { timeoutMs: 60_000, stepMs: 200 };
    // A key of each primary's slots.
    const keys = new Map([
      [first, 'b'],
      [second, 'c'],
      [third, 'a'],
    ]);
    const value = (holder: string, of: string) => nodes.ask(holder, 'get', keys.get(of) ?? '');
    try {
      nodes.start(71);
      await eventually(() => nodes.areReady(), patience);
      expect(nodes.names.map((name) => nodes.isPrimary(name))).toEqual([true, true, true, false, false, false]);
      for (const [name, key] of keys) expect(nodes.ask(name, 'set', key, `of ${name}`)).toBe('OK');
      expect(nodes.ask(third, 'config', 'get', 'maxmemory-policy')).toContain('noeviction');
      expect(nodes.ask(third, 'config', 'get', 'appendfsync')).toContain('always');

      // Standbys have what they were sent a moment later.
      await eventually(() => nodes.ask(standby, 'dbsize') === '1', patience);
      // A machine is lost: the standby takes over. It returns with another address, and takes its slots back.
      await nodes.kill(first);
      await eventually(() => nodes.isPrimary(standby), patience);
      expect(value(standby, first)).toBe(`of ${first}`);
      nodes.start(72, [first]);
      await eventually(() => nodes.isPrimary(first) && nodes.areReady(), patience);
      expect(value(first, first)).toBe(`of ${first}`);

      // Before a stop, the slots are the partner's already.
      expect(nodes.run(second, 'leave')).toBe(0);
      expect([nodes.isPrimary(second), nodes.isPrimary(secondStandby)]).toEqual([false, true]);
      expect(value(secondStandby, second)).toBe(`of ${second}`);

      // Everything is lost and returns with other addresses.
      await nodes.kill(...nodes.names);
      nodes.start(73);
      await eventually(() => nodes.areReady(), patience);
      await eventually(() => [first, second, third].every((name) => nodes.isPrimary(name)), patience);
      for (const name of keys.keys()) expect(value(name, name)).toBe(`of ${name}`);
    } finally {
      await nodes.kill(...nodes.names);
    }
  });

  it('NATS accepts its configuration, and that of Compose', () => {
    const compose: { configs: { nats: { content: string } } } = parse(read('docker-compose.yml'), { merge: true });
    const texts = [read('k8s/components/nats/nats.conf'), compose.configs.nats.content];
    for (const [index, text] of [...texts, 'max_payload: 8 apples'].entries()) {
      const file = path.join(folder, `nats-${index}.conf`);
      writeFileSync(file, text);
      const { status } = spawnSync(programs.nats, ['-c', file, '-t']);
      expect([text, status === 0]).toEqual([text, index < texts.length]);
    }
  });

  it('NATS servers find each other, ask who calls, take new certificates, and send clients away before they stop', async () => {
    const nodes = new NatsServers(programs.nats, path.join(folder, 'nats-cluster'));
    const patience = { timeoutMs: 60_000, stepMs: 100 };
    nodes.certify();
    try {
      await nodes.start(3, 'encrypted.conf');
      await eventually(async () => (await nodes.neighbours()).every((count) => count === 2), patience);
      // Other servers have certificates of the authority as well; they do not join.
      expect(await nodes.joinedByStranger('', true)).toBe(0);
      const tls = { ca: nodes.authority };
      await expect(nodes.connect(0, { tls, pass: 'n0' })).rejects.toThrow(/Authorization Violation/i);
      await expect(nodes.connect(0)).rejects.toThrow();
      const [first, last] = [await nodes.connect(0, { tls }), await nodes.connect(2, { tls })];
      first.subscribe('asked', { callback: (_error, message) => message.respond(message.data) });
      const answer = () => last.request('asked', Buffer.from('who?'), { timeout: 1_000 });
      const { data } = await eventually(answer, patience);
      expect(Buffer.from(data).toString()).toBe('who?');

      // Of another authority: who trusts that one alone gets in once the server has read it, and who was there stays.
      nodes.certify();
      const renewed = { tls: { ca: nodes.authority } };
      const later = await eventually(() => nodes.connect(0, renewed), patience);
      // Had they lost their connections, they would not get in again: they trust the former authority.
      expect(Buffer.from((await eventually(answer, patience)).data).toString()).toBe('who?');
      await later.close();

      const told: string[] = [];
      void (async () => {
        for await (const { type } of last.status()) told.push(type);
      })();
      const { lifecycle } = containerOf(readManifests('components/nats-cluster/nats.yaml'), 'nats');
      expect(nodes.leave(2, lifecycle?.preStop?.exec?.command ?? [])).toBe(0);
      await last.closed();
      await eventually(() => told.includes('ldm'), patience);
      expect(await nodes.end(2)).toBe(0);
      await first.close();
    } finally {
      await nodes.stop();
    }
  });

  it('NATS servers that let anybody join them are replaced by those that do not, one after the other, and talk all the time', async () => {
    const nodes = new NatsServers(programs.nats, path.join(folder, 'nats-open'));
    const patience = { timeoutMs: 60_000, stepMs: 100 };
    const areTogether = async () => (await nodes.neighbours()).every((count) => count === 2) && (await nodes.talk());
    try {
      await nodes.start(3, 'plain.conf', true);
      await eventually(areTogether, patience);

      // Servers that run are brought the new files before they are replaced; without the password they keep what they have.
      nodes.configure();
      const isRefused = (index: number) => nodes.output(index).includes("variable reference for 'NATS_ROUTE_PASSWORD'");
      await eventually(() => [0, 1, 2].every(isRefused), patience);
      // Who asks for what was told of a moment ago may be told that nobody is there.
      await eventually(areTogether, patience);

      // Those that have it dial those that do not ask for it.
      for (const index of [2, 1, 0]) {
        await nodes.replace(index, 'plain.conf');
        await eventually(areTogether, patience);
      }
      for (const credentials of ['', 'server:wrong@', 'stoa:n0123456789abcdef@'])
        expect([credentials, await nodes.joinedByStranger(credentials, false)]).toEqual([credentials, 0]);
      await eventually(areTogether, patience);
      expect(nodes.haveToldPasswords).toBe(false);
    } finally {
      await nodes.stop();
    }
  });

  it('PostgreSQL knows the parameters, and its database is one that the migrations accept', async () => {
    const { spec }: PostgresCluster = parse(read('k8s/servers/postgres-cluster.yaml'));
    const admin = new Client({ connectionString: servers.databaseUrl });
    await admin.connect();
    const database = `bought_${process.pid}`;
    try {
      const names = Object.keys(spec.postgresql.parameters);
      const known = await admin.query('SELECT name FROM pg_settings WHERE name = ANY($1)', [names]);
      expect(known.rows.map(({ name }: { name: string }) => name).sort()).toEqual([...names].sort());
      const { encoding, localeProvider, builtinLocale } = spec.bootstrap.initdb;
      await admin.query(
        `CREATE DATABASE ${database} TEMPLATE template0 ENCODING '${encoding}'
           LOCALE_PROVIDER ${localeProvider} BUILTIN_LOCALE '${builtinLocale}'`,
      );
      const url = new URL(servers.databaseUrl);
      url.pathname = `/${database}`;
      const folds = new Client({ connectionString: url.href });
      await folds.connect();
      const { rows } = await folds.query(
        `SELECT lower('Ä') = 'ä' AS folds, current_setting('server_encoding') AS encoding`,
      );
      await folds.end();
      expect(rows).toEqual([{ folds: true, encoding: 'UTF8' }]);
    } finally {
      await admin.query(`DROP DATABASE IF EXISTS ${database} WITH (FORCE)`);
      await admin.end();
    }
  });
});
