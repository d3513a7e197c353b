import { eventually } from '@stoa/testing';
import { BusyController } from '../test-support/busy-controller';
import { RawConnection } from '../test-support/raw-connection';
import { TestApplication, startTestApplication } from '../test-support/test-application';
import { Connections } from './connections';

const FORM = { 'content-type': 'application/x-www-form-urlencoded' };

describe('connections', () => {
  let running: TestApplication;
  let port: number;
  const opened: RawConnection[] = [];

  async function start(variables: Record<string, string>): Promise<void> {
    running = await startTestApplication([BusyController], {
      ...variables,
      STOA_RATE_LIMITS: 'off',
      STOA_MODE: 'development',
    });
    port = await running.listen();
  }

  async function open(): Promise<RawConnection> {
    const connection = new RawConnection(port);
    opened.push(connection);
    return connection.connected();
  }

  const metric = (name: string, labels?: string) => running.metric(name, labels);

  afterEach(async () => {
    running.application.get(BusyController).release();
    for (const connection of opened.splice(0)) connection.close();
    await running.close();
  });

  it('end when their header does not come, or trickles', async () => {
    await start({ STOA_HTTP_HEADER_SECONDS: '1' });
    const silent = await open();
    const trickling = await open();
    trickling.send('GET /api/v1/large HTTP/1.1\r\nhost: chat.example\r\n');
    const timer = setInterval(() => trickling.send('x-a: b\r\n'), 50);
    expect(await Promise.all([silent.statuses(1), trickling.statuses(1)])).toEqual([[408], [408]]);
    clearInterval(timer);
    await Promise.all([silent.ended(), trickling.ended()]);
    expect(await metric('stoa_http_connections_ended_total', 'reason="headers"')).toBe(2);
  });

  it('end when their body trickles, and serve one that comes slowly but steadily', async () => {
    await start({ STOA_HTTP_STALL_SECONDS: '1' });
    const body = { ...FORM, 'content-length': '60000' };
    const [stopped, trickling] = [await open(), await open()];
    stopped.request('POST', 'work', body).send('a=b');
    trickling.request('POST', 'work', body);
    const timer = setInterval(() => trickling.send('x'), 50);
    const steady = (await open()).request('POST', 'waiting', { ...FORM, 'content-length': '8000' });
    let sent = 0;
    const steadyTimer = setInterval(
      () => (sent < 8_000 ? steady.send('x'.repeat(100)) && (sent += 100) : undefined),
      25,
    );
    expect(await Promise.all([stopped.statuses(1), trickling.statuses(1)])).toEqual([[408], [408]]);
    // It was read to its end, and only then found to be for no endpoint.
    expect(await steady.statuses(1)).toEqual([405]);
    clearInterval(timer);
    clearInterval(steadyTimer);
    expect(await metric('stoa_http_connections_ended_total', 'reason="body"')).toBe(2);
  });

  it('end when nothing is asked on them, however far away their client is by then', async () => {
    await start({ STOA_HTTP_KEEP_ALIVE_SECONDS: '1' });
    const halfOpen = (await open()).request('GET', 'quick');
    await halfOpen.statuses(1);
    await halfOpen.ended();
    await eventually(async () => (await metric('stoa_http_connections')) === 0);
  });

  it('end when their answers are not read', async () => {
    await start({ STOA_HTTP_STALL_SECONDS: '1' });
    const reading = (await open()).request('GET', 'large');
    (await open()).neglect().request('GET', 'large');
    (await open()).neglect().request('GET', 'large').request('GET', 'large');
    await eventually(() => metric('stoa_http_unread_bytes').then((bytes) => bytes > 0));
    await eventually(async () => (await metric('stoa_http_connections_ended_total', 'reason="unread"')) >= 2);
    await eventually(async () => (await metric('stoa_http_unread_bytes')) === 0);
    await eventually(() => reading.received.length > 8 * 1024 * 1024);
    await eventually(async () => (await metric('stoa_http_connections')) === 1);
  });

  it('do not keep more unread answers than the process has memory for', async () => {
    await start({ STOA_HTTP_UNREAD_BYTES: String(20 * 1024 * 1024) });
    for (let count = 0; count < 8; count++) {
      (await open()).neglect().request('GET', 'large');
      await eventually(async () => (await metric('stoa_http_unread_bytes')) > 0);
    }
    await eventually(async () => (await metric('stoa_http_connections_ended_total', 'reason="unread_total"')) >= 5);
    expect(await metric('stoa_http_unread_bytes')).toBeLessThanOrEqual(20 * 1024 * 1024);
  });

  it('are told to come back when there are too many', async () => {
    await start({ STOA_HTTP_CONNECTIONS: '2' });
    const [first, second, third] = [await open(), await open(), await open()];
    first.request('GET', 'waiting');
    second.request('GET', 'waiting');
    third.request('GET', 'waiting');
    expect(await third.statuses(1)).toEqual([503]);
    expect(third.received.toLowerCase()).toMatch(/retry-after: [\d.]+\r\n/);
    expect(third.received.toLowerCase()).toContain('connection: close');
    await third.ended();
    first.close();
    await eventually(async () => (await metric('stoa_http_connections')) === 1);
    const next = (await open()).request('GET', 'quick');
    expect(await next.statuses(1)).toEqual([401]);
    expect(await metric('stoa_http_connections_refused_total', 'how="limit"')).toBe(1);
  });

  it('are closed unseen in a storm of them', async () => {
    await start({ STOA_HTTP_CONNECTIONS: '1' });
    const storm = Array.from({ length: 400 }, () => new RawConnection(port));
    opened.push(...storm);
    await eventually(async () => (await metric('stoa_http_connections_refused_total', 'how="unseen"')) >= 143);
    expect(await metric('stoa_http_connections')).toBeLessThanOrEqual(257);
    for (const connection of storm) connection.close();
    await eventually(async () => (await metric('stoa_http_connections')) === 0);
    expect(await (await open()).request('GET', 'quick').statuses(1)).toEqual([401]);
  });

  it('have a bounded number of requests under way', async () => {
    await start({});
    const pipelining = await open();
    for (let count = 0; count < 40; count++) pipelining.request('GET', 'waiting');
    await eventually(async () => (await metric('stoa_http_connections_refused_total', 'how="pipelined"')) > 0);
    const { held } = running.application.get(BusyController);
    await eventually(() => held.length === 16);
  });

  it('are served while the process stops, until their clients know', async () => {
    await start({ STOA_HTTP_DRAIN_SECONDS: '60' });
    const [idle, busy, late] = [await open(), await open(), await open()];
    busy.request('GET', 'waiting');
    await eventually(() => running.application.get(BusyController).held.length === 1);
    const connections = running.application.get(Connections);
    connections.startDraining();
    const drained = connections.drained();
    late.request('GET', 'quick');
    running.application.get(BusyController).release();
    for (const connection of [late, busy]) {
      await connection.statuses(1);
      expect(connection.received.toLowerCase()).toContain('connection: close');
      await connection.ended();
    }
    await idle.ended();
    await drained;
  });
});
