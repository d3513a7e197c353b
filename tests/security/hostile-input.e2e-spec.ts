import { randomBytes } from 'node:crypto';
import { connect } from 'node:net';
import { crc32, gzipSync } from 'node:zlib';
import { TestCluster, sharedCluster } from '@stoa/testing';
import { inDatabase } from '../support/database';
import { open, upload, uploadFile } from '../support/files';
import { mailTo } from '../support/mail';
import { fetchOne, sendDirect } from '../support/messages';
import { Organization, createOrganization } from '../support/organizations';
import { Person, addPerson, demoPerson, unique } from '../support/people';
import { basicAuthorization, rawRequest } from '../support/raw-request';

/** A bound for answers that never end. */
const PATIENCE_MS = 60_000;

/** What browsers run when it is opened as a page of the organization's own address. */
const RUNS = /html|svg|xml|script/;
const SCRIPT = '<html><script>alert(1)</script></html>';
const VECTOR = '<svg xmlns="http://www.w3.org/2000/svg" onload="alert(1)"><image href="file:///etc/passwd"/></svg>';

let cluster: TestCluster;
let organization: Organization;
let ada: Person;
let baseUrl: string;

beforeAll(async () => {
  cluster = await sharedCluster();
  baseUrl = cluster.description.base_url;
  organization = await createOrganization(cluster);
  ada = await addPerson(demoPerson(cluster, 'owner'), 'Ada');
});

/** Bytes on a connection of the test's own. @returns all that comes back */
function exchange(bytes: string | Buffer): Promise<string> {
  const { hostname, port } = new URL(baseUrl);
  return new Promise((resolve, reject) => {
    const socket = connect(Number(port), hostname);
    let answer = '';
    socket.setTimeout(PATIENCE_MS, () => socket.destroy(new Error(`no end of the answer: ${answer}`)));
    socket.on('data', (data) => (answer += data.toString('latin1')));
    socket.once('error', reject);
    socket.once('close', () => resolve(answer));
    socket.write(bytes);
  });
}

function get(path: string, headers: Record<string, string> = {}): Promise<string> {
  const lines = Object.entries({ host: new URL(baseUrl).host, connection: 'close', ...headers });
  const text = lines.map(([name, value]) => `${name}: ${value}\r\n`).join('');
  return exchange(Buffer.from(`GET ${path} HTTP/1.1\r\n${text}\r\n`, 'latin1'));
}

const statusOf = (answer: string): number => Number(/^HTTP\/1\.1 (\d+)/.exec(answer)?.[1]);
const headOf = (answer: string): string => answer.split('\r\n\r\n')[0] ?? '';

