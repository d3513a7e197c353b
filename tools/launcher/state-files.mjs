import { randomBytes, randomUUID } from 'node:crypto';
import { existsSync, mkdirSync, readFileSync, renameSync, rmSync, statSync, statfsSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { Failure } from './failure.mjs';
import { isRunning, startMark } from './process-table.mjs';

/** Space below which a start is refused: PostgreSQL's files and its write-ahead log need about this much. */
const LEAST_FREE_MEGABYTES = 300;

/** Writes a file so that a reader sees the old or the new content, never a part. Readable by its owner only. */
export function writeAtomically(file, content) {
  const temporary = `${file}.${process.pid}.tmp`;
  try {
    writeFileSync(temporary, content, { mode: 0o600 });
    renameSync(temporary, file);
  } catch (error) {
    rmSync(temporary, { force: true });
    throw error;
  }
}

/** Creates a folder and those above it. (Node's own recursive form never returns below /proc.) */
function makeFolder(folder) {
  if (existsSync(folder) && statSync(folder).isDirectory()) return;
  const parent = path.dirname(folder);
  if (parent !== folder) makeFolder(parent);
  try {
    mkdirSync(folder);
  } catch (error) {
    if (error.code === 'ENOENT') throw new Failure(`${folder} cannot be created; choose another --data-dir`);
    if (error.code !== 'EEXIST' || !statSync(folder).isDirectory()) throw error;
  }
}

export function readJson(file) {
  let text;
  try {
    text = readFileSync(file, 'utf8');
  } catch (error) {
    if (error.code === 'ENOENT') return undefined;
    throw error;
  }
  try {
    return JSON.parse(text);
  } catch {
    throw new Failure(`${file} is damaged; remove it or choose another --data-dir`);
  }
}

/** The files of one data directory. Holding one means holding its lock. */
export class DataDirectory {
  #locked = false;

  constructor(directory) {
    this.path = directory;
    this.logs = path.join(directory, 'logs');
    this.clusterFile = path.join(directory, 'cluster.json');
    this.accountsFile = path.join(directory, 'accounts.json');
    this.processesFile = path.join(directory, 'processes.json');
    this.lockFile = path.join(directory, 'launcher.lock');
    this.settingsFile = path.join(directory, 'settings.json');
    /** Says that the database is already what this build makes of an empty one: tests copy such a directory. */
    this.preparedFile = path.join(directory, 'prepared');
  }

  /**
   * Creates the directory and takes its lock.
   * @throws Failure when another launcher runs on it, or the disk is nearly full
   */
  open() {
    makeFolder(this.logs);
    this.#lock();
    const { bavail, bsize } = statfsSync(this.path);
    const free = Math.floor((bavail * bsize) / 2 ** 20);
    if (free < LEAST_FREE_MEGABYTES) {
      this.close();
      throw new Failure(
        `the disk that holds ${this.path} has ${free} MB left; the cluster needs at least ${LEAST_FREE_MEGABYTES} MB`,
      );
    }
  }

  /** Whether this process holds the directory. */
  get isOpen() {
    return this.#locked;
  }

  #lock() {
    const own = JSON.stringify({ pid: process.pid, mark: startMark(process.pid) });
    for (let attempt = 0; attempt < 2; attempt += 1) {
      try {
        writeFileSync(this.lockFile, own, { flag: 'wx', mode: 0o600 });
        this.#locked = true;
        return;
      } catch (error) {
        if (error.code !== 'EEXIST') throw error;
      }
      const holder = this.runningHolder();
      if (holder) {
        throw new Failure(
          `a cluster with the data directory ${this.path} is already running (process ${holder.pid}); stop it or choose another --data-dir`,
        );
      }
      rmSync(this.lockFile, { force: true });
    }
    throw new Failure(`another cluster is just starting with the data directory ${this.path}`);
  }

  /** The launcher that runs on this directory, if there is one. */
  runningHolder() {
    const holder = this.#holder();
    return holder && isRunning(holder) ? holder : undefined;
  }

  #holder() {
    try {
      return JSON.parse(readFileSync(this.lockFile, 'utf8'));
    } catch (error) {
      if (error instanceof SyntaxError || error.code === 'ENOENT') return undefined;
      throw error;
    }
  }

  close() {
    if (this.#locked) rmSync(this.lockFile, { force: true });
    this.#locked = false;
  }

  /** Secrets and ports that outlive a restart; made on the first start. */
  loadSettings() {
    const stored = readJson(this.settingsFile) ?? {};
    const settings = {
      databasePassword: stored.databasePassword ?? randomBytes(18).toString('hex'),
      apiKeySecret: stored.apiKeySecret ?? randomBytes(32).toString('hex'),
      pushKeySecret: stored.pushKeySecret ?? randomBytes(32).toString('hex'),
      pushRelayOrgId: stored.pushRelayOrgId ?? randomUUID(),
      pushRelayOrgKey: stored.pushRelayOrgKey ?? randomBytes(32).toString('hex'),
      ports: stored.ports ?? {},
    };
    this.saveSettings(settings);
    return settings;
  }

  saveSettings(settings) {
    writeAtomically(this.settingsFile, `${JSON.stringify(settings, null, 2)}\n`);
  }
}
