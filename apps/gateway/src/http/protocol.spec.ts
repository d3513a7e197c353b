import { Type } from '@sinclair/typebox';
import { RawJson } from '@stoa/rpc';
import { EchoController, LARGE_TEXT } from '../test-support/echo-controller';
import { apiKey } from '../test-support/fake-stores';
import { RawConnection } from '../test-support/raw-connection';
import { TestApplication, form, startTestApplication } from '../test-support/test-application';
import { Endpoint, EndpointController } from './endpoint.decorator';

describe('the protocol layer', () => {
  let app: TestApplication;
  const key = apiKey('member');

  beforeAll(async () => {
    app = await startTestApplication([EchoController]);
    app.keys.add(key, { userId: 7, deliveryEmail: 'Ada@mail.example' });
  });
  afterAll(() => app.close());
  beforeEach(() => app.limiter.counts.clear());

  const auth = { authorization: `Basic ${Buffer.from(`ada@mail.example:${key}`).toString('base64')}` };

  describe('success', () => {
    it('has the envelope and the headers of every answer', async () => {
      const response = await app.inject({
        method: 'GET',
        url: '/api/v1/echo/5?topic=a',
        headers: { 'user-agent': 'curl/8' },
      });
      expect(response.statusCode).toBe(200);
      expect(response.json()).toEqual({
        result: 'success',
        msg: '',
        message_id: 5,
        topic: 'a',
        client: 'curl',
        way: 'get',
      });
      expect(response.headers).toMatchObject({
        'content-type': 'application/json',
        'cache-control': 'max-age=0, no-cache, no-store, must-revalidate, private',
        expires: 'Thu, 01 Jan 1970 00:00:00 GMT',
        'content-language': 'en',
        'access-control-allow-origin': '*',
        'access-control-allow-headers': 'Authorization',
        'access-control-allow-methods': 'GET, POST, DELETE, PUT, PATCH, HEAD',
        'x-ratelimit-limit': '100',
        'x-ratelimit-remaining': '99',
        'x-ratelimit-reset': '1800000000',
      });
      expect(response.headers['x-request-id']).toMatch(/^[0-9a-f-]{36}$/);
      expect(response.headers['content-length']).toBe(String(Buffer.byteLength(response.body)));
    });

    it.each([
      ['raw', '{"result":"success","msg":"","deep":{"a":[1]}}'],
      ['buffer', '{"result":"success","msg":"","n":1}'],
      ['text', '{"result":"success","msg":"available","a":1}'],
    ])('%s is written as it is', async (path, body) => {
      expect((await app.inject({ url: `/api/v1/${path}` })).body).toBe(body);
    });

    it('is whole and has its length if it is large', async () => {
      const response = await app.inject({ url: '/api/v1/pieces?b=1' });
      expect(response.json()).toEqual({
        result: 'success',
        msg: '',
        text: LARGE_TEXT,
        ignored_parameters_unsupported: ['b'],
      });
      expect(response.headers['content-length']).toBe(String(response.rawPayload.length));
    });

    it('lists unknown parameters, but not client', async () => {
      const response = await app.inject({ url: '/api/v1/echo/5?z=1&a=2&client=Tool&subject=x' });
      expect(response.json()).toMatchObject({ topic: 'x', client: 'Tool', ignored_parameters_unsupported: ['a', 'z'] });
      const raw = await app.inject({ url: '/api/v1/raw?b=1' });
      expect(raw.json()).toEqual({
        result: 'success',
        msg: '',
        deep: { a: [1] },
        ignored_parameters_unsupported: ['b'],
      });
    });

    it('keeps a harmless request id and replaces others', async () => {
      const kept = await app.inject({ url: '/api/v1/raw', headers: { 'x-request-id': 'abc-1.2:3' } });
      expect(kept.headers['x-request-id']).toBe('abc-1.2:3');
      const replaced = await app.inject({ url: '/api/v1/raw', headers: { 'x-request-id': 'a b' } });
      expect(replaced.headers['x-request-id']).not.toBe('a b');
    });

    it('gives handlers a context of which calls carry the essentials', async () => {
      const headers = { ...auth, 'x-request-id': 'r1', 'user-agent': 'Tool/1' };
      const { context } = (await app.inject({ url: '/api/v1/context', headers })).json();
      expect(context).toEqual({
        requestId: 'r1',
        deadlineAt: expect.any(Number),
        actor: expect.objectContaining({
          userId: 7,
          clientName: 'Tool',
          realmHost: 'chat.example',
          realmUrl: 'http://chat.example',
        }),
      });
    });

    it('answers a held request later', async () => {
      const controller = app.application.get(EchoController);
      const pending = app.inject({ url: '/api/v1/held?x=1' });
      const response = pending.then((answer) => answer);
      while (controller.held.length === 0) await new Promise((resolve) => setImmediate(resolve));
      const held = controller.held.pop();
      expect(held?.isOpen).toBe(true);
      held?.succeed(new RawJson('{"events":[]}'), { closeConnection: true });
      held?.succeed({ again: true });
      expect((await response).json()).toEqual({
        result: 'success',
        msg: '',
        events: [],
        ignored_parameters_unsupported: ['x'],
      });
      expect((await response).headers.connection).toBe('close');
      expect(held?.isOpen).toBe(false);
    });
  });

  describe('bodies', () => {
    it('reads forms, which win over the query', async () => {
      const response = await app.inject({
        method: 'POST',
        url: '/api/v1/echo/5?topic=query',
        ...form({ topic: 'a b+ü', ids: '[1]' }),
      });
      expect(response.json()).toMatchObject({ topic: 'a b+ü', ids: [1], way: 'post' });
    });

    it('takes the last of repeated names', async () => {
      expect((await app.inject({ url: '/api/v1/echo/5?topic=a&topic=b' })).json()).toMatchObject({ topic: 'b' });
    });

    it('reads DELETE bodies', async () => {
      const response = await app.inject({ method: 'DELETE', url: '/api/v1/echo/5', ...form({ topic: 'x' }) });
      expect(response.json()).toMatchObject({ topic: 'x', way: 'delete' });
    });

    it('accepts a POST without body, whatever type it announces', async () => {
      const response = await app.inject({
        method: 'POST',
        url: '/api/v1/echo/5',
        headers: { 'content-type': 'application/json' },
      });
      expect(response.json()).toMatchObject({ result: 'success', way: 'post' });
    });

    it.each([
      ['GET', 200, { way: 'get', topic: 't' }],
      ['DELETE', 200, { way: 'delete' }],
      ['PATCH', 405, { msg: 'Method Not Allowed' }],
      ['NONSENSE', 200, { way: 'post', ignored_parameters_unsupported: ['method'] }],
    ])('takes a POST with method=%s for that', async (method, status, body) => {
      const response = await app.inject({ method: 'POST', url: '/api/v1/echo/5', ...form({ method, topic: 't' }) });
      expect(response.statusCode).toBe(status);
      expect(response.json()).toMatchObject(body);
      if (method === 'GET') expect(response.json().ignored_parameters_unsupported).toBeUndefined();
    });

    it.each([
      ['HEAD', 200],
      ['OPTIONS', 204],
    ])('takes a POST with method=%s for that', async (method, status) => {
      const response = await app.inject({ method: 'POST', url: '/api/v1/echo/5', ...form({ method }) });
      expect(response.statusCode).toBe(status);
    });

    it.each([
      ['application/json', '{"topic":"x"}'],
      ['text/plain', 'x'],
      ['', 'x'],
    ])('refuses type %s', async (type, payload) => {
      const headers: Record<string, string> = type ? { 'content-type': type } : {};
      const response = await app.inject({ method: 'POST', url: '/api/v1/echo/5', headers, payload });
      expect(response.statusCode).toBe(415);
      expect(response.json()).toMatchObject({ result: 'error', code: 'BAD_REQUEST' });
    });

    it.each([
      ['one host', 'GET /api/v1/text HTTP/1.1\r\nhost: chat.example\r\n', 200],
      ['two hosts', 'GET /api/v1/text HTTP/1.1\r\nhost: chat.example\r\nHost: other.example\r\n', 400],
      ['the same host twice', 'GET /api/v1/text HTTP/1.1\r\nhost: chat.example\r\nhost: chat.example\r\n', 400],
      ['no host', 'GET /api/v1/text HTTP/1.1\r\n', 400],
      ['a version that knows no hosts', 'GET /api/v1/text\r\n', 400],
    ])('%s', async (_what, head, status) => {
      const connection = await new RawConnection(await app.listen()).connected();
      expect(await connection.send(`${head}connection: close\r\n\r\n`).statuses(1)).toEqual([status]);
      connection.close();
    });

    it('refuses bodies and numbers of fields that are too large', async () => {
      const large = await app.inject({
        method: 'POST',
        url: '/api/v1/echo/5',
        ...form({ topic: 'x'.repeat(3_000_000) }),
      });
      expect([large.statusCode, large.json().code]).toEqual([413, 'BAD_REQUEST']);
      expect(large.headers['access-control-allow-origin']).toBe('*');
      const many = '&a=1'.repeat(1_001);
      expect((await app.inject({ url: `/api/v1/echo/5?${many}` })).statusCode).toBe(400);
      expect(
        (await app.inject({ method: 'POST', url: '/api/v1/echo/5', headers: form({}).headers, payload: many }))
          .statusCode,
      ).toBe(400);
    });
  });

  describe('errors', () => {
    it.each([
      ['/api/v1/fails/1', 400, { result: 'error', msg: 'Invalid narrow operator: x', code: 'BAD_NARROW', desc: 'x' }],
      [
        '/api/v1/fails/2',
        503,
        { result: 'error', msg: expect.any(String), code: 'SERVICE_UNAVAILABLE', 'retry-after': 2 },
      ],
      ['/api/v1/fails/3', 500, { result: 'error', msg: 'Internal server error' }],
      ['/api/v1/fails/4?junk=1', 500, { result: 'error', msg: 'Internal server error' }],
      ['/api/v1/echo/5?ids=x', 400, { result: 'error', msg: 'ids is not valid JSON', code: 'BAD_REQUEST' }],
      ['/api/v1/nothing', 404, { result: 'error', msg: expect.any(String), code: 'NOT_FOUND' }],
      ['/api/v1/echo/five', 404, { result: 'error', msg: expect.any(String), code: 'NOT_FOUND' }],
      ['/api/v1/echo/', 404, { result: 'error', msg: expect.any(String), code: 'NOT_FOUND' }],
      ['/', 404, { result: 'error', msg: expect.any(String), code: 'NOT_FOUND' }],
      ['/api/v1/echo/%', 404, { result: 'error', msg: expect.any(String), code: 'NOT_FOUND' }],
    ])('%s', async (url, status, body) => {
      const response = await app.inject({ url });
      expect([response.statusCode, response.json()]).toEqual([status, body]);
      expect(response.headers['content-type']).toMatch(/^application\/json/);
      expect(response.headers['x-request-id']).toBeDefined();
      if (status === 503) expect(response.headers['retry-after']).toBe('2');
    });

    it('answers a wrong method with the right ones', async () => {
      const response = await app.inject({ method: 'PATCH', url: '/api/v1/echo/5', ...form({ a: '1' }) });
      expect(response.statusCode).toBe(405);
      expect(response.headers.allow).toBe('DELETE, GET, HEAD, OPTIONS, POST');
      expect(response.json()).toEqual({
        result: 'error',
        msg: 'Method Not Allowed',
        allowed_methods: ['DELETE', 'GET', 'HEAD', 'OPTIONS', 'POST'],
      });
    });

    it('answers 404 and 405 before it minds the type of the body', async () => {
      const json = { headers: { 'content-type': 'application/json' }, payload: '{}' };
      expect((await app.inject({ method: 'POST', url: '/api/v1/nothing', ...json })).statusCode).toBe(404);
      expect((await app.inject({ method: 'POST', url: '/api/v1/raw', ...json })).statusCode).toBe(405);
    });

    it('answers OPTIONS and HEAD', async () => {
      const options = await app.inject({ method: 'OPTIONS', url: '/api/v1/echo/5' });
      expect([options.statusCode, options.body, options.headers.allow]).toEqual([
        204,
        '',
        'DELETE, GET, HEAD, OPTIONS, POST',
      ]);
      const head = await app.inject({ method: 'HEAD', url: '/api/v1/raw' });
      expect([head.statusCode, head.body, head.headers['content-length']]).toEqual([200, '', '46']);
    });
  });

  describe('rate limits', () => {
    it('refuses with the time to wait in body and header', async () => {
      for (let call = 0; call < 100; call++) await app.inject({ url: '/api/v1/raw' });
      const response = await app.inject({ url: '/api/v1/raw' });
      expect(response.statusCode).toBe(429);
      expect(response.json()).toEqual({
        result: 'error',
        msg: 'API usage exceeded rate limit',
        code: 'RATE_LIMIT_HIT',
        'retry-after': 12.5,
      });
      expect(response.headers).toMatchObject({
        'retry-after': '12.5',
        'x-ratelimit-limit': '100',
        'x-ratelimit-remaining': '0',
      });
    });

    it('counts users by their id and shows it on errors too', async () => {
      const response = await app.inject({ url: '/api/v1/context', headers: auth });
      expect(response.headers).toMatchObject({ 'x-ratelimit-limit': '2000', 'x-ratelimit-remaining': '1999' });
      expect([...app.limiter.counts]).toEqual([['api_by_user:7', 1]]);
      const failing = await app.inject({ url: '/api/v1/fails/1' });
      expect(failing.headers['x-ratelimit-remaining']).toBe('99');
    });

    it('counts failed credentials by address', async () => {
      await app.inject({ url: '/api/v1/context', headers: { authorization: 'Basic x' } });
      expect([...app.limiter.counts]).toEqual([['api_by_ip:127.0.0.1', 1]]);
    });
  });
});

