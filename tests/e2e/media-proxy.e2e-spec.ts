import { TestCluster, sharedCluster } from '@stoa/testing';
import { request } from 'undici';
import { picture } from '../support/files';
import { createOrganization } from '../support/organizations';
import type { Organization } from '../support/organizations';
import { WebSite } from '../support/web-site';

/** Media of other hosts (markdown.md 9.7). */
describe('the proxy for external media', () => {
  let cluster: TestCluster;
  let organization: Organization;
  let site: WebSite;
  let inside: WebSite;
  let image: Buffer;

  beforeAll(async () => {
    cluster = await sharedCluster();
    [site, inside] = await Promise.all([WebSite.start(), WebSite.startInside()]);
    organization = await createOrganization(cluster);
    image = await picture(30, 20);
  });

  afterAll(() => Promise.all([site.stop(), inside.stop()]));

  /** The address under which a message shows media. */
  const shown = async (markup: string): Promise<string> => {
    const { rendered } = await organization.owner.client.succeed('POST', '/messages/render', { content: markup });
    return / src="([^"]*)"/.exec(rendered)?.[1] ?? rendered;
  };
  const open = async (path: string, headers: Record<string, string> = {}, method: 'GET' | 'HEAD' = 'GET') => {
    const answer = await request(cluster.description.base_url + path, { method, headers });
    return { status: answer.statusCode, headers: answer.headers, body: Buffer.from(await answer.body.arrayBuffer()) };
  };
  const serve = (path: string, type: string, content: Buffer | string) =>
    site.serve(path, (_request, response) =>
      response.writeHead(200, { 'content-type': type, 'content-length': content.length }).end(content),
    );

  it('shows images without credentials, and tells their host nothing of the reader', async () => {
    const url = serve('/i.png', 'image/png', image);
    const path = await shown(url);
    expect(path).toBe(`/external_content/${path.split('/')[2]}/${Buffer.from(url).toString('hex')}`);
    const answer = await open(path, {
      cookie: 'session=1',
      referer: 'https://chat.example.org/',
      'user-agent': 'Reader',
    });
    expect(answer).toMatchObject({ status: 200, body: image });
    expect(answer.headers).toMatchObject({
      'content-type': 'image/png',
      'x-content-type-options': 'nosniff',
      'content-security-policy': expect.stringContaining("default-src 'none'"),
      'cache-control': expect.stringContaining('public'),
      'content-length': String(image.length),
    });
    const headers = site.headers.get('/i.png');
    for (const name of ['cookie', 'referer', 'x-forwarded-for']) expect(headers).not.toHaveProperty(name);
    expect(headers?.['user-agent']).toContain('Stoa');
    expect(await open(path, {}, 'HEAD')).toMatchObject({ status: 200, body: Buffer.alloc(0) });
  });

  it('passes parts of films on', async () => {
    const url = site.serve('/f.mp4', (asked, response) =>
      response
        .writeHead(206, { 'content-type': 'video/mp4', 'content-range': 'bytes 0-3/9', 'accept-ranges': 'bytes' })
        .end(asked.headers.range === 'bytes=0-3' ? 'film' : 'no'),
    );
    const answer = await open(await shown(url), { range: 'bytes=0-3' });
    expect([answer.status, answer.body.toString(), answer.headers['content-range']]).toEqual([
      206,
      'film',
      'bytes 0-3/9',
    ]);
  });

  it.each([
    ['a page', '/page.png', 'text/html', '<script>alert(1)</script>'],
    ['SVG', '/drawing.png', 'image/svg+xml', '<svg xmlns="http://www.w3.org/2000/svg"/>'],
    ['no type', '/none.png', '', 'x'],
  ])('passes nothing else on: %s', async (_name, path, type, content) => {
    expect((await open(await shown(serve(path, type, content)))).status).toBe(404);
    expect(site.requests).toContain(path);
  });

  it('asks only for what the service has signed', async () => {
    const path = await shown(serve('/signed.png', 'image/png', image));
    const [, prefix, digest, address] = path.split('/');
    const other = Buffer.from(`${site.url}/other.png`).toString('hex');
    for (const forged of [
      `/${prefix}/${digest}/${other}`,
      `/${prefix}/${'0'.repeat(40)}/${address}`,
      `/${prefix}/${digest}/zz`,
      `/${prefix}/${digest}/${address}00`,
    ]) {
      expect((await open(forged)).status).toBe(404);
    }
    expect((await open(`/${prefix}/${digest}`)).status).toBe(404);
    expect(site.requests).not.toContain('/other.png');
  });

  it('does not ask itself: a page that redirects to its own address here would take every place', async () => {
    const path = await shown(serve('/own.png', 'image/png', image));
    expect((await open(path)).status).toBe(200);
    const [userAgent] = [site.headers.get('/own.png')?.['user-agent']].flat();
    const asked = site.requests.length;
    expect((await open(path, { 'user-agent': String(userAgent) })).status).toBe(404);
    expect(site.requests).toHaveLength(asked);
  });

  it('is guarded: nothing from inside, nothing too large, and outages are told', async () => {
    inside.page('/secret.png', 'secret', 'image/png');
    const redirect = site.serve('/redirect.png', (_request, response) =>
      response.writeHead(302, { location: `${inside.url}/secret.png` }).end(),
    );
    const huge = site.serve('/huge.png', (_request, response) =>
      response.writeHead(200, { 'content-type': 'image/png', 'content-length': 10 ** 9 }).write('x'),
    );
    const statuses = [];
    for (const url of [`${inside.url}/secret.png`, redirect, huge, 'http://127.0.0.2:1/gone.png']) {
      statuses.push((await open(await shown(url))).status);
    }
    expect(statuses).toEqual([404, 404, 404, 502]);
    expect(inside.requests).toEqual([]);
    const endless = site.serve('/endless.png', (_request, response) => {
      response.writeHead(200, { 'content-type': 'image/png' });
      const more = () => {
        while (!response.destroyed && response.write(Buffer.alloc(262_144)));
      };
      response.on('drain', more);
      more();
    });
    await expect(open(await shown(endless))).rejects.toThrow();
  });
});
