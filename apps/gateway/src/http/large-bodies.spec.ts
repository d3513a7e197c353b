import { once } from 'node:events';
import { connect } from 'node:net';
import { eventually } from '@stoa/testing';
import { EchoController } from '../test-support/echo-controller';
import { apiKey } from '../test-support/fake-stores';
import { HOST, TestApplication, form, startTestApplication } from '../test-support/test-application';

const FORM = 'application/x-www-form-urlencoded';
/** A form that no one may read: reading it is answered with 400, which the tests look for. */
const UNREADABLE = { headers: form({}).headers, payload: `a=%ff${'x'.repeat(100_000)}` };

describe('a large body', () => {
  let app: TestApplication;
  const key = apiKey('member');
  const credentials = (password: string) => ({
    authorization: `Basic ${Buffer.from(`ada@mail.example:${password}`).toString('base64')}`,
  });
  const post = async (url: string, headers: Record<string, string>) => {
    const response = await app.inject({
      method: 'POST',
      url,
      payload: UNREADABLE.payload,
      headers: { ...UNREADABLE.headers, ...headers },
    });
    return response.statusCode;
  };

  /** Of the answer to a body of which hardly anything has come. */
  const firstLineOf = async ({ authorization }: { authorization: string }, type = FORM) => {
    const socket = connect(await app.listen(), '127.0.0.1');
    const head = [`POST /api/v1/files HTTP/1.1`, `host: ${HOST}`, `authorization: ${authorization}`];
    socket.write(`${head.join('\r\n')}\r\ncontent-type: ${type}\r\ncontent-length: 2000000\r\n\r\na=`);
    const [answer] = await once(socket, 'data');
    socket.destroy();
    return String(answer).split('\r\n', 1)[0];
  };

  beforeAll(async () => {
    app = await startTestApplication([EchoController]);
    app.keys.add(key, { userId: 7, deliveryEmail: 'Ada@mail.example' });
  });
  afterAll(() => app.close());
  beforeEach(() => app.limiter.counts.clear());

  it('is not looked into for callers without credentials', async () => {
    expect(await post('/api/v1/files', {})).toBe(413);
    expect(await post('/api/v1/echo/5', {})).toBe(413);
    expect(await post('/api/v1/echo/5', credentials(key))).toBe(413);
  });

  it('is refused before it has come when its sender brings nothing that says who it is', async () => {
    const socket = connect(await app.listen(), '127.0.0.1');
    const head = `POST /api/v1/nothing HTTP/1.1\r\nhost: ${HOST}\r\ncontent-length: 65537\r\n`;
    socket.write(`${head}content-type: application/x-www-form-urlencoded\r\n\r\na=`);
    const [answer] = await once(socket, 'data');
    expect(String(answer)).toMatch(/^HTTP\/1.1 413 /);
    socket.destroy();
  });

  it('goes by slowly when it is refused, and the connection is good for the next request', async () => {
    const socket = connect(await app.listen(), '127.0.0.1');
    let answers = '';
    socket.on('data', (piece: Buffer) => (answers += piece.toString()));
    const startedAt = performance.now();
    socket.write(`POST /api/v1/nothing HTTP/1.1\r\nhost: ${HOST}\r\ncontent-length: 1000000\r\n\r\n`);
    socket.write('x'.repeat(1_000_000));
    socket.write(`GET /api/v1/context HTTP/1.1\r\nhost: ${HOST}\r\n\r\n`);
    await eventually(() => answers.includes('HTTP/1.1 401'), { timeoutMs: 5_000 });
    expect(answers).toMatch(/^HTTP\/1.1 413 /);
    // 744 KB beyond what is free, at 64 KiB in 20 ms.
    expect(performance.now() - startedAt).toBeGreaterThan(200);
    socket.destroy();
  });

  it('is not looked into for callers with wrong credentials', async () => {
    expect(await post('/api/v1/files', credentials(apiKey('stranger')))).toBe(401);
  });

  it('is not looked into at paths and for methods that do not exist', async () => {
    expect(await post('/api/v1/nothing', credentials(key))).toBe(404);
    const headers = { ...UNREADABLE.headers, ...credentials(key) };
    const { statusCode } = await app.inject({ ...UNREADABLE, method: 'PUT', url: '/api/v1/files', headers });
    expect(statusCode).toBe(405);
  });

  it('is not looked into once the caller has no requests left', async () => {
    for (let left = 200; left > 0; left--) await app.inject({ url: '/api/v1/context', headers: credentials(key) });
    expect(await post('/api/v1/files', credentials(key))).toBe(429);
  });

  it('is refused before it has come to who has no requests left, is unknown, or sends another type', async () => {
    const limits = { ...credentials(key) };
    expect(await firstLineOf(limits, 'text/plain')).toMatch(/ 415 /);
    expect(await firstLineOf(credentials(apiKey('stranger')))).toMatch(/ 401 /);
    for (let left = 200; left > 0; left--) await app.inject({ url: '/api/v1/context', headers: limits });
    expect(await firstLineOf(limits)).toMatch(/ 429 /);
  });

  it('is read in pieces of unknown number too, and counts as the largest that may come', async () => {
    const socket = connect(await app.listen(), '127.0.0.1');
    const { authorization } = credentials(key);
    const head = [
      `POST /api/v1/files HTTP/1.1`,
      `host: ${HOST}`,
      `authorization: ${authorization}`,
      `content-type: ${FORM}`,
    ];
    socket.write(`${head.join('\r\n')}\r\ntransfer-encoding: chunked\r\n\r\n`);
    for (let count = 0; count < 3; count++) socket.write(`c350\r\n${'x'.repeat(50_000)}\r\n`);
    socket.write('3\r\n%ff\r\n0\r\n\r\n');
    const [answer] = await once(socket, 'data');
    expect(String(answer)).toMatch(/^HTTP\/1.1 400 /);
    expect([...app.limiter.counts.values()]).toEqual([41]);
    socket.destroy();
  });

  it('is read for callers who are known, and counts once, for each 64 KiB that it has', async () => {
    expect(await post('/api/v1/files', credentials(key))).toBe(400);
    expect([...app.limiter.counts.values()]).toEqual([2]);
    const payload = `a=${'x'.repeat(2_600_000)}`;
    const large = { method: 'POST', url: '/api/v1/files', payload, headers: UNREADABLE.headers } as const;
    const answers = [];
    while (answers.at(-1) !== 429 && answers.length < 10) {
      const { statusCode } = await app.inject({ ...large, headers: { ...large.headers, ...credentials(key) } });
      answers.push(statusCode);
    }
    expect(answers).toHaveLength(5);
    expect(answers.at(-1)).toBe(429);
  });

  it('may come as a method that its fields name', async () => {
    const response = await app.inject({
      method: 'POST',
      url: '/api/v1/images/5',
      headers: { ...UNREADABLE.headers, ...credentials(key) },
      payload: `method=PATCH&a=${'x'.repeat(100_000)}`,
    });
    expect(response.statusCode).not.toBe(405);
  });
});