describe('an upload', () => {
  it.each([
    ['page.html', 'text/html', SCRIPT],
    ['page.html', undefined, SCRIPT],
    ['page.png', 'text/html; charset=utf-7', SCRIPT],
    ['PAGE.HTM', 'TEXT/HTML', SCRIPT],
    ['page.xhtml', 'application/xhtml+xml', SCRIPT],
    ['picture.svg', 'image/svg+xml', VECTOR],
    ['picture.svg', 'application/octet-stream', VECTOR],
    ['picture.png', 'image/png', VECTOR],
    ['picture.png', 'image/png', SCRIPT],
    ['picture.gif', 'image/gif', `GIF89a/*${SCRIPT}*/=1`],
    ['code.js', 'text/javascript', 'alert(1)'],
    ['code.mjs', 'application/javascript', 'alert(1)'],
    ['data.xml', 'text/xml', '<?xml version="1.0"?><a/>'],
    ['document.pdf', 'application/pdf', `%PDF-1.7 ${SCRIPT}`],
    ['text.txt', 'text/plain', SCRIPT],
    ['film.mp4', 'video/mp4', SCRIPT],
  ])('called %s and said to be %s runs nothing in a browser', async (name, type, content) => {
    const { body } = await upload(ada, { file: { name, content: Buffer.from(content), type } });
    for (const address of [body.url, body.url.replace('/user_uploads/', '/user_uploads/download/')]) {
      const { status, headers } = await open(ada.client, address);
      expect(status).toBe(200);
      const contentType = headers.get('content-type') ?? '';
      expect(headers.get('x-content-type-options')).toBe('nosniff');
      expect(headers.get('content-security-policy')).toContain("default-src 'none'");
      if (contentType !== 'application/pdf') expect(headers.get('content-security-policy')).toMatch(/; sandbox$/);
      if (RUNS.test(contentType)) expect(headers.get('content-disposition')).toMatch(/^attachment;/);
    }
  });

  it('of vector graphics that call themselves pixels is not given to the image decoder', async () => {
    const { url } = await uploadFile(ada, { name: 'picture.png', content: VECTOR, type: 'image/png' });
    const thumbnail = url.replace('/user_uploads/', '/user_uploads/thumbnail/');
    expect((await open(ada.client, `${thumbnail}/840x560.webp`)).status).toBe(404);
    const files = { file: { name: 'me.png', content: Buffer.from(VECTOR), type: 'image/png' } };
    const { status, body } = await ada.client.post('/users/me/avatar', {}, { multipart: true, files });
    expect([status, body.code]).toEqual([400, 'BAD_IMAGE']);
  });

  it.each([
    ['folders', '../../../../etc/passwd'],
    ['folders of Windows', '..\\..\\boot.ini'],
    ['an absolute path', '/etc/passwd'],
    ['dots only', '..'],
    ['a NUL', 'a\u0000.png'],
    ['an encoded path', '%2e%2e%2fpasswd'],
    ['line ends', 'a\r\nx-injected: yes\r\n\r\n.txt'],
    ['quotes', 'a"; filename=evil.html; x="'],
    ['a turned direction', 'gnp.\u202eexe'],
    ['a very long name', `${'é'.repeat(400)}.txt`],
  ])('whose name has %s stays in its place and out of the headers', async (_what, name) => {
    const metadata = `filename ${Buffer.from(name).toString('base64')},filetype ${Buffer.from('text/plain\r\nx-injected: yes').toString('base64')}`;
    const headers = { 'tus-resumable': '1.0.0', 'upload-length': '5', 'upload-metadata': metadata };
    const created = await rawRequest(ada.client, '/api/v1/tus', { method: 'POST', headers });
    expect(created.status).toBe(201);
    const piece = { 'tus-resumable': '1.0.0', 'upload-offset': '0', 'content-type': 'application/offset+octet-stream' };
    const path = new URL(created.headers.get('location') ?? '').pathname;
    const done = await rawRequest(ada.client, path, { method: 'PATCH', headers: piece, body: 'hello' });
    expect(done.status).toBe(200);
    const { url } = JSON.parse(done.text);
    expect(url).toMatch(/^\/user_uploads\/\d+\/[\w-]+\/[\w-]+\/[^/\\]+$/);
    expect(url.split('/')).not.toContain('..');
    const answer = await get(encodeURI(url), { authorization: basicAuthorization(ada.email, ada.apiKey) });
    expect(statusOf(answer)).toBe(200);
    expect(headOf(answer)).not.toMatch(/^x-injected/im);
    expect(headOf(answer).match(/content-disposition: [^\r]*/i)?.[0]).toMatch(
      /^content-disposition: \w+; filename="[^"]*"; filename\*=UTF-8''[\w%.~!-]*$/i,
    );
  });

  it('is found below its own address only', async () => {
    const secret = unique('secret').replace(' ', '-');
    const { pathId } = await uploadFile(ada, { content: secret });
    const up = [
      '..',
      '%2e%2e',
      '.%2e',
      '..%2f',
      '%2e%2e%2f',
      '..%5c',
      '..\\',
      '%252e%252e%252f',
      '....//',
      '..%c0%af',
      '..%00/',
    ];
    for (const way of up) {
      for (const from of [
        '/user_avatars/',
        '/static/',
        '/user_avatars/1/',
        '/static/images/',
        '/exports/1/',
        '/user_uploads/1/../../',
      ]) {
        for (const to of [`uploads/${pathId}`, `../uploads/${pathId}`, '../../../../../../etc/passwd']) {
          const answer = await get(`${from}${way}/${to}`);
          expect([way, from, to, statusOf(answer) < 500]).toEqual([way, from, to, true]);
          expect(answer).not.toContain(secret);
          expect(answer).not.toContain('root:');
        }
      }
    }
  });
});