describe('modes', () => {
  it('leaves rate limits out where they are off', async () => {
    const app = await startTestApplication([EchoController], { STOA_RATE_LIMITS: 'off', STOA_MODE: 'development' });
    const response = await app.inject({ url: '/api/v1/raw' });
    expect(response.headers['x-ratelimit-limit']).toBeUndefined();
    expect(app.limiter.counts.size).toBe(0);
    await app.close();
  });

  it('refuses to switch them off in production', async () => {
    await expect(startTestApplication([], { STOA_RATE_LIMITS: 'off' })).rejects.toThrow('STOA_RATE_LIMITS');
  });

  it('believes only the proxies that it was told of', async () => {
    const headers = { 'x-forwarded-for': '192.0.2.9' };
    const open = await startTestApplication([EchoController], { STOA_TRUSTED_PROXIES: '127.0.0.1/32' });
    await open.inject({ url: '/api/v1/raw', headers });
    expect([...open.limiter.counts.keys()]).toEqual(['api_by_ip:192.0.2.9']);
    await open.close();
    const closed = await startTestApplication([EchoController]);
    await closed.inject({ url: '/api/v1/raw', headers });
    expect([...closed.limiter.counts.keys()]).toEqual(['api_by_ip:127.0.0.1']);
    await closed.close();
  });

  it('refuses two endpoints at one place', async () => {
    @EndpointController()
    class Twin {
      @Endpoint({ method: 'GET', path: 'raw', summary: 'Twin', tag: 'T', auth: 'public', response: Type.Object({}) })
      raw() {
        return {};
      }
    }
    await expect(startTestApplication([EchoController, Twin])).rejects.toThrow(
      'GET raw of both surfaces is declared twice',
    );
  });
});
