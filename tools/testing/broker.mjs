// What a test run shares, started when a test first asks for it: servers with a migrated template database, and a cluster
// for the end-to-end tests, one file after the other. Lives in the process of the test runner; tests ask over HTTP (see
// libs/testing).
import { spawn } from 'node:child_process';
import { mkdirSync, mkdtempSync, readFileSync, readdirSync, rmSync } from 'node:fs';
import { createServer } from 'node:http';
import os from 'node:os';
import path from 'node:path';
import { explain } from '../launcher/failure.mjs';
import { applyMigrations } from '../launcher/migrations.mjs';
import { PortAllocator } from '../launcher/ports.mjs';
import { prepareBuild, preparePackages } from '../launcher/prepare.mjs';
import { findProgram, locatePrograms } from '../launcher/server-programs.mjs';
import { Servers } from '../launcher/servers.mjs';
import { repositoryRoot } from '../launcher/services.mjs';
import { startMark, waitUntil } from '../launcher/process-table.mjs';
import { COMMITTED_PREFIX, keepCommittedChanges } from './api-coverage.mjs';
import { copyTemplate, createTemplate } from './cluster-template.mjs';

const PREFIX = 'stoa-test-';
const START_MS = 240_000;
const REMOVAL_MS = 10_000;

/** Folders of runs that were killed. */
function removeLeftovers() {
  for (const name of readdirSync(os.tmpdir())) {
    const pid = new RegExp(`^${PREFIX}(\\d+)-`).exec(name)?.[1];
    if (pid && !startMark(Number(pid))) rmSync(path.join(os.tmpdir(), name), { recursive: true, force: true });
  }
}

export class Broker {
  /**
   * @param onClusterEnd called with one line when the shared cluster ends before it is stopped: every test after it
   * would fail
   */
  constructor(onClusterEnd = () => undefined) {
    this.onClusterEnd = onClusterEnd;
  }

  #folder;
  #prepared;
  #servers;
  #template;
  #cluster;
  #chromium;
  #slapd;
  #stops = [];

