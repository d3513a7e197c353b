// A data directory as the first start of a cluster leaves it, made once for a test run and copied for each cluster: initdb,
// migrations and the demo organization take longer than the services' start.
import { execFileSync } from 'node:child_process';
import { mkdirSync, rmSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { PortAllocator } from '../launcher/ports.mjs';
import { createPostgres, ensureDatabase } from '../launcher/postgres.mjs';
import { prepareDatabase } from '../launcher/prepare-database.mjs';
import { serviceSettings } from '../launcher/service-settings.mjs';
import { repositoryRoot } from '../launcher/services.mjs';
import { DataDirectory } from '../launcher/state-files.mjs';

const STOP_MS = 10_000;
/** Where nothing listens: preparing a database asks nobody else. */
const NOWHERE = { redis: 'redis://127.0.0.1:1', nats: 'nats://127.0.0.1:1', relay: 'http://127.0.0.1:1' };

/** @returns the directory */
export async function createTemplate(dataDir) {
  const directory = new DataDirectory(dataDir);
  directory.open();
  const settings = directory.loadSettings();
  const { supervised, url } = await createPostgres({
    folder: path.join(dataDir, 'postgres'),
    port: await new PortAllocator().take(),
    password: settings.databasePassword,
    logFile: path.join(directory.logs, 'postgres.log'),
    env: process.env,
    onChange: () => undefined,
    throwaway: true,
  });
  try {
    await supervised.start();
    await supervised.waitHealthy();
    await ensureDatabase(url);
    const urls = { database: url, redis: NOWHERE.redis, nats: NOWHERE.nats };
    const given = { dataDir, urls, host: '127.0.0.1:9991', pushRelayUrl: NOWHERE.relay, settings };
    await prepareDatabase({
      distDir: path.join(repositoryRoot, 'dist'),
      accountsFile: directory.accountsFile,
      environment: { NODE_ENV: 'production', STOA_MODE: 'development', ...serviceSettings(given) },
      demo: true,
    });
  } finally {
    await supervised.stop(STOP_MS);
    directory.close();
  }
  rmSync(directory.logs, { recursive: true });
  writeFileSync(directory.preparedFile, '');
  return dataDir;
}

/** Copies with owners and modes, as PostgreSQL demands them. */
export function copyTemplate(template, dataDir) {
  mkdirSync(dataDir, { recursive: true });
  execFileSync('cp', ['-a', `${template}/.`, dataDir]);
}
