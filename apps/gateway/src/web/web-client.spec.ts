import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { brotliCompressSync, brotliDecompressSync, gunzipSync, gzipSync } from 'node:zlib';
import { TestApplication, startTestApplication } from '../test-support/test-application';

const PAGE = '<!doctype html><div id="root"></div>';
const SCRIPT = 'export const answer = 42;'.repeat(100);
const BROWSER = { accept: 'text/html,*/*;q=0.8', 'accept-encoding': 'gzip, deflate, br, zstd' };

describe('the web client at the edge', () => {
  const folder = mkdtempSync(path.join(tmpdir(), 'web-'));
  let app: TestApplication;

  beforeAll(async () => {
    mkdirSync(path.join(folder, 'assets'));
    writeFileSync(path.join(folder, 'index.html'), PAGE);
    writeFileSync(path.join(folder, 'robots.txt'), 'User-agent: *');
    writeFileSync(path.join(folder, '.sources-digest'), 'secret');
    const script = path.join(folder, 'assets', 'index-ab12.js');
    writeFileSync(script, SCRIPT);
    writeFileSync(`${script}.br`, brotliCompressSync(SCRIPT));
    writeFileSync(`${script}.gz`, gzipSync(SCRIPT));
    app = await startTestApplication([], { STOA_WEB_DIR: folder });
  });
  afterAll(async () => {
    await app.close();
    rmSync(folder, { recursive: true });
  });

  const get = (url: string, headers: Record<string, string> = BROWSER) => app.inject({ url, headers });

  it.each(['/', '/?next=%2F', '/login', '/accounts/password/reset/'])('answers %s with its page', async (url) => {
    const { statusCode, body, headers } = await get(url);
    expect([statusCode, body]).toEqual([200, PAGE]);
    expect(headers).toMatchObject({
      'cache-control': 'no-store',
      'content-type': 'text/html; charset=utf-8',
      'cross-origin-opener-policy': 'same-origin',
      'referrer-policy': 'same-origin',
      'x-content-type-options': 'nosniff',
    });
    const policy = String(headers['content-security-policy']);
    for (const part of ["script-src 'self';", "frame-ancestors 'none'", "require-trusted-types-for 'script'"]) {
      expect(policy).toContain(part);
    }
    expect(policy).not.toMatch(/script-src[^;]*(unsafe|http)/);
    expect(headers).not.toHaveProperty('access-control-allow-origin');
  });

  it('answers HEAD without the page', async () => {
    const { statusCode, body, headers } = await app.inject({ method: 'HEAD', url: '/', headers: BROWSER });
    expect([statusCode, body, headers['content-length']]).toEqual([200, '', String(PAGE.length)]);
  });

  it('sends hashed files for a year, in the smallest form that the browser takes', async () => {
    const asked = (encodings: string) => get('/assets/index-ab12.js', { 'accept-encoding': encodings });
    const [brotli, gzip, plain, refused] = [
      await asked('gzip, br'),
      await asked('gzip'),
      await asked('identity'),
      await asked('br;q=0, gzip;q=0.5'),
    ];
    expect(brotliDecompressSync(brotli.rawPayload).toString()).toBe(SCRIPT);
    expect(gunzipSync(gzip.rawPayload).toString()).toBe(SCRIPT);
    expect(plain.body).toBe(SCRIPT);
    expect([brotli, gzip, plain, refused].map(({ headers }) => headers['content-encoding'])).toEqual([
      'br',
      'gzip',
      undefined,
      'gzip',
    ]);
    for (const { headers } of [brotli, gzip, plain]) {
      expect(headers).toMatchObject({
        'cache-control': 'public, max-age=31536000, immutable',
        'content-type': 'text/javascript; charset=utf-8',
        vary: 'accept-encoding',
      });
    }
    const again = await get('/assets/index-ab12.js', { ...BROWSER, 'if-none-match': String(brotli.headers.etag) });
    expect([again.statusCode, again.body]).toEqual([304, '']);
    expect(new Set([brotli, gzip, plain].map(({ headers }) => headers.etag)).size).toBe(3);
  });

  it.each([
    '/assets/index-gone.js',
    '/assets/index-ab12.js.br',
    '/assets/../.sources-digest',
    '/assets/%2e%2e/index.html',
    '/.sources-digest',
    '/nothing.js',
    '/api/v1/nothing',
    '/json/nothing',
    '/user_uploads/1/nothing',
  ])('has no page for %s', async (url) => {
    const { statusCode, body } = await get(url);
    expect(statusCode).toBe(404);
    expect(body).not.toContain('root');
    expect(body).not.toContain('secret');
  });

  it('sends other files of its folder for as long as they stay the same', async () => {
    const { body, headers } = await get('/robots.txt');
    expect([body, headers['cache-control']]).toEqual(['User-agent: *', 'no-cache']);
  });

  it('has the name of the installation in its page, and for systems that install it', async () => {
    const named = mkdtempSync(path.join(tmpdir(), 'web-named-'));
    const page = '<!doctype html><title>Stoa</title><div id="root"></div>';
    writeFileSync(path.join(named, 'index.html'), page);
    writeFileSync(path.join(named, 'index.html.br'), brotliCompressSync(page));
    writeFileSync(path.join(named, 'manifest.webmanifest'), JSON.stringify({ name: 'Stoa', start_url: '/' }));
    const other = await startTestApplication([], { STOA_WEB_DIR: named, STOA_INSTALLATION_NAME: 'A & B <Chat>' });
    try {
      const { body } = await other.inject({ url: '/', headers: BROWSER });
      expect(body).toMatch(/^<!doctype html><title>A &(amp|#38); B &(lt|#60);Chat&(gt|#62);<\/title><div id="root">/);
      const manifest = await other.inject({ url: '/manifest.webmanifest', headers: BROWSER });
      expect(manifest.json()).toEqual({ name: 'A & B <Chat>', start_url: '/' });
    } finally {
      await other.close();
      rmSync(named, { recursive: true });
    }
  });

  it('leaves programs their own answers', async () => {
    expect((await get('/nothing', { accept: '*/*' })).json()).toMatchObject({ code: 'NOT_FOUND' });
    expect((await app.inject({ method: 'POST', url: '/', headers: BROWSER })).statusCode).toBe(404);
  });
});
