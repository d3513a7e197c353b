import { type RequestListener, type Server, createServer } from 'node:http';
import { type AddressInfo } from 'node:net';
import { brotliCompressSync, deflateSync, gzipSync } from 'node:zlib';
import { readAtMost } from './decoded-body';
import { OutgoingError } from './outgoing-error';
import { OutgoingHttp } from './outgoing-http';

const OUTSIDE = '127.0.0.2';
const INSIDE = '127.0.0.1';
const MIB = 1024 * 1024;

const listening = async (host: string, answer: RequestListener): Promise<{ server: Server; port: number }> => {
  const server = createServer(answer);
  await new Promise<void>((resolve) => server.listen(0, host, resolve));
  const { port } = server.address() as AddressInfo;
  return { server, port };
};

describe('requests to addresses that users name', () => {
  const hits: string[] = [];
  const answers = new Map<string, RequestListener>();
  const names = new Map<string, string[]>();
  const servers: Server[] = [];
  let outside: string;
  let insidePort: number;
  let outsidePort: number;
  let http: OutgoingHttp;

  beforeAll(async () => {
    const inner = await listening(INSIDE, (request, response) => {
      hits.push(request.url ?? '');
      response.end('secret');
    });
    const outer = await listening(OUTSIDE, (request, response) => {
      const answer = answers.get(request.url ?? '');
      if (answer) answer(request, response);
      else response.writeHead(404).end();
    });
    servers.push(inner.server, outer.server);
    insidePort = inner.port;
    outsidePort = outer.port;
    outside = `http://${OUTSIDE}:${outer.port}`;
    http = new OutgoingHttp({
      userAgent: 'Tester/1',
      allowedAddresses: [OUTSIDE],
      resolver: { addressesOf: (name) => Promise.resolve(names.get(name) ?? []) },
    });
  });

  beforeEach(() => {
    hits.length = 0;
    answers.clear();
    names.clear();
  });

  afterAll(async () => {
    await http.close();
    for (const server of servers) {
      server.closeAllConnections();
      server.close();
    }
  });

  const get = (url: string, timeoutMs = 20_000) => http.get({ url, timeoutMs, accept: '*/*' });
  const text = async (url: string): Promise<string> => (await readAtMost((await get(url)).body, MIB)).toString();
  const failure = async (url: string, timeoutMs?: number): Promise<string> => {
    const error: unknown = await get(url, timeoutMs).then(
      ({ body }) => {
        body.destroy();
        return new Error('it was fetched');
      },
      (thrown: unknown) => thrown,
    );
    return error instanceof OutgoingError ? error.reason : String(error);
  };
  const serve = (path: string, answer: RequestListener): string => {
    answers.set(path, answer);
    return `${outside}${path}`;
  };

  it('names itself, sends no credentials, and reads what is there', async () => {
    let headers: unknown;
    const url = serve('/page', (request, response) => {
      ({ headers } = request);
      response.setHeader('content-type', 'Text/HTML; charset=utf-8').end('hello');
    });
    const answer = await get(url);
    expect([answer.status, answer.contentType, (await readAtMost(answer.body, 10)).toString()]).toEqual([
      200,
      'text/html',
      'hello',
    ]);
    expect(headers).toMatchObject({ 'user-agent': 'Tester/1' });
    for (const name of ['authorization', 'cookie', 'referer']) expect(headers).not.toHaveProperty(name);
  });

  it.each([
    () => `http://${INSIDE}:${insidePort}/`,
    () => `http://[::ffff:${INSIDE}]:${insidePort}/`,
    () => `http://2130706433:${insidePort}/`,
    () => `http://0x7f.1:${insidePort}/`,
    () => `http://0:${insidePort}/`,
    () => `http://[::]:${insidePort}/`,
    () => 'http://169.254.169.254/latest/meta-data/',
    () => `https://user:password@${OUTSIDE}/`,
    () => 'ftp://example.net/',
    () => 'file:///etc/passwd',
    () => 'gopher://example.net/',
    () => 'http://',
    () => 'no address',
    () => `http://1.1.1.1:6379/`,
    () => `http://${OUTSIDE}:80/${'x'.repeat(9_000)}`,
  ])('refuses %s', async (url) => {
    expect(await failure(url())).toBe('refused');
    expect(hits).toEqual([]);
  });

  it.each(['/in', '//in', '/loop'])('looks at every redirect: %s', async (path) => {
    const target = path === '/loop' ? '/loop' : `http://${INSIDE}:${insidePort}/stolen`;
    const url = serve(path, (_request, response) => response.writeHead(302, { location: target }).end('moved'));
    expect(await failure(url)).toBe(path === '/loop' ? 'redirects' : 'refused');
    expect(hits).toEqual([]);
  });

  it('follows a few redirects', async () => {
    const relative = serve('/first', (_request, response) => response.writeHead(301, { location: 'second?x' }).end());
    serve('/second?x', (_request, response) => response.writeHead(307, { location: `${outside}/third#part` }).end());
    serve('/third', (_request, response) => response.end('here'));
    const answer = await get(relative);
    expect([answer.url.href, (await readAtMost(answer.body, 10)).toString()]).toEqual([`${outside}/third`, 'here']);
  });

  it('goes only to allowed addresses of a name', async () => {
    serve('/', (_request, response) => response.end('public'));
    names.set('mixed.test', [INSIDE, OUTSIDE, '10.0.0.1']).set('inner.test', [INSIDE, '::1']).set('none.test', []);
    expect(await text(`http://mixed.test:${outsidePort}/`)).toBe('public');
    expect(await failure(`http://inner.test:${insidePort}/`)).toBe('refused');
    expect(await failure(`http://none.test:${insidePort}/`)).toBe('network');
    expect(hits).toEqual([]);
  });

  it('is not fooled by a name that answers differently each time', async () => {
    let asked = 0;
    const rebinding = new OutgoingHttp({
      userAgent: 'Tester/1',
      allowedAddresses: [OUTSIDE],
      resolver: { addressesOf: () => Promise.resolve([asked++ % 2 === 0 ? OUTSIDE : INSIDE]) },
    });
    // The same port on both: what is refused is the address alone.
    const twin = createServer((_request, response) => response.end('secret'));
    await new Promise<void>((resolve) => twin.listen(outsidePort, INSIDE, resolve));
    serve('/', (_request, response) => response.setHeader('connection', 'close').end('public'));
    const outcomes: string[] = [];
    for (let attempt = 0; attempt < 6; attempt++) {
      const url = `http://rebinding.test:${outsidePort}/`;
      const found = await rebinding.get({ url, timeoutMs: 20_000, accept: '*/*' }).then(
        async ({ body }) => (await readAtMost(body, 10)).toString(),
        (error: unknown) => (error instanceof OutgoingError ? error.reason : String(error)),
      );
      outcomes.push(found);
    }
    await rebinding.close();
    twin.closeAllConnections();
    twin.close();
    expect(outcomes).toEqual(['public', 'refused', 'public', 'refused', 'public', 'refused']);
  });

  it.each([
    ['gzip', gzipSync('packed')],
    ['deflate', deflateSync('packed')],
    ['br', brotliCompressSync('packed')],
  ])('undoes %s', async (encoding, body) => {
    const url = serve('/packed', (_request, response) => response.setHeader('content-encoding', encoding).end(body));
    expect(await text(url)).toBe('packed');
  });

  it('reads no more of a bomb than was asked for', async () => {
    const bomb = gzipSync(Buffer.alloc(64 * MIB));
    const url = serve('/bomb', (_request, response) => response.setHeader('content-encoding', 'gzip').end(bomb));
    const { body } = await get(url);
    const before = process.memoryUsage().arrayBuffers;
    expect((await readAtMost(body, MIB)).length).toBe(MIB);
    expect(process.memoryUsage().arrayBuffers - before).toBeLessThan(16 * MIB);
    expect(body.destroyed).toBe(true);
  });

  it('takes what a broken encoding gave, and refuses unknown ones', async () => {
    const whole = gzipSync(Buffer.from('text '.repeat(10_000)));
    const cut = serve('/cut', (_request, response) =>
      response.setHeader('content-encoding', 'gzip').end(whole.subarray(0, whole.length / 2)),
    );
    expect(await text(cut)).toMatch(/^text text/);
    const odd = serve('/odd', (_request, response) => response.setHeader('content-encoding', 'zstd, gzip').end('x'));
    expect(await failure(odd)).toBe('encoding');
  });

  it('gives up in time: no answer, and a body without an end', async () => {
    expect(
      await failure(
        serve('/silent', () => undefined),
        100,
      ),
    ).toBe('timeout');
    const dripping = serve('/dripping', (_request, response) => {
      const timer = setInterval(() => response.write('x'), 20);
      response.once('close', () => clearInterval(timer));
    });
    const { body } = await get(dripping, 300);
    await expect(readAtMost(body, MIB)).rejects.toMatchObject({ reason: 'timeout' });
    expect(await failure(`http://${OUTSIDE}:1/`)).toBe('network');
  });

  it('says so when the other side breaks off', async () => {
    const url = serve('/broken', (_request, response) => {
      response.writeHead(200, { 'content-length': 100 });
      response.write('half', () => response.destroy());
    });
    const { body } = await get(url);
    const failed: unknown = await readAtMost(body, MIB).catch((error: unknown) => error);
    expect(failed).toBeInstanceOf(OutgoingError);
    expect(failed).toMatchObject({ reason: 'network' });
  });

  it('ends when who asked gives up', async () => {
    const quiet = serve('/quiet', () => undefined);
    const giving = new AbortController();
    const waiting = http.get({ url: quiet, timeoutMs: 20_000, accept: '*/*', signal: giving.signal });
    giving.abort();
    await expect(waiting).rejects.toMatchObject({ reason: 'aborted' });
    const gone = http.get({ url: quiet, timeoutMs: 20_000, accept: '*/*', signal: AbortSignal.abort() });
    await expect(gone).rejects.toMatchObject({ reason: 'aborted' });
  });

  it('asks for parts without compression', async () => {
    const url = serve('/film', (request, response) => {
      const { range, 'accept-encoding': encoding } = request.headers;
      response.writeHead(206, { 'content-range': 'bytes 0-1/9' }).end(`${range} ${encoding}`);
    });
    const answer = await http.get({ url, timeoutMs: 20_000, accept: 'video/*', range: 'bytes=0-1' });
    expect([answer.status, answer.header('content-range')]).toEqual([206, 'bytes 0-1/9']);
    expect((await readAtMost(answer.body, MIB)).toString()).toBe('bytes=0-1 identity');
  });

  it('posts, and follows no redirect', async () => {
    const url = serve('/hook', (incoming, response) => {
      let body = '';
      incoming.on('data', (chunk: Buffer) => (body += chunk.toString()));
      incoming.on('end', () => response.end(`${incoming.method} ${incoming.headers['x-one']} ${body}`));
    });
    const posted = { body: 'a', headers: { 'x-one': '1' }, timeoutMs: 20_000, largestBytes: 100 };
    const answer = await http.post({ url, ...posted });
    expect([answer.status, answer.body.toString()]).toEqual([200, 'POST 1 a']);
    const elsewhere = serve('/elsewhere', (_request, response) =>
      response.writeHead(307, { location: url, 'retry-after': '7' }).end(),
    );
    expect(await http.post({ url: elsewhere, ...posted })).toMatchObject({ status: 307, retryAfter: '7' });
    const large = serve('/large', (_request, response) => response.end('x'.repeat(101)));
    await expect(http.post({ url: large, ...posted })).rejects.toMatchObject({ reason: 'size' });
    await expect(http.post({ ...posted, url: 'http://127.0.0.1:1/' })).rejects.toMatchObject({ reason: 'refused' });
    const silent = serve('/silent-hook', () => undefined);
    await expect(http.post({ ...posted, url: silent, timeoutMs: 100 })).rejects.toMatchObject({ reason: 'timeout' });
  });
});