describe('headers', () => {
  it('are not split by what comes in addresses and headers', async () => {
    const { userId } = ada;
    const authorization = basicAuthorization(ada.email, ada.apiKey);
    for (const path of [
      `/avatar/${userId}?x=%0d%0ax-injected:%20yes`,
      `/avatar/${userId}?x=\u00ff\u00fe`,
      `/api/v1/realm/icon?x=%0d%0ax-injected:%20yes`,
      '/api/v1/server_settings?%0d%0ax-injected:%20yes',
      '/accounts/do_confirm/%0d%0ax-injected:%20yes',
      '/join/%0d%0ax-injected:%20yes/',
    ]) {
      const answer = await get(path, { authorization, 'x-request-id': 'a%0d%0ax-injected: yes' });
      expect([path, statusOf(answer) < 500]).toEqual([path, true]);
      expect(headOf(answer)).not.toMatch(/^x-injected/im);
    }
  });

  it('of mails have what people are called as text only', async () => {
    const name = 'Ada\r\nBcc: everybody@people.example';
    const { owner } = organization;
    await owner.client.patch('/realm', { name });
    await owner.client.patch('/settings', { full_name: name });
    const address = `${unique('invitee').replace(' ', '-')}@people.example`;
    await owner.client.succeed('POST', '/invites', { invitee_emails: address, stream_ids: [] });
    const mail = await mailTo(cluster, address);
    expect(mail.subject).not.toMatch(/[\r\n]/);
    expect(mail.text).not.toMatch(/^Bcc/m);
    const refused = await owner.client.post('/invites', {
      invitee_emails: 'a@people.example\r\nBcc: b@people.example',
      stream_ids: [],
    });
    const { invites } = await owner.client.succeed('GET', '/invites');
    expect(JSON.stringify(invites)).not.toMatch(/Bcc/);
    expect(refused.status).toBeLessThan(500);
  });

  it('that disagree on where a request ends are not believed', async () => {
    const { host } = new URL(baseUrl);
    const inner = `GET /api/v1/users/me HTTP/1.1\r\nhost: ${host}\r\n\r\n`;
    for (const lines of [
      ['content-length: 4', 'transfer-encoding: chunked'],
      ['transfer-encoding: chunked', 'transfer-encoding: identity'],
      ['transfer-encoding: xchunked'],
      ['content-length: 4', 'content-length: 5'],
      ['content-length: +4'],
      ['content-length : 4'],
      ['x: y\r\n folded: z', 'content-length: 4'],
    ]) {
      const head = ['POST /api/v1/typing HTTP/1.1', `host: ${host}`, ...lines].join('\r\n');
      const answer = await exchange(`${head}\r\n\r\n0\r\n\r\n${inner}`);
      expect([lines, answer.match(/^HTTP\/1\.1/gm)?.length]).toEqual([lines, 1]);
      expect([lines, statusOf(answer)]).toEqual([lines, 400]);
    }
  });

  it('name one caller', async () => {
    const authorization = basicAuthorization(ada.email, ada.apiKey);
    const bad = basicAuthorization(ada.email, '0'.repeat(32));
    for (const [first, second] of [
      [authorization, bad],
      [bad, authorization],
    ]) {
      const answer = await exchange(
        `GET /api/v1/users/me HTTP/1.1\r\nhost: ${new URL(baseUrl).host}\r\nconnection: close\r\nauthorization: ${first}\r\nauthorization: ${second}\r\n\r\n`,
      );
      // The first counts, as Node reads them: the second opens nothing.
      expect(statusOf(answer)).toBe(first === authorization ? 200 : 401);
    }
  });
});

