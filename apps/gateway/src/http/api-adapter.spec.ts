import { once } from 'node:events';
import { connect } from 'node:net';
import { ServerSettingsController } from '../endpoints/server/server-settings.controller';
import { TestApplication, startTestApplication } from '../test-support/test-application';

describe('broken connections', () => {
  let app: TestApplication;
  let port: number;

  beforeAll(async () => {
    app = await startTestApplication([ServerSettingsController]);
    await app.application.listen(0, '127.0.0.1');
    port = Number(new URL(await app.application.getUrl()).port);
  });
  afterAll(() => app.close());

  async function send(text: string): Promise<{ head: string; body: string }> {
    const socket = connect(port, '127.0.0.1');
    let received = '';
    socket.on('data', (chunk) => (received += chunk.toString()));
    socket.on('error', () => undefined);
    socket.write(text);
    await once(socket, 'close');
    const [head = '', body = ''] = received.split('\r\n\r\n');
    return { head, body };
  }

  it.each([
    ['what is not HTTP', 'HELLO\r\n\r\n', 400, 'Malformed HTTP request'],
    [
      'headers that are too large',
      `GET / HTTP/1.1\r\nhost: a\r\nx: ${'x'.repeat(40_000)}\r\n\r\n`,
      431,
      'The request header fields are too large',
    ],
  ])('answers %s', async (_what, text, status, msg) => {
    const { head, body } = await send(text);
    expect(head).toMatch(new RegExp(`^HTTP/1.1 ${status} `));
    expect(JSON.parse(body)).toEqual({ result: 'error', msg, code: 'BAD_REQUEST' });
  });

  it.each(['QUERY', 'PROPFIND', 'TRACE', 'M-SEARCH'])(
    'answers %s, which no endpoint has, with what the path has',
    async (method) => {
      const { head, body } = await send(
        `${method} /api/v1/server_settings HTTP/1.1\r\nhost: chat.example\r\nconnection: close\r\n\r\n`,
      );
      expect(head).toMatch(/^HTTP\/1.1 405 /);
      expect(JSON.parse(body)).toEqual({
        result: 'error',
        msg: 'Method Not Allowed',
        allowed_methods: ['GET', 'HEAD', 'OPTIONS'],
      });
    },
  );

  it.each(['FROBNICATE', 'get', 'X!'])(
    'answers %s, which is no method of HTTP, with those of the API',
    async (method) => {
      const { head, body } = await send(`${method} /api/v1/server_settings HTTP/1.1\r\nhost: chat.example\r\n\r\n`);
      expect(head).toMatch(/^HTTP\/1.1 405 /);
      expect(head).toMatch(/allow: DELETE, GET, HEAD, OPTIONS, PATCH, POST, PUT\r\n/);
      expect(JSON.parse(body)).toMatchObject({ result: 'error', msg: 'Method Not Allowed' });
    },
  );

  it('serves ordinary requests beside', async () => {
    const { head, body } = await send(
      'GET /api/v1/server_settings HTTP/1.1\r\nhost: chat.example\r\nconnection: close\r\n\r\n',
    );
    expect(head).toMatch(/^HTTP\/1.1 200 /);
    expect(head).toMatch(/content-type: application\/json\r\n/);
    expect(JSON.parse(body)).toMatchObject({ result: 'success', realm_name: 'Root' });
  });

  it('answers a HEAD with the length of the GET and nothing more', async () => {
    const { head, body } = await send(
      'HEAD /api/v1/server_settings HTTP/1.1\r\nhost: chat.example\r\nconnection: close\r\n\r\n',
    );
    expect(head).toMatch(/content-length: [1-9]\d{2,}/);
    expect(body).toBe('');
  });
});
