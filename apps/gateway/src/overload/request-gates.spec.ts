import { eventually } from '@stoa/testing';
import type { Response } from 'light-my-request';
import { BusyController } from '../test-support/busy-controller';
import { EchoController } from '../test-support/echo-controller';
import { apiKey, realm } from '../test-support/fake-stores';
import { RawConnection } from '../test-support/raw-connection';
import { HOST, TestApplication, basic, startTestApplication } from '../test-support/test-application';

const OTHER_HOST = `other.${HOST}`;

describe('requests that are too many', () => {
  let running: TestApplication;
  const opened: RawConnection[] = [];
  const noisy: Record<string, string> = { host: HOST, ...basic('person1@mail.example', apiKey('noisy')) };
  const quiet: Record<string, string> = { host: OTHER_HOST, ...basic('person2@mail.example', apiKey('quiet')) };

  async function start(variables: Record<string, string>): Promise<void> {
    const limits = { STOA_RATE_LIMITS: 'off', STOA_MODE: 'development' };
    running = await startTestApplication([BusyController, EchoController], { ...limits, ...variables });
    running.realms.realms.set('other', realm({ id: 2, stringId: 'other' }));
    running.keys.add(apiKey('noisy'));
    running.keys.add(apiKey('quiet'), { realmId: 2, stringId: 'other' });
    // Until somebody has logged in there, all hosts are alike.
    for (const headers of [noisy, quiet]) await quick(headers);
  }

  afterEach(async () => {
    running.application.get(BusyController).release();
    for (const connection of opened.splice(0)) connection.close();
    await running.close();
  });

  const quick = (headers: Record<string, string>) => running.inject({ url: '/api/v1/quick', headers });

  function work(headers: Record<string, string>): Promise<Response> {
    return running.inject({ method: 'POST', url: '/api/v1/work', headers });
  }

  const metric = (name: string, labels?: string) => running.metric(name, labels);

  async function openConnection(): Promise<RawConnection> {
    const connection = new RawConnection(await running.listen());
    opened.push(connection);
    return connection.connected();
  }

  it('leave room to colleagues of the user who sends them', async () => {
    await start({ STOA_HTTP_REQUESTS: '64', STOA_HTTP_WAIT_MS: '10' });
    running.keys.add(apiKey('colleague'), { userId: 77, deliveryEmail: 'person3@mail.example' });
    const colleague = { host: HOST, ...basic('person3@mail.example', apiKey('colleague')) };
    const busy = running.application.get(BusyController);
    const all = Array.from({ length: 20 }, () => work(noisy));
    await eventually(() => busy.count === 8);
    const refused = (await Promise.all(all.slice(8))).map(({ statusCode }) => statusCode);
    expect(refused).toEqual(Array.from({ length: 12 }, () => 429));
    expect((await quick(colleague)).statusCode).toBe(200);
    expect(await metric('stoa_admission_refused_total', 'gate="user-requests",reason="tenant"')).toBe(12);
    busy.release();
    expect((await Promise.all(all.slice(0, 8))).map(({ statusCode }) => statusCode)).toEqual(
      Array.from({ length: 8 }, () => 200),
    );
  });

  it('are refused with a time to come back, and only those of the organization that sends them', async () => {
    await start({ STOA_HTTP_REQUESTS: '4', STOA_HTTP_WAIT_MS: '10' });
    const busy = running.application.get(BusyController);
    const working = [work(noisy), work(noisy), work(noisy)];
    await eventually(() => busy.count === 3);
    const refused = await Promise.all(Array.from({ length: 20 }, () => work(noisy)));
    for (const { statusCode, headers, json } of refused) {
      expect(statusCode).toBe(429);
      expect(Number(headers['retry-after'])).toBeGreaterThan(0);
      expect(json()).toMatchObject({ result: 'error', code: 'RATE_LIMIT_HIT' });
    }
    expect((await quick(quiet)).statusCode).toBe(200);
    expect(await metric('stoa_admission_refused_total', 'gate="requests",reason="tenant"')).toBe(20);
    busy.release();
    expect((await Promise.all(working)).map(({ statusCode }) => statusCode)).toEqual([200, 200, 200]);
    expect((await quick(noisy)).statusCode).toBe(200);
    expect(await metric('stoa_admission_running', 'gate="requests"')).toBe(0);
  });

  it('are refused with 503 when others have all places', async () => {
    await start({ STOA_HTTP_REQUESTS: '2', STOA_HTTP_WAIT_MS: '10' });
    const busy = running.application.get(BusyController);
    const working = [work(noisy), work(noisy)];
    await eventually(() => busy.count === 2);
    const { statusCode, headers } = await quick(quiet);
    expect([statusCode, Number(headers['retry-after']) > 0]).toEqual([503, true]);
    busy.release();
    await Promise.all(working);
  });

  it('take no places from polls, and held polls none from anybody', async () => {
    await start({ STOA_HTTP_REQUESTS: '1', STOA_HTTP_POLLS: '1', STOA_HTTP_WAIT_MS: '10' });
    const busy = running.application.get(BusyController);
    const working = work(noisy);
    await eventually(() => busy.count === 1);
    const polls = Array.from({ length: 10 }, () => running.inject({ url: '/api/v1/waiting' }));
    await eventually(() => busy.held.length === 10);
    busy.release();
    for (const answer of [working, ...polls]) expect((await answer).statusCode).toBe(200);
  });

  it('with files wait for a place of their own', async () => {
    await start({ STOA_HTTP_UPLOADS: '1', STOA_HTTP_WAIT_MS: '10' });
    const head = { 'content-type': 'multipart/form-data; boundary=b', 'content-length': '5000' };
    const slow = (await openConnection()).request('POST', 'files', {
      ...head,
      authorization: noisy.authorization ?? '',
    });
    slow.send('--b\r\ncontent-disposition: form-data; name="file"; filename="a.txt"\r\n\r\nbeginning');
    await eventually(async () => (await metric('stoa_admission_running', 'gate="uploads"')) === 1);
    const payload = '--b\r\ncontent-disposition: form-data; name="file"; filename="a.txt"\r\n\r\nall\r\n--b--\r\n';
    const upload = () =>
      running.inject({
        method: 'POST',
        url: '/api/v1/files',
        headers: { ...quiet, 'content-type': head['content-type'] },
        payload,
      });
    expect((await upload()).statusCode).toBe(503);
    expect((await quick(noisy)).statusCode).toBe(200);
    slow.close();
    expect(await eventually(async () => (await upload()).statusCode === 200)).toBe(true);
  });

  it('with large bodies get the memory that there is, and no organization all of it', async () => {
    await start({ STOA_HTTP_BODIES_BYTES: String(4 * 1024 * 1024) });
    const authorization = { authorization: noisy.authorization ?? '' };
    const length = { 'content-type': 'application/x-www-form-urlencoded', 'content-length': '1800000' };
    const form = { ...length, ...authorization };
    const first = (await openConnection()).request('POST', 'quick', form);
    await eventually(async () => (await metric('stoa_http_body_bytes')) === 1_800_000);
    const second = (await openConnection()).request('POST', 'quick', form);
    expect(await second.statuses(1)).toEqual([429]);
    expect(second.received.toLowerCase()).toContain('retry-after: ');
    const large = { method: 'POST', url: '/api/v1/quick', payload: 'x'.repeat(1_800_000) } as const;
    const others = await running.inject({ ...large, headers: { ...quiet, ...length } });
    expect(others.statusCode).toBe(405);
    const small = await running.inject({
      method: 'POST',
      url: '/api/v1/quick',
      headers: { ...noisy, 'content-type': length['content-type'] },
      payload: 'a=b',
    });
    expect(small.statusCode).toBe(405);
    // A file passes through in pieces, however large it is.
    const head = { 'content-type': 'multipart/form-data; boundary=b', 'content-length': '90000000' };
    const upload = (await openConnection()).request('POST', 'files', { ...head, ...authorization });
    await eventually(async () => (await metric('stoa_admission_running', 'gate="uploads"')) === 1);
    upload.close();
    first.close();
    await eventually(async () => (await metric('stoa_http_body_bytes')) === 0);
    expect(await metric('stoa_http_bodies_refused_total', 'reason="tenant"')).toBe(1);
  });
});