describe('what is small until it is unpacked', () => {
  it('is not unpacked as a body', async () => {
    const body = gzipSync(Buffer.concat([Buffer.from('content='), Buffer.alloc(30_000_000, 'a')]));
    for (const encoding of ['gzip', 'deflate', 'br', 'gzip, gzip']) {
      const headers = { 'content-type': 'application/x-www-form-urlencoded', 'content-encoding': encoding };
      const answer = await rawRequest(ada.client, '/api/v1/messages', {
        method: 'POST',
        headers,
        body: new Uint8Array(body),
      });
      expect([encoding, answer.status >= 400 && answer.status < 500]).toEqual([encoding, true]);
    }
  });

  it('is not unpacked as a picture', async () => {
    const bomb = pngOf(60_000, 60_000);
    const { body } = await upload(ada, { file: { name: 'bomb.png', content: bomb, type: 'image/png' } });
    const thumbnail = body.url.replace('/user_uploads/', '/user_uploads/thumbnail/');
    expect((await open(ada.client, `${thumbnail}/840x560.webp`)).status).toBe(404);
    const files = { file: { name: 'bomb.png', content: bomb, type: 'image/png' } };
    const { owner } = organization;
    for (const path of [
      '/users/me/avatar',
      '/realm/icon',
      '/realm/logo',
      `/realm/emoji/${unique('bomb').replace(' ', '_')}`,
    ]) {
      const answer = await owner.client.post(path, path === '/realm/logo' ? { night: false } : {}, {
        multipart: true,
        files,
      });
      expect([path, answer.status, answer.body.code]).toEqual([path, 400, 'BAD_IMAGE']);
    }
  });

  it('is not unfolded as JSON', async () => {
    for (const narrow of ['['.repeat(100_000), '{"a":'.repeat(50_000), `[${'{},'.repeat(200_000)}{}]`]) {
      const body = new URLSearchParams({ narrow, event_types: narrow }).toString();
      const headers = { 'content-type': 'application/x-www-form-urlencoded' };
      const { status } = await rawRequest(ada.client, '/api/v1/register', { method: 'POST', headers, body });
      expect([400, 413]).toContain(status);
    }
  });
});

describe('what takes a naive matcher forever', () => {
  const LONG = 'a'.repeat(5_000);

  it('is matched in no time: patterns of linkifiers', async () => {
    const { owner } = organization;
    const patterns = ['(a+)+$', '(a|aa)+$', '(.*a){20}', '(a*)*b', '([a-zA-Z]+)*!', '(a|a?)+#'];
    for (const pattern of patterns) {
      const { status } = await owner.client.post('/realm/filters', { pattern, url_template: 'https://x.example/' });
      expect([pattern, status]).toEqual([pattern, 200]);
    }
    const sent = await owner.client.post('/messages', { type: 'direct', to: [owner.userId], content: `${LONG}!` });
    expect(sent.status).toBe(200);
    const refused = await owner.client.post('/realm/filters', {
      pattern: '(?=a)b\\1',
      url_template: 'https://x.example/',
    });
    expect([refused.status, refused.body.msg]).toEqual([400, expect.stringContaining('Bad regular expression')]);
  });

  it.each([
    ['brackets', '['.repeat(4_000)],
    ['stars', '*a **'.repeat(2_000)],
    ['backticks', '`'.repeat(3_000) + 'a' + '`'.repeat(2_999)],
    ['mentions', '@**'.repeat(3_000)],
    ['addresses', 'http://'.repeat(1_400)],
    ['mail addresses', 'a@'.repeat(4_900)],
    ['quotes', '> '.repeat(4_900)],
    ['times', '<time:'.repeat(1_600)],
    ['math', '$$'.repeat(4_900)],
    ['brackets in brackets', '[a]('.repeat(2_400)],
  ])('is rendered in no time: %s', async (_what, content) => {
    const { status } = await ada.client.post('/messages/render', { content });
    expect(status).toBe(200);
  });

  it('is searched for in no time', async () => {
    for (const operand of [
      '"'.repeat(5_000),
      'a '.repeat(2_500),
      '\\'.repeat(5_000),
      "'".repeat(5_000),
      '%'.repeat(5_000),
      '!'.repeat(5_000),
      '<->'.repeat(1_500),
    ]) {
      const narrow = [{ operator: 'search', operand }];
      const { status } = await ada.client.get('/messages', { anchor: 'newest', num_before: 1, num_after: 0, narrow });
      expect([operand.slice(0, 3), status < 500]).toEqual([operand.slice(0, 3), true]);
    }
  });
});

