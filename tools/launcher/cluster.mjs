import { existsSync, rmSync } from 'node:fs';
import http from 'node:http';
import path from 'node:path';
import { Failure } from './failure.mjs';
import { PortAllocator, isPortFree } from './ports.mjs';
import { prepareBuild } from './prepare.mjs';
import { MARKER, endProcesses, findMarked } from './process-table.mjs';
import { progress } from './progress.mjs';
import { prepareDatabase } from './prepare-database.mjs';
import { Servers } from './servers.mjs';
import { CHOSEN_SETTINGS, serviceSettings } from './service-settings.mjs';
import { SERVICES, repositoryRoot, serviceEntry } from './services.mjs';
import { DataDirectory, readJson, writeAtomically } from './state-files.mjs';
import { SupervisedProcess } from './supervised-process.mjs';

const USUAL_PORT = 9991;
const HOST = '127.0.0.1';
/** Together less than the 25 seconds within which a stop must be over; a gateway answers its held polls one after another. */
const STOP_SECONDS = { gateway: 9, services: 6, servers: 5 };

function answersReady(address) {
  return new Promise((resolve) => {
    const request = http.get(`${address}/health/ready`, { agent: false, timeout: 2000 }, (response) => {
      response.resume();
      resolve(response.statusCode === 200);
    });
    request.once('timeout', () => request.destroy());
    request.once('error', () => resolve(false));
  });
}

/** Variables of single processes (`{ "events-1": { … } }`), for tests that come between it and its servers. */
function overridesOf(name) {
  const file = process.env.STOA_LAUNCHER_OVERRIDES;
  return file ? readJson(file)?.[name] : undefined;
}

/** Ends what an earlier launcher of this data directory left when it was killed. */
async function endOrphans(directory) {
  const recorded = readJson(directory.processesFile) ?? [];
  const known = new Set(recorded.map(({ pid }) => pid));
  const orphans = [...recorded, ...findMarked(directory.path).filter(({ pid }) => !known.has(pid))];
  const servers = new Set(['postgres', 'redis', 'nats']);
  const signalOf = (record) => record.stopSignal ?? 'SIGTERM';
  await endProcesses(
    orphans.filter(({ name }) => !servers.has(name)),
    { signalOf, graceMs: 2000 },
  );
  await endProcesses(
    orphans.filter(({ name }) => servers.has(name)),
    { signalOf, graceMs: 5000 },
  );
  rmSync(directory.processesFile, { force: true });
}

/** A whole cluster on this machine: servers, migrations, demo organization, services; kept alive until stopped. */
export class Cluster {
  #services = [];
  #published = false;
  #stopping;

  constructor(options) {
    this.options = options;
    this.directory = new DataDirectory(options.dataDir);
    this.ports = new PortAllocator();
  }

  /** @throws Failure in one line; what was started by then must still be stopped with `stop` */
  async start() {
    const { options, directory } = this;
    if (options.port && !(await isPortFree(options.port))) {
      throw new Failure(
        `port ${options.port} is in use; choose another with --port, or stop the program that listens on it`,
      );
    }
    directory.open();
    rmSync(directory.clusterFile, { force: true });
    await endOrphans(directory);
    this.settings = directory.loadSettings();
    await Promise.all([this.#startServers(), options.prepared || prepareBuild()]);
    this.#continue();
    await this.#choosePorts();
    this.demo = await this.#prepareDatabase();
    this.#continue();
    await this.#startServices();
    this.#published = true;
    this.#publish();
    progress('everything is healthy');
  }

  #continue() {
    if (this.#stopping) throw new Failure('stopped while starting');
  }

  async #prepareDatabase() {
    const { options, directory } = this;
    if (existsSync(directory.preparedFile)) {
      // Once only: the next start may be another build's.
      rmSync(directory.preparedFile);
      return readJson(directory.accountsFile);
    }
    progress('preparing the database');
    return prepareDatabase({
      distDir: options.distDir,
      accountsFile: directory.accountsFile,
      environment: this.#environment(),
      demo: options.demo,
    });
  }

  async #startServers() {
    const { directory, settings } = this;
    this.servers = new Servers({
      dataDir: directory.path,
      logs: directory.logs,
      ports: this.ports,
      preferredPorts: settings.ports,
      password: settings.databasePassword,
      own: this.options.servers,
      // For tests: they kill processes, and never the machine.
      synced: process.env.STOA_LAUNCHER_FSYNC !== 'off',
      onChange: () => this.#record(),
    });
    this.urls = await this.servers.start();
    progress('PostgreSQL, Redis and NATS are up');
  }

