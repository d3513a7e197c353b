import { apiKey } from '../test-support/fake-stores';
import { EchoController } from '../test-support/echo-controller';
import { TestApplication, form, startTestApplication } from '../test-support/test-application';

describe('the protocol layer, multipart', () => {
  let app: TestApplication;
  const key = apiKey('member');

  beforeAll(async () => {
    app = await startTestApplication([EchoController]);
    app.keys.add(key, { userId: 7, deliveryEmail: 'Ada@mail.example' });
  });
  afterAll(() => app.close());
  beforeEach(() => app.limiter.counts.clear());

  const auth = { authorization: `Basic ${Buffer.from(`ada@mail.example:${key}`).toString('base64')}` };

  const boundary = 'xyz';
  const headers = { 'content-type': `multipart/form-data; boundary=${boundary}` };
  const field = (name: string, value: string) =>
    `--${boundary}\r\ncontent-disposition: form-data; name="${name}"\r\n\r\n${value}\r\n`;
  const file = (name: string, content: string) =>
    `--${boundary}\r\ncontent-disposition: form-data; name="${name}"; filename="f.txt"\r\ncontent-type: text/plain\r\n\r\n${content}\r\n`;
  const end = `--${boundary}--\r\n`;

  it('reads fields', async () => {
    const payload = field('topic', 'ä') + field('ids', '[1,2]') + field('other', '1') + end;
    const response = await app.inject({ method: 'POST', url: '/api/v1/echo/5', headers, payload });
    expect(response.json()).toMatchObject({ topic: 'ä', ids: [1, 2], ignored_parameters_unsupported: ['other'] });
  });

  it('honours method=', async () => {
    const response = await app.inject({
      method: 'POST',
      url: '/api/v1/echo/5',
      headers,
      payload: field('method', 'DELETE') + end,
    });
    expect(response.json()).toMatchObject({ way: 'delete' });
  });

  it('takes a file of any name, with fields before and after it', async () => {
    const payload = file('whatever', 'hello') + field('note', 'n') + end;
    const response = await app.inject({
      method: 'POST',
      url: '/api/v1/files',
      headers: { ...headers, ...auth },
      payload,
    });
    expect(response.json()).toEqual({ result: 'success', msg: '', name: 'f.txt', size: 5, note: 'n' });
  });

  it('honours method= and parameters behind files of an endpoint that reads them itself', async () => {
    const fields = field('topic', 't') + field('method', 'PATCH');
    const expected = { result: 'success', msg: '', topic: 't', name: 'f.txt' };
    const sent: [string, string, object][] = [
      ['POST', file('a', 'hello') + fields, { size: 5, others: 0 }],
      ['POST', fields + file('a', 'hello'), { size: 5, others: 0 }],
      ['PATCH', file('a', 'hello') + file('b', 'x') + field('topic', 't'), { size: 5, others: 1 }],
      ['POST', file('a', 'x'.repeat(6 * 1024 * 1024)) + fields, { size: 5 * 1024 * 1024 + 1, others: 0 }],
    ];
    for (const [method, payload, files] of sent) {
      const response = await app.inject({
        method: method === 'POST' ? 'POST' : 'PATCH',
        url: '/api/v1/images/5',
        headers: { ...headers, ...auth },
        payload: payload + end,
      });
      expect(response.json()).toEqual({ ...expected, ...files });
    }
    const refused = await app.inject({
      method: 'POST',
      url: '/api/v1/images/5',
      headers,
      payload: file('a', 'hello') + fields + end,
    });
    expect(refused.statusCode).toBe(401);
    const { headers: type, payload: text } = form({ method: 'PATCH', topic: 't' });
    const url = '/api/v1/images/5';
    const plain = await app.inject({ method: 'POST', url, headers: { ...type, ...auth }, payload: text });
    expect(plain.json()).toEqual({ result: 'success', msg: '', topic: 't', size: 0 });
  });

  it('authenticates before it reads files', async () => {
    const response = await app.inject({
      method: 'POST',
      url: '/api/v1/files',
      headers,
      payload: file('a', 'hello') + end,
    });
    expect(response.statusCode).toBe(401);
    // The rest goes by unread, so that its sender gets to read the answer.
    expect(response.headers.connection).toBe('keep-alive');
  });

  it.each([
    ['a file above the limit', file('a', 'x'.repeat(2_000)) + end, 400],
    ['no file', end, 400],
    ['a cut-off body', field('a', 'b').slice(0, -10), 400],
    ['fields above the limit', field('a', 'x'.repeat(3_000_000)) + end, 413],
  ])('refuses %s', async (_what, payload, status) => {
    const response = await app.inject({
      method: 'POST',
      url: '/api/v1/files',
      headers: { ...headers, ...auth },
      payload,
    });
    expect(response.statusCode).toBe(status);
    expect(response.json().result).toBe('error');
  });

  it('has a bounded number of parts', async () => {
    const parts = (count: number) => Array.from({ length: count }, (_, index) => field(`f${index}`, '1')).join('');
    const post = async (payload: string) =>
      (await app.inject({ method: 'POST', url: '/api/v1/echo/5', headers, payload })).statusCode;
    expect(await post(parts(199) + field('topic', 't') + end)).toBe(200);
    expect(await post(parts(200) + field('topic', 't') + end)).toBe(413);
    expect(await post(`--${boundary}\r\n`.repeat(202))).toBe(413);
  });

  it.each(['', '; boundary=', '; boundary=xyz; boundary=abc', `; boundary=${'x'.repeat(71)}`, '; boundary="x\\yz"'])(
    'refuses a Content-Type that ends with %j',
    async (parameters) => {
      const wrong = { 'content-type': `multipart/form-data${parameters}` };
      const payload = field('topic', 't') + end;
      const response = await app.inject({ method: 'POST', url: '/api/v1/echo/5', headers: wrong, payload });
      expect([response.statusCode, response.json().msg]).toEqual([400, expect.stringContaining('boundary')]);
    },
  );

  it.each(['; boundary="xyz"', '; charset=utf-8; boundary=xyz', '; Boundary=xyz; charset=utf-8'])(
    'takes a Content-Type that ends with %j',
    async (parameters) => {
      const right = { 'content-type': `multipart/form-data${parameters}` };
      const payload = field('topic', 't') + end;
      const response = await app.inject({ method: 'POST', url: '/api/v1/echo/5', headers: right, payload });
      expect(response.json()).toMatchObject({ topic: 't' });
    },
  );

  it('skips files that nobody wants', async () => {
    const response = await app.inject({
      method: 'POST',
      url: '/api/v1/echo/5',
      headers,
      payload: file('f', 'abc') + field('topic', 't') + end,
    });
    expect(response.json()).toMatchObject({ topic: 't', ignored_parameters_unsupported: ['f'] });
  });
});
