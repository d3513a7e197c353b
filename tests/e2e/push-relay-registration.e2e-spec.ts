import { execFile } from 'node:child_process';
import { randomBytes, randomUUID } from 'node:crypto';
import { TestCluster, sharedCluster } from '@stoa/testing';
import { OPERATOR_COMMAND } from '../support/operator-tool';
import { PushRelay } from '../support/push-relay';

const newKey = () => randomBytes(32).toString('hex');

/** What an operator calls before the first start with a hosted relay (push.md 7.5). */
describe('the registration of an installation at the push relay', () => {
  let cluster: TestCluster;

  beforeAll(async () => {
    cluster = await sharedCluster();
    await PushRelay.of(cluster).behave('ok');
  });
  afterEach(() => PushRelay.of(cluster).behave('ok'));

  const installation = () => {
    const id = randomUUID();
    return { id, key: newKey(), hostname: `${id}.example` };
  };
  type Installation = ReturnType<typeof installation>;

  const run = (
    { id, key, hostname }: { [Key in keyof Installation]: string },
    action: string,
    environment: Record<string, string> = {},
  ) =>
    new Promise<{ code: number; output: string }>((resolve) => {
      const env = {
        PATH: process.env.PATH,
        STOA_PUSH_RELAY_URL: cluster.description.push_relay_url,
        STOA_PUSH_RELAY_ORG_ID: id,
        STOA_PUSH_RELAY_ORG_KEY: key,
        ...environment,
      };
      const parameters = [
        OPERATOR_COMMAND,
        'push-relay',
        action,
        '--hostname',
        hostname,
        '--contact',
        'ops@example.com',
      ];
      execFile(process.execPath, parameters, { env }, (error, stdout, stderr) =>
        resolve({ code: error ? 1 : 0, output: `${stdout}${stderr}`.trim() }),
      );
    });

  const isKnown = async ({ id, key }: Installation): Promise<boolean> => {
    const authorization = `Basic ${Buffer.from(`${id}:${key}`).toString('base64')}`;
    const url = `${cluster.description.push_relay_url}/api/v1/remotes/server/analytics/status`;
    return (await fetch(url, { headers: { authorization } })).status === 200;
  };

  it('makes it known once, and replaces its key', async () => {
    const before = installation();
    const after = { ...before, key: newKey() };
    expect(await isKnown(before)).toBe(false);
    expect(await run(before, 'register')).toEqual({ code: 0, output: `${before.id} is registered` });
    expect(await isKnown(before)).toBe(true);
    const again = `${before.id} was already registered; its host and contact are up to date`;
    expect(await run(before, 'register')).toEqual({ code: 0, output: again });
    const rotated = await run(before, 'rotate', { STOA_PUSH_RELAY_NEW_ORG_KEY: after.key });
    expect(rotated).toEqual({ code: 0, output: `${before.id} has a new key` });
    expect([await isKnown(before), await isKnown(after)]).toEqual([false, true]);
    expect(await run(before, 'register')).toEqual({
      code: 1,
      output: `stoa: the push relay answered 401: Relay auth failure: key does not match role ${before.id}`,
    });
    expect(await run({ ...installation(), hostname: before.hostname }, 'register')).toEqual({
      code: 1,
      output: `stoa: the push relay answered 400: A server with hostname ${before.hostname} already exists`,
    });
  });

  it('says what is wrong without a relay, and why the relay did nothing', async () => {
    const own = installation();
    const wrong: [Partial<{ [Key in keyof Installation]: string }>, string, Record<string, string>, RegExp][] = [
      [{ id: 'no-uuid' }, 'register', {}, /^stoa: STOA_PUSH_RELAY_ORG_ID: must be a UUID of version 4$/],
      [
        {},
        'rotate',
        { STOA_PUSH_RELAY_NEW_ORG_KEY: 'k' },
        /^stoa: STOA_PUSH_RELAY_NEW_ORG_KEY: must be 64 visible ASCII/,
      ],
      [{}, 'register', { STOA_PUSH_RELAY_URL: 'http://127.0.0.1:1' }, /^stoa: the push relay cannot be reached: ./],
    ];
    for (const [other, action, environment, message] of wrong) {
      const { code, output } = await run({ ...own, ...other }, action, environment);
      expect([code, output]).toEqual([1, expect.stringMatching(message)]);
    }
    await PushRelay.of(cluster).behave('server_error');
    const output = 'stoa: the push relay answered 500: Internal server error';
    expect(await run(own, 'register')).toEqual({ code: 1, output });
    await PushRelay.of(cluster).behave('ok');
    expect(await isKnown(own)).toBe(false);
  });
});