  async #choosePorts() {
    const stored = this.settings.ports;
    const first = this.options.port === 0 ? undefined : USUAL_PORT;
    const port = this.options.port || (await this.ports.take(stored.public ?? first));
    this.host = `${HOST}:${port}`;
    this.baseUrl = `http://${this.host}`;
    this.settings.ports = { ...stored, ...this.servers.ports, public: port };
    this.settings.ports.pushRelay = await this.ports.take(stored.pushRelay);
    this.pushRelayUrl = `http://${HOST}:${this.settings.ports.pushRelay}`;
    this.directory.saveSettings(this.settings);
  }

  /** The variables of every service; variables of the user's own (STOA_QUEUE_IDLE_SECONDS, say) pass through. */
  #environment() {
    return {
      ...process.env,
      [MARKER]: this.directory.path,
      NODE_ENV: 'production',
      STOA_MODE: this.options.developmentMode ? 'development' : 'production',
      STOA_HTTP_HOST: HOST,
      STOA_HTTP_PORT: String(this.settings.ports.public),
      ...this.#serviceSettings(),
      // Nothing stands in front of the gateways that would have to learn that one goes.
      STOA_HTTP_DRAIN_SECONDS: process.env.STOA_HTTP_DRAIN_SECONDS ?? '0',
    };
  }

  #serviceSettings() {
    const settings = serviceSettings({
      dataDir: this.directory.path,
      urls: this.urls,
      host: this.host,
      pushRelayUrl: this.pushRelayUrl,
      settings: this.settings,
    });
    for (const name of CHOSEN_SETTINGS) settings[name] = process.env[name] ?? settings[name];
    return settings;
  }

  #createService({ name, stopFirst }, replica, count) {
    const entry = serviceEntry(this.options.distDir, name);
    if (!existsSync(entry)) throw new Failure(`the service ${name} is not built: ${entry} is missing`);
    const service = new SupervisedProcess({
      name,
      replica,
      stopFirst,
      single: count === 1,
      shareListener: stopFirst && count > 1,
      logFile: path.join(this.directory.logs, `${name}-${replica}.log`),
      onChange: () => this.#record(),
      command: async () => {
        const port = await this.ports.take();
        service.http = `http://${HOST}:${port}`;
        const own = {
          STOA_REPLICA: String(replica),
          STOA_INTERNAL_HOST: HOST,
          STOA_INTERNAL_PORT: String(port),
          STOA_SHUTDOWN_SECONDS: String((stopFirst ? STOP_SECONDS.gateway : STOP_SECONDS.services) - 1),
        };
        if (name === 'push-relay-dev') Object.assign(own, this.#standInEnvironment());
        return {
          file: process.execPath,
          args: [entry],
          env: { ...this.#environment(), ...own, ...overridesOf(`${name}-${replica}`) },
          cwd: repositoryRoot,
        };
      },
      isHealthy: () => answersReady(service.http),
    });
    return service;
  }

  /** The stand-in for the push relay has a place of its own, even if the services use another relay. */
  #standInEnvironment() {
    return {
      STOA_HTTP_PORT: String(this.settings.ports.pushRelay),
      STOA_PUSH_RELAY_ORG_ID: this.settings.pushRelayOrgId,
      STOA_PUSH_RELAY_ORG_KEY: this.settings.pushRelayOrgKey,
      STOA_PUSH_RELAY_JOURNAL: path.join(this.directory.path, 'push-relay.jsonl'),
    };
  }

  async #startServices() {
    const { replicas } = this.options;
    for (const service of SERVICES) {
      const count = replicas[service.name];
      for (let replica = 1; replica <= count; replica += 1) {
        this.#services.push(this.#createService(service, replica, count));
      }
    }
    progress(`starting ${this.#services.length} service processes`);
    // One after the other only in being spawned: node:cluster takes its settings from the last setup.
    for (const service of this.#services) await service.start();
    await Promise.all(this.#services.map((service) => service.waitHealthy()));
    this.#continue();
  }

  /** Keeps the list of processes by which a later start finds orphans, and cluster.json once there is one. */
  #record() {
    const all = [...this.#services, ...(this.servers?.processes ?? [])];
    const records = all.map((supervised) => supervised.record).filter(Boolean);
    try {
      writeAtomically(this.directory.processesFile, `${JSON.stringify(records, null, 2)}\n`);
      if (this.#published) this.#publish();
    } catch (error) {
      // The cluster goes on; the next change of a process tries again.
      process.stderr.write(`stoa: ${error.message}\n`);
    }
  }

  #publish() {
    if (this.#stopping) return;
    writeAtomically(this.directory.clusterFile, `${JSON.stringify(this.description(), null, 2)}\n`);
  }

  description() {
    return {
      mail_folder: path.join(this.directory.path, 'mail'),
      base_url: this.baseUrl,
      database_url: this.urls.database,
      redis_url: this.urls.redis,
      nats_url: this.urls.nats,
      push_relay_url: this.pushRelayUrl,
      realm: this.demo ? { ...this.demo.realm, url: this.baseUrl } : null,
      accounts: this.demo?.accounts ?? [],
      processes: this.#services
        .filter((service) => service.pid)
        .map((service) => ({ service: service.name, replica: service.replica, pid: service.pid, http: service.http })),
    };
  }

  /** Stops everything in order: the edge, the services, the servers. Safe to call at any time and again. */
  stop() {
    this.#stopping ??= this.#stopAll();
    return this.#stopping;
  }

  async #stopAll() {
    // Without the lock the directory is another launcher's.
    if (!this.directory.isOpen) return;
    rmSync(this.directory.clusterFile, { force: true });
    const stopSome = (services, seconds) => Promise.all(services.map((service) => service.stop(seconds * 1000)));
    await stopSome(
      this.#services.filter(({ stopFirst }) => stopFirst),
      STOP_SECONDS.gateway,
    );
    await stopSome(
      this.#services.filter(({ stopFirst }) => !stopFirst),
      STOP_SECONDS.services,
    );
    await this.servers?.stop(STOP_SECONDS.servers * 1000);
    rmSync(this.directory.processesFile, { force: true });
    this.directory.close();
  }
}