describe('what a member may not decide', () => {
  const PRIVILEGES = {
    role: 100,
    is_admin: true,
    is_owner: true,
    is_bot: true,
    is_active: false,
    can_create_users: true,
    can_forge_sender: true,
    realm_id: 1,
    user_id: 1,
    api_key: '0'.repeat(32),
    delivery_email: 'other@people.example',
    bot_owner_id: 1,
  };
  const rowOf = (userId: number) =>
    inDatabase(cluster, (database) =>
      database.query(
        'test_privileges',
        `SELECT role, is_bot, bot_type, is_active, realm_id, can_create_users, can_forge_sender, delivery_email, bot_owner_id
           FROM account WHERE id = $1`,
        [userId],
      ),
    );

  it('is not set along with what he may', async () => {
    const before = await rowOf(ada.userId);
    const changed = await ada.client.patch('/settings', { twenty_four_hour_time: true, ...PRIVILEGES });
    expect(changed.body.ignored_parameters_unsupported).toEqual(Object.keys(PRIVILEGES).sort());
    await ada.client.post('/users/me/status', { status_text: 'here', ...PRIVILEGES });
    await ada.client.patch(`/users/${ada.userId}`, { full_name: ada.fullName, ...PRIVILEGES });
    await ada.client.patch('/users/me/profile_data', { data: [], ...PRIVILEGES });
    expect(await rowOf(ada.userId)).toEqual(before);
  });

  it('is not set for the bot that he makes', async () => {
    const short = unique('bot').replace(' ', '-');
    const { user_id: _user, ...rest } = PRIVILEGES;
    const made = await ada.client.succeed('POST', '/bots', { full_name: short, short_name: short, ...rest });
    const [row] = await rowOf(made.user_id);
    expect(row).toMatchObject({
      role: 400,
      is_bot: true,
      is_active: true,
      can_create_users: false,
      can_forge_sender: false,
      bot_owner_id: ada.userId,
    });
  });

  it('is not said by a message: who sent it, when and where', async () => {
    const bob = await addPerson(demoPerson(cluster, 'owner'), 'Bob');
    const forged = await ada.client.post('/messages', {
      type: 'direct',
      to: [bob.userId],
      content: 'from whom?',
      sender: bob.email,
      sender_id: bob.userId,
      forged: 'yes',
      time: 1,
      date_sent: 1,
      realm_str: organization.subdomain,
    });
    if (forged.status === 200) {
      const message = await fetchOne(bob, forged.body.id);
      expect(message.sender_id).toBe(ada.userId);
      expect(message.timestamp).toBeGreaterThan(1_000_000);
    }
    expect([200, 400]).toContain(forged.status);
    expect((await fetchOne(bob, await sendDirect(ada, [bob]))).sender_id).toBe(ada.userId);
  });

  it('is not read out of objects’ prototypes', async () => {
    const value = JSON.parse(`{"__proto__": {"role": 100}, "constructor": {"prototype": {"role": 100}}}`);
    await ada.client.patch('/users/me/profile_data', { data: [value] });
    await ada.client.post('/drafts', { drafts: [value] });
    expect((await rowOf(ada.userId))[0]).toMatchObject({ role: 400 });
  });
});

/** A PNG whose header promises pixels that are not there. */
function pngOf(width: number, height: number): Buffer {
  const header = Buffer.alloc(13);
  header.writeUInt32BE(width, 0);
  header.writeUInt32BE(height, 4);
  header.set([8, 6, 0, 0, 0], 8);
  const signature = Buffer.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a]);
  return Buffer.concat([
    signature,
    chunk('IHDR', header),
    chunk('IDAT', randomBytes(64)),
    chunk('IEND', Buffer.alloc(0)),
  ]);
}

function chunk(type: string, data: Buffer): Buffer {
  const body = Buffer.concat([Buffer.from(type), data]);
  const [length, sum] = [Buffer.alloc(4), Buffer.alloc(4)];
  length.writeUInt32BE(data.length);
  sum.writeUInt32BE(crc32(body));
  return Buffer.concat([length, body, sum]);
}
