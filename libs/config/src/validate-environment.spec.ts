import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { DatabaseServiceEnvironment, FileServiceEnvironment, ServiceEnvironment } from './service-environment';
import { ConfigurationError, loadEnvironment } from './validate-environment';
import { describeEnvironment } from './variables';

describe('the environment of a service', () => {
  it('fills defaults and converts', () => {
    const environment = loadEnvironment(ServiceEnvironment, { STOA_NATS_URL: 'nats://n:4222', STOA_REPLICA: '3' });
    expect(environment).toMatchObject({ STOA_REPLICA: 3, STOA_LOG_LEVEL: 'info', STOA_INTERNAL_PORT: 0 });
  });

  it.each([
    [{}, 'STOA_NATS_URL: is not set; it must be URLs (nats, tls), separated by commas'],
    [{ STOA_NATS_URL: 'http://n' }, 'STOA_NATS_URL: must be URLs (nats, tls), separated by commas'],
    [{ STOA_NATS_URL: 'nats://n,m' }, 'STOA_NATS_URL: must be URLs (nats, tls), separated by commas'],
    [{ STOA_NATS_URL: 'nats://user:password@n' }, 'STOA_NATS_URL: must be URLs (nats, tls)'],
    [{ STOA_NATS_URL: 'nats://n', STOA_REPLICA: 'x' }, 'STOA_REPLICA: must be'],
    [{ STOA_NATS_URL: 'nats://n', STOA_REPLICA: ' ' }, 'STOA_REPLICA: must be a whole number'],
    [{ STOA_NATS_URL: 'nats://n', STOA_REPLICA: '0x1' }, 'STOA_REPLICA: must be a whole number'],
    [{ STOA_NATS_URL: 'nats://n', STOA_TRACE_RATIO: '1.1' }, 'STOA_TRACE_RATIO: must be a number from 0 to 1'],
    [{ STOA_NATS_URL: 'nats://n', STOA_TRACE_RATIO: '1e-3' }, 'STOA_TRACE_RATIO: must be a number from 0 to 1'],
    [{ STOA_NATS_URL: 'nats://n', STOA_TRACE_ENDPOINT: 'collector:4318' }, 'STOA_TRACE_ENDPOINT: must be a URL'],
    [{ STOA_NATS_URL: 'nats://n', STOA_LOG_LEVEL: 'loud' }, 'STOA_LOG_LEVEL: must be one of silent'],
    [{ STOA_NATS_URL: 'nats://n', STOA_INTERNAL_PORT: '70000' }, 'STOA_INTERNAL_PORT: must be at most 65535'],
  ])('%j is refused in one line that names the variable', (source, message) => {
    expect(() => loadEnvironment(ServiceEnvironment, source)).toThrow(ConfigurationError);
    expect(() => loadEnvironment(ServiceEnvironment, source)).toThrow(message);
  });

  it('takes several servers', () => {
    const given = { STOA_NATS_URL: 'nats://one:4222, nats://two' };
    expect(loadEnvironment(ServiceEnvironment, given)).toMatchObject(given);
  });

  it('lists its variables', () => {
    expect(describeEnvironment(ServiceEnvironment).map(({ name }) => name)).toContain('STOA_NATS_URL');
  });

  it('wants what belongs together', () => {
    const least = {
      STOA_NATS_URL: 'nats://n',
      STOA_DATABASE_URL: 'postgresql://p/stoa',
      STOA_REDIS_URL: 'redis://r',
      STOA_EXTERNAL_HOST: 'chat.example',
      STOA_API_KEY_SECRET: 's'.repeat(32),
    };
    const store = { ...least, STOA_UPLOAD_STORE: 's3' };
    const load = (given: Record<string, string>) => () => loadEnvironment(FileServiceEnvironment, given);
    expect(load(store)).toThrow('STOA_UPLOAD_S3_BUCKET: must be set');
    const half = { ...store, STOA_UPLOAD_S3_BUCKET: 'uploads', STOA_UPLOAD_S3_ACCESS_KEY_ID: 'id' };
    expect(load(half)).toThrow('STOA_UPLOAD_S3_SECRET_ACCESS_KEY: must be set');
    expect(load({ ...half, STOA_UPLOAD_S3_SECRET_ACCESS_KEY: 'key' })).not.toThrow();
    expect(load(least)).not.toThrow();
  });
});

describe('a secret in a file', () => {
  const url = 'postgresql://stoa:password@p/stoa';
  let folder: string;
  let file: string;

  beforeAll(() => {
    folder = mkdtempSync(path.join(os.tmpdir(), 'stoa-secrets-'));
    file = path.join(folder, 'url');
    writeFileSync(file, `${url}\n`);
  });
  afterAll(() => rmSync(folder, { recursive: true }));

  const load = (given: Record<string, string>) =>
    loadEnvironment(DatabaseServiceEnvironment, { STOA_NATS_URL: 'nats://n', ...given });

  it('is read without its last line end', () => {
    expect(load({ STOA_DATABASE_URL_FILE: file }).STOA_DATABASE_URL).toBe(url);
  });

  it('is refused when it is missing, empty, wrong, or there twice, without being told', () => {
    const empty = path.join(folder, 'empty');
    writeFileSync(empty, '\n');
    expect(() => load({ STOA_DATABASE_URL_FILE: path.join(folder, 'none') })).toThrow(
      'STOA_DATABASE_URL_FILE: the file cannot be read',
    );
    expect(() => load({ STOA_DATABASE_URL_FILE: empty })).toThrow('STOA_DATABASE_URL_FILE: the file is empty');
    expect(() => load({ STOA_DATABASE_URL_FILE: file, STOA_DATABASE_URL: url })).toThrow(
      /^STOA_DATABASE_URL: is set, and STOA_DATABASE_URL_FILE too$/,
    );
    writeFileSync(empty, 'mysql://user:password@p/stoa');
    expect(() => load({ STOA_DATABASE_URL_FILE: empty })).toThrow(
      /^STOA_DATABASE_URL: must be a URL \(postgresql, postgres\)$/,
    );
  });

  it('is only for secrets', () => {
    expect(() => loadEnvironment(ServiceEnvironment, { STOA_NATS_URL_FILE: file })).toThrow(
      'STOA_NATS_URL: is not set',
    );
  });
});
