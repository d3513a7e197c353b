import { TestCluster, sharedCluster } from '@stoa/testing';
import { Person, addPerson, demoPerson } from '../support/people';
import { RawRequest, basicAuthorization, rawRequest } from '../support/raw-request';

describe('HTTP conventions', () => {
  let cluster: TestCluster;
  let ada: Person;

  beforeAll(async () => {
    cluster = await sharedCluster();
    ada = await addPerson(demoPerson(cluster, 'owner'), 'Ada');
  });

  const request = (path: string, { person, ...init }: RawRequest & { person?: Person } = {}) =>
    rawRequest(person?.client ?? ada.client.anonymous(), path, init);
  const form = (fields: Record<string, string>) => ({
    method: 'POST' as const,
    headers: { 'content-type': 'application/x-www-form-urlencoded' },
    body: new URLSearchParams(fields).toString(),
  });

  describe('authentication', () => {
    it.each<[string, () => string | undefined, number, string, string]>([
      ['none', () => undefined, 401, 'UNAUTHORIZED', 'Not logged in: API authentication or user session required'],
      ['an unknown key', () => basicAuthorization(ada.email, 'k'.repeat(32)), 401, 'UNAUTHORIZED', 'Invalid API key'],
      [
        'another account’s name',
        () => basicAuthorization('x@y.example', ada.apiKey),
        401,
        'UNAUTHORIZED',
        'Invalid API key',
      ],
      ['a key of another form', () => basicAuthorization(ada.email, 'short'), 401, 'UNAUTHORIZED', 'Malformed API key'],
      ['one word', () => 'Basic', 401, 'UNAUTHORIZED', 'Invalid authorization header for basic auth'],
      [
        'no colon',
        () => `Basic ${btoa('nothing')}`,
        401,
        'UNAUTHORIZED',
        'Invalid authorization header for basic auth',
      ],
      ['no base64', () => 'Basic ****', 401, 'UNAUTHORIZED', 'Invalid authorization header for basic auth'],
      [
        'another scheme',
        () => `Bearer ${ada.apiKey}`,
        400,
        'BAD_REQUEST',
        'This endpoint requires HTTP basic authentication.',
      ],
    ])('%s', async (_what, authorization, status, code, msg) => {
      const value = authorization();
      const answer = await request(
        '/api/v1/users/me',
        value === undefined ? {} : { headers: { authorization: value } },
      );
      expect(JSON.parse(answer.text)).toEqual({ result: 'error', code, msg });
      expect(answer.status).toBe(status);
      if (status === 401) expect(answer.headers.get('www-authenticate')).toMatch(/^Basic realm="/);
    });

    it('takes the scheme in any case', async () => {
      const authorization = basicAuthorization(ada.email, ada.apiKey).replace('Basic', 'bAsIc');
      expect((await request('/api/v1/users/me', { headers: { authorization } })).status).toBe(200);
    });
  });

  describe('routing', () => {
    it('answers unknown paths with 404 in the envelope', async () => {
      for (const path of ['/api/v1/nowhere', '/api/v1/messages/abc', '/api/v2/messages']) {
        const answer = await request(path, { person: ada });
        expect([path, answer.status]).toEqual([path, 404]);
        expect(JSON.parse(answer.text)).toMatchObject({ result: 'error', msg: expect.any(String) });
      }
    });

    it('answers other methods with 405 and those that there are', async () => {
      const answer = await request('/api/v1/events', { ...form({}), person: ada });
      expect(answer.status).toBe(405);
      const body = JSON.parse(answer.text);
      expect(body).toEqual({ result: 'error', msg: 'Method Not Allowed', allowed_methods: expect.any(Array) });
      expect(body.allowed_methods).toEqual(expect.arrayContaining(['GET', 'DELETE']));
      expect(answer.headers.get('allow')?.split(/, */)).toEqual(body.allowed_methods);
    });

    it('answers OPTIONS with 204 and HEAD like GET without body', async () => {
      const options = await request('/api/v1/messages', { method: 'OPTIONS' });
      expect([options.status, options.text]).toEqual([204, '']);
      expect(options.headers.get('allow')?.split(/, */)).toEqual(expect.arrayContaining(['GET', 'POST', 'OPTIONS']));
      const head = await request('/api/v1/server_settings', { method: 'HEAD' });
      expect([head.status, head.text]).toEqual([200, '']);
      expect(head.headers.get('content-type')).toContain('application/json');
    });

    it('dispatches a POST by its field `method`', async () => {
      const answer = await request('/api/v1/users/me/subscriptions', { ...form({ method: 'GET' }), person: ada });
      expect(answer.status).toBe(200);
      expect(JSON.parse(answer.text)).toHaveProperty('subscriptions');
    });
  });

  describe('headers', () => {
    it('allow other origins, forbid caching, and name the request', async () => {
      const answers = [
        await request('/api/v1/users/me', { person: ada }),
        await request('/api/v1/users/me'),
        await request('/api/v1/server_settings'),
      ];
      for (const { headers } of answers) {
        expect(headers.get('access-control-allow-origin')).toBe('*');
        expect(headers.get('access-control-allow-headers')?.toLowerCase()).toContain('authorization');
        expect(headers.get('access-control-allow-methods')).toContain('GET');
        expect(headers.get('cache-control')).toContain('no-store');
        expect(headers.get('cache-control')).toContain('private');
        expect(headers.get('content-type')).toContain('application/json');
        expect(headers.get('content-language')).toBe('en');
        expect(headers.get('x-request-id')).toMatch(/\S/);
      }
      expect(new Set(answers.map(({ headers }) => headers.get('x-request-id'))).size).toBe(answers.length);
    });
  });

  describe('bodies', () => {
    const send = (headers: Record<string, string>, body: string) =>
      request('/api/v1/messages', { method: 'POST', person: ada, headers, body });

    it('refuses those that it cannot read', async () => {
      const kinds: [Record<string, string>, string, number[]][] = [
        [{ 'content-type': 'application/xml' }, '<a/>', [415]],
        [{ 'content-type': 'text/plain' }, 'hello', [415]],
        [{ 'content-type': 'multipart/form-data' }, 'x', [400, 415]],
        [{ 'content-type': 'multipart/form-data; boundary=b' }, 'no boundary here', [400]],
      ];
      for (const [headers, body, statuses] of kinds) {
        const answer = await send(headers, body);
        expect(JSON.parse(answer.text)).toMatchObject({ result: 'error', msg: expect.any(String) });
        expect(statuses).toContain(answer.status);
      }
    });

    it('refuses one that is too large with 413', async () => {
      const answer = await send(
        { 'content-type': 'application/x-www-form-urlencoded' },
        `type=direct&to=[${ada.userId}]&content=${'x'.repeat(4_000_000)}`,
      );
      expect(answer.status).toBe(413);
      expect(JSON.parse(answer.text)).toMatchObject({ result: 'error', msg: expect.any(String) });
    });
  });

  describe('parameters', () => {
    it('ignores and reports what it does not know, on success only', async () => {
      const known = await request('/api/v1/users/me?client=mine&zebra=1&apple=2', { person: ada });
      expect(JSON.parse(known.text).ignored_parameters_unsupported).toEqual(['apple', 'zebra']);
      const clean = await request('/api/v1/users/me', { person: ada });
      expect(JSON.parse(clean.text)).not.toHaveProperty('ignored_parameters_unsupported');
      const failed = await request('/api/v1/messages?zebra=1', { person: ada });
      expect(failed.status).toBe(400);
      expect(JSON.parse(failed.text)).not.toHaveProperty('ignored_parameters_unsupported');
    });

    it('prefers the body to the query', async () => {
      const answer = await request(`/api/v1/messages?content=query&type=direct`, {
        ...form({ content: 'body', to: `[${ada.userId}]` }),
        person: ada,
      });
      const { id } = JSON.parse(answer.text);
      const fetched = await request(`/api/v1/messages/${id}`, { person: ada });
      expect(JSON.parse(fetched.text).raw_content).toBe('body');
    });

    it('lets the parameter `client` name the client', async () => {
      const answer = await request('/api/v1/messages', {
        ...form({ content: 'x', type: 'direct', to: `[${ada.userId}]`, client: 'My client' }),
        person: ada,
      });
      const body = JSON.parse(answer.text);
      expect(body).not.toHaveProperty('ignored_parameters_unsupported');
      const fetched = await request(`/api/v1/messages/${body.id}`, { person: ada });
      expect(JSON.parse(fetched.text).message.client).toBe('My client');
    });
  });

  describe('the reference', () => {
    it('is an OpenAPI 3.1 document that names every endpoint of the API', async () => {
      const answer = await request('/api/v1/openapi.json');
      const document = JSON.parse(answer.text);
      expect(document.openapi).toMatch(/^3\.1\./);
      const operations = Object.entries<object>(document.paths).flatMap(([path, item]) =>
        Object.keys(item).map((method) => `${method.toUpperCase()} ${path.replace(/^\/api\/v1/, '')}`),
      );
      expect(operations).toEqual(
        expect.arrayContaining([
          'GET /server_settings',
          'POST /fetch_api_key',
          'POST /dev_fetch_api_key',
          'POST /users/me/api_key/regenerate',
          'GET /users/me',
          'GET /users',
          'POST /users',
          'POST /messages',
          'GET /messages',
          'GET /messages/{message_id}',
          'POST /messages/flags',
          'POST /users/me/subscriptions',
          'GET /users/me/subscriptions',
          'DELETE /users/me/subscriptions',
          'GET /streams',
          'POST /register',
          'GET /events',
          'DELETE /events',
        ]),
      );
    });

    it('is a page that loads nothing from other hosts', async () => {
      let page = await request('/api/docs');
      const location = page.headers.get('location');
      if (page.status >= 300 && page.status < 400 && location) {
        page = await request(new URL(location, cluster.description.base_url).pathname);
      }
      expect(page.status).toBe(200);
      expect(page.headers.get('content-type')).toContain('text/html');
      const links = [...page.text.matchAll(/(?:src|href)="([^"]+)"/g)].map(([, link]) => link ?? '');
      expect(links.length).toBeGreaterThan(0);
      for (const link of links) {
        const { origin, pathname } = new URL(link, `${cluster.description.base_url}/api/docs/`);
        expect(origin).toBe(cluster.description.base_url);
        if (/\.(js|css)$/.test(pathname)) expect((await request(pathname)).status).toBe(200);
      }
    });
  });
});