  async start() {
    removeLeftovers();
    this.#folder = mkdtempSync(path.join(os.tmpdir(), `${PREFIX}${process.pid}-`));
    const routes = {
      '/servers': () => this.servers(),
      '/build': () => this.prepare(),
      '/template': () => this.template(),
      '/cluster': () => this.cluster(),
      '/chromium': () => this.chromium(),
      '/slapd': () => this.slapd(),
    };
    const server = createServer((request, response) => {
      const nothing = () => Promise.reject(new Error(`nothing at ${request.url}`));
      const route = routes[request.url] ?? nothing;
      route().then(
        (value) => response.end(JSON.stringify({ value: value ?? null })),
        (error) => response.end(JSON.stringify({ error: explain(error) })),
      );
    });
    await new Promise((resolve) => server.listen(0, '127.0.0.1', resolve));
    server.unref();
    this.#stops.push(() => {
      server.close();
      server.closeAllConnections();
    });
    return `http://127.0.0.1:${server.address().port}`;
  }

  prepare() {
    this.#prepared ??= preparePackages().then(() => prepareBuild());
    return this.#prepared;
  }

  /** PostgreSQL with a template database, and the programs of Redis and NATS: each test file runs its own servers. */
  servers() {
    this.#servers ??= this.#startServers();
    return this.#servers;
  }

  async #startServers() {
    await this.prepare();
    const dataDir = path.join(this.#folder, 'servers');
    const logs = path.join(dataDir, 'logs');
    mkdirSync(logs, { recursive: true });
    const servers = new Servers({ dataDir, logs, ports: new PortAllocator(), password: 'testing', throwaway: true });
    this.#stops.push(() => servers.stop());
    const { database } = await servers.start();
    await applyMigrations(path.join(repositoryRoot, 'dist'), database);
    return {
      templateUrl: database,
      folder: this.#folder,
      redisProgram: findProgram('redis-server'),
      natsProgram: findProgram('nats-server'),
    };
  }

  /** @returns a data directory to copy for a cluster that begins with the demo organization */
  template() {
    this.#template ??= this.prepare().then(() => createTemplate(path.join(this.#folder, 'template')));
    return this.#template;
  }

  /** @returns the path of cluster.json of a cluster with two replicas of every service, or STOA_TEST_REPLICAS of them */
  cluster() {
    this.#cluster ??= this.#startCluster();
    return this.#cluster;
  }

  /** @returns the path of the browser's program, installed if need be */
  chromium() {
    this.#chromium ??= locatePrograms(['chromium']).then(({ chromium }) => chromium);
    return this.#chromium;
  }

  /** @returns the path of the directory server's program, installed if need be */
  slapd() {
    this.#slapd ??= locatePrograms(['slapd']).then(({ slapd }) => slapd);
    return this.#slapd;
  }

  async #startCluster() {
    const dataDir = path.join(this.#folder, 'cluster');
    copyTemplate(await this.template(), dataDir);
    const count = process.env.STOA_TEST_REPLICAS ?? '2';
    const replicas = ['gateway', 'messages', 'users', 'events', 'presence', 'push']
      .map((name) => `${name}=${count}`)
      .join(',');
    const launcher = spawn(
      process.execPath,
      [
        path.join(repositoryRoot, 'tools', 'start.mjs'),
        '--no-conversations',
        '--data-dir',
        dataDir,
        '--replicas',
        replicas,
      ],
      {
        stdio: ['ignore', 'pipe', 'pipe'],
        env: {
          ...process.env,
          STOA_LAUNCHER_FOLLOW_PARENT: 'on',
          STOA_LAUNCHER_FSYNC: 'off',
          STOA_RATE_LIMITS: process.env.STOA_RATE_LIMITS ?? 'off',
          // Where the tests' own web sites listen (tests/support/web-site.ts).
          STOA_OUTGOING_ALLOWED_ADDRESSES: '127.0.0.2',
          // A proxy of the tests' own that names people: only who knows the secret is it (tests/web/coming-in.e2e-spec.ts).
          STOA_REMOTE_USER_HEADER: 'X-Remote-User',
          STOA_REMOTE_USER_PROXIES: '127.0.0.1',
          STOA_REMOTE_USER_SECRET: 'a secret of the proxy',
          ...(process.env.STOA_TEST_COVERAGE ? { STOA_LOG_LEVEL: 'debug' } : {}),
        },
      },
    );
    let output = '';
    launcher.stdout.on('data', (chunk) => (output += chunk));
    launcher.stderr.on('data', (chunk) => (output += chunk));
    let isStopping = false;
    this.#stops.push(async () => {
      isStopping = true;
      await stopChild(launcher);
      const folder = process.env.STOA_TEST_COVERAGE;
      if (folder)
        keepCommittedChanges(path.join(dataDir, 'logs'), path.join(folder, `${COMMITTED_PREFIX}${process.pid}.jsonl`));
    });
    const file = path.join(dataDir, 'cluster.json');
    const isUp = () => {
      try {
        return JSON.parse(readFileSync(file, 'utf8')).base_url;
      } catch {
        return launcher.exitCode !== null;
      }
    };
    await waitUntil(isUp, START_MS, 50);
    const lastLine = () => output.trim().split('\n').at(-1);
    if (launcher.exitCode !== null) throw new Error(`the cluster did not start: ${lastLine()}`);
    launcher.once('exit', (code, signal) => {
      if (!isStopping) this.onClusterEnd(`the tests' cluster ended (${signal ?? `exit code ${code}`}): ${lastLine()}`);
    });
    return file;
  }

  async stop() {
    for (const stop of this.#stops.reverse()) await stop();
    if (!process.env.STOA_TEST_KEEP) await removeFolder(this.#folder);
  }
}

/** A child of a server that a test killed may still be writing its last file. */
async function removeFolder(folder) {
  const isRemoved = () => {
    try {
      rmSync(folder, { recursive: true, force: true });
      return true;
    } catch (error) {
      if (error.code !== 'ENOTEMPTY') throw error;
      return false;
    }
  };
  if (!(await waitUntil(isRemoved, REMOVAL_MS))) throw new Error(`something still writes into ${folder}`);
}

function stopChild(child) {
  if (child.exitCode !== null || child.signalCode !== null) return undefined;
  return new Promise((resolve) => {
    child.once('exit', resolve);
    child.kill('SIGTERM');
  });
}
