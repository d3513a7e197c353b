import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync } from 'node:fs';
import { text } from 'node:stream/consumers';
import { askBroker, eventually, freePort } from '@stoa/testing';
import { entryOf } from '../support/entries';
import { describedEnvironments } from '../support/environments';

describe('a service with wrong settings', () => {
  let apps: string[];

  beforeAll(async () => {
    if (process.env.STOA_TEST_BROKER) await askBroker('/build');
    apps = (await describedEnvironments()).map(({ app }) => app).filter((app) => app !== 'stoa');
  });

  function start(app: string, env: Record<string, string>) {
    const entry = entryOf(app);
    expect(existsSync(entry)).toBe(true);
    return spawn(process.execPath, [entry], {
      env: { PATH: process.env.PATH ?? '', ...env },
      stdio: ['ignore', 'pipe', 'pipe'],
    });
  }

  /** The process of a service from start to end. */
  async function run(app: string, env: Record<string, string>) {
    const child = start(app, env);
    const [output, errors] = await Promise.all([text(child.stdout), text(child.stderr), once(child, 'exit')]);
    return { exitCode: child.exitCode, output, errors };
  }

  it('ends with exit code 1 and one line that names the variable, before it has done anything', async () => {
    expect(apps).toEqual(['events', 'gateway', 'messages', 'presence', 'push', 'push-relay-dev', 'users']);
    const wrong = { STOA_NATS_URL: 'nats://127.0.0.1:1', STOA_REPLICA: 'first' };
    const ends = await Promise.all(apps.map(async (app) => ({ app, ...(await run(app, wrong)) })));
    for (const { app, exitCode, output, errors } of ends) {
      expect([app, exitCode, output]).toEqual([app, 1, '']);
      expect(errors).toMatch(new RegExp(`^${app}: STOA_\\w+: [^\\n]+\\n$`));
      expect(errors).not.toContain('first');
    }
  });

  it('ends with exit code 1 and one line that names NATS where that is not there', async () => {
    const urls: Record<string, string> = {
      STOA_NATS_URL: 'nats://127.0.0.1:1,nats://127.0.0.1:2',
      STOA_DATABASE_URL: 'postgresql://127.0.0.1:1/stoa',
      STOA_REDIS_URL: 'redis://127.0.0.1:1',
    };
    const starting = (await describedEnvironments())
      .filter(({ app }) => ['gateway', 'presence'].includes(app))
      .map(async ({ app, variables }) => {
        const required = variables.filter((variable) => variable.default === undefined);
        const env = Object.fromEntries(required.map(({ name }) => [name, urls[name] ?? 'k'.repeat(64)]));
        return { app, ...(await run(app, { ...env, STOA_NATS_WAIT_SECONDS: '0' })) };
      });
    for (const { app, exitCode, errors } of await Promise.all(starting)) {
      expect([app, exitCode, errors]).toEqual([
        app,
        1,
        `${app}: NATS does not take connections at nats://127.0.0.1:1, nats://127.0.0.1:2 (CONNECTION_REFUSED)\n`,
      ]);
    }
  });

  it('waits for NATS, alive and not ready, and ends when it is told to', async () => {
    const port = await freePort();
    const child = start('presence', {
      STOA_NATS_URL: 'nats://127.0.0.1:1',
      STOA_REDIS_URL: 'redis://127.0.0.1:1',
      STOA_DATABASE_URL: 'postgresql://127.0.0.1:1/stoa',
      STOA_INTERNAL_PORT: String(port),
    });
    let output = '';
    child.stdout.on('data', (chunk: Buffer) => (output += chunk.toString()));
    const status = async (path: string) => (await fetch(`http://127.0.0.1:${port}/health/${path}`)).status;
    try {
      await eventually(() => output.includes('NATS does not take connections at nats://127.0.0.1:1'));
      expect([await status('live'), await status('ready'), child.exitCode]).toEqual([200, 503, null]);
    } finally {
      child.kill('SIGTERM');
    }
    expect(await once(child, 'exit')).toEqual([0, null]);
  });

  it('does not tell a secret that it cannot use', async () => {
    const secret = 'mysql://stoa:a-password@postgres/stoa';
    const { exitCode, errors } = await run('presence', {
      STOA_NATS_URL: 'nats://127.0.0.1:1',
      STOA_REDIS_URL: 'redis://127.0.0.1:1',
      STOA_DATABASE_URL: secret,
    });
    expect(exitCode).toBe(1);
    expect(errors).toBe('presence: STOA_DATABASE_URL: must be a URL (postgresql, postgres)\n');
  });
});
