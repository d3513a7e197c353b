import { execFile } from 'node:child_process';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { type Server, createServer } from 'node:https';
import type { AddressInfo } from 'node:net';
import os from 'node:os';
import path from 'node:path';
import { promisify } from 'node:util';
import { OutgoingHttp } from './outgoing-http';
import { selfSigned } from './test-support/self-signed';

const OUTSIDE = '127.0.0.2';
const INSIDE = '127.0.0.1';
const HOST = 'pages.example.test';
const COMPILE_ON_LOAD = path.resolve(__dirname, '../../../tools/testing/compile-on-load.cjs');
const run = promisify(execFile);

/** What a process does that trusts the certificate: Node reads further authorities only when it starts. */
const FETCHER = `
  const { OutgoingHttp } = require(${JSON.stringify(path.join(__dirname, 'outgoing-http.ts'))});
  const { readAtMost } = require(${JSON.stringify(path.join(__dirname, 'decoded-body.ts'))});
  const [url, allowed, ...addresses] = process.argv.slice(1);
  const resolver = { addressesOf: () => Promise.resolve(addresses) };
  const http = new OutgoingHttp({ userAgent: 'Tester/1', allowedAddresses: allowed === '' ? [] : [allowed], resolver });
  http.get({ url, timeoutMs: 20_000, accept: '*/*' })
    .then(async ({ body }) => (await readAtMost(body, 1_000)).toString(), (error) => error.reason)
    .then(async (outcome) => { await http.close(); console.log(outcome); });
`;

describe('https to addresses that users name', () => {
  const { key, cert } = selfSigned(HOST);
  const asked: string[] = [];
  let outer: Server;
  let inner: Server;
  let folder: string;
  let authority: string;

  beforeAll(async () => {
    folder = await mkdtemp(path.join(os.tmpdir(), 'stoa-https-'));
    authority = path.join(folder, 'authority.pem');
    await writeFile(authority, cert);
    const listening = async (host: string): Promise<Server> => {
      const server = createServer({ key, cert }, (request, response) => {
        asked.push(`${request.headers.host} ${request.url}`);
        if (request.url === '/away') response.writeHead(302, { location: `https://${INSIDE}:${portOf(inner)}/` }).end();
        else response.end('a page');
      });
      await new Promise<void>((resolve) => server.listen(0, host, resolve));
      return server;
    };
    [outer, inner] = await Promise.all([listening(OUTSIDE), listening(INSIDE)]);
  });

  beforeEach(() => {
    asked.length = 0;
  });

  afterAll(async () => {
    for (const server of [outer, inner]) {
      server.closeAllConnections();
      server.close();
    }
    await rm(folder, { recursive: true });
  });

  const portOf = (server: Server): number => (server.address() as AddressInfo).port;
  const fetched = async (url: string, { allowed = OUTSIDE, addresses = [OUTSIDE] } = {}): Promise<string> => {
    const args = ['--require', COMPILE_ON_LOAD, '-e', FETCHER, '--', url, allowed, ...addresses];
    const { stdout } = await run(process.execPath, args, { env: { ...process.env, NODE_EXTRA_CA_CERTS: authority } });
    return stdout.trim();
  };

  it('fetches from a host whose certificate is for its name', async () => {
    expect(await fetched(`https://${HOST}:${portOf(outer)}/page`)).toBe('a page');
    expect(asked).toEqual([`${HOST}:${portOf(outer)} /page`]);
  });

  it('refuses a certificate that nobody trusts, before anything is sent', async () => {
    const resolver = { addressesOf: () => Promise.resolve([OUTSIDE]) };
    const http = new OutgoingHttp({ userAgent: 'Tester/1', allowedAddresses: [OUTSIDE], resolver });
    const request = http.get({ url: `https://${HOST}:${portOf(outer)}/page`, timeoutMs: 20_000, accept: '*/*' });
    await expect(request).rejects.toMatchObject({ reason: 'network' });
    await http.close();
    expect(asked).toEqual([]);
  });

  it.each<[string, string, { allowed?: string; addresses?: string[] }, string]>([
    ['a certificate for another name', 'other.example.test', {}, 'network'],
    ['a certificate for a name when asked by number', OUTSIDE, {}, 'network'],
    ['a name that leads inside', HOST, { addresses: [INSIDE] }, 'refused'],
    ['a name that leads inside in another form', HOST, { addresses: [`::ffff:${INSIDE}`] }, 'refused'],
    ['everything of a private network', HOST, { allowed: '' }, 'refused'],
  ])('refuses %s, with a certificate that is trusted', async (_what, host, options, reason) => {
    const server = options.addresses ? inner : outer;
    expect(await fetched(`https://${host}:${portOf(server)}/page`, options)).toBe(reason);
    expect(asked).toEqual([]);
  });

  it('refuses to be sent inside', async () => {
    expect(await fetched(`https://${HOST}:${portOf(outer)}/away`)).toBe('refused');
    expect(asked).toEqual([`${HOST}:${portOf(outer)} /away`]);
  });
});
