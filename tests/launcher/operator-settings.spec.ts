import { spawnSync } from 'node:child_process';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import os from 'node:os';
import path from 'node:path';

const root = path.resolve(__dirname, '..', '..');
const CLUSTER = {
  base_url: 'http://127.0.0.1:9991',
  database_url: 'postgresql://stoa:p@127.0.0.1:5433/stoa',
  redis_url: 'redis://127.0.0.1:6380',
  nats_url: 'nats://127.0.0.1:4223',
  push_relay_url: 'http://127.0.0.1:9993',
};

describe('the settings of the operator’s tool beside npm start', () => {
  let folder: string;

  beforeEach(() => {
    folder = mkdtempSync(path.join(os.tmpdir(), 'stoa-local-'));
  });

  afterEach(() => rmSync(folder, { recursive: true, force: true }));

  /** What `npx stoa` would take over, asked while a launcher holds the folder, or has been killed. */
  function settings(environment: Record<string, string>, isHeld = true): Record<string, string> {
    writeFileSync(path.join(folder, 'cluster.json'), JSON.stringify(CLUSTER));
    writeFileSync(path.join(folder, 'settings.json'), JSON.stringify({ apiKeySecret: 'k', pushRelayOrgId: 'o' }));
    const program = `
      import { writeFileSync } from 'node:fs';
      import { startMark } from './tools/launcher/process-table.mjs';
      import { dataDirectory } from './tools/launcher/options.mjs';
      import { settingsOfLocalCluster } from './tools/launcher/running-cluster.mjs';
      const [folder, environment, isHeld] = JSON.parse(process.argv[1]);
      const mark = isHeld ? startMark(process.pid) : 'another process of that number';
      writeFileSync(folder + '/launcher.lock', JSON.stringify({ pid: process.pid, mark }));
      const given = { ...environment, STOA_DATA_DIR: folder };
      console.log(JSON.stringify(settingsOfLocalCluster(dataDirectory(undefined, given), given)));`;
    const input = JSON.stringify([folder, environment, isHeld]);
    const { stdout, stderr } = spawnSync(process.execPath, ['--input-type=module', '--eval', program, input], {
      cwd: root,
      encoding: 'utf8',
    });
    if (!stdout) throw new Error(stderr);
    return JSON.parse(stdout);
  }

  it('are those of the running cluster', () => {
    expect(settings({ STOA_LOG_LEVEL: 'debug', STOA_NATS_URL: '' })).toMatchObject({
      STOA_DATABASE_URL: CLUSTER.database_url,
      STOA_REDIS_URL: CLUSTER.redis_url,
      STOA_NATS_URL: CLUSTER.nats_url,
      STOA_EXTERNAL_HOST: '127.0.0.1:9991',
      STOA_API_KEY_SECRET: 'k',
      STOA_UPLOAD_DIRECTORY: path.join(folder, 'uploads'),
    });
  });

  it('are the environment’s alone as soon as it names one of them', () => {
    expect(settings({ STOA_DATABASE_URL: 'postgresql://elsewhere/stoa' })).toEqual({});
    expect(settings({ STOA_DATABASE_URL_FILE: '/run/secrets/database' })).toEqual({});
    expect(settings({ STOA_EXTERNAL_HOST: 'chat.example.com' })).toEqual({});
  });

  it('are not those of a cluster whose launcher was killed', () => {
    expect(settings({}, false)).toEqual({});
  });
});
