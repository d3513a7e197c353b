import { TestCluster, sharedCluster } from '@stoa/testing';
import { createChannel } from '../support/channels';
import { expectError } from '../support/expectations';
import { attachmentOf, linkTo, open, picture, upload, uploadFile } from '../support/files';
import { sendDirect, sendToChannel } from '../support/messages';
import { createOrganization } from '../support/organizations';
import { pathOf } from '../support/pages';
import { Person, createPerson } from '../support/people';
import { rawRequest } from '../support/raw-request';
import { TestQueue, isEvent } from '../support/test-queue';

describe('uploads', () => {
  let cluster: TestCluster;
  let ada: Person;
  let grace: Person;

  beforeAll(async () => {
    cluster = await sharedCluster();
    [ada, grace] = await Promise.all([createPerson(cluster, 'Ada'), createPerson(cluster, 'Grace')]);
  });

  describe('POST /user_uploads', () => {
    it('stores a file under a safe name and tells its owner', async () => {
      const queue = await TestQueue.register(ada, { event_types: ['attachment'] });
      const name = 'Überblick  (final)<1>.txt';
      const file = await uploadFile(ada, { name, content: 'hello' });
      expect(file.url).toMatch(/^\/user_uploads\/\d+\/[0-9a-f]{2}\/[\w-]{24}\/Überblick-final1.txt$/);
      expect(file.filename).toBe(name);
      const { attachment, upload_space_used: used } = await queue.next(isEvent('attachment', 'add'));
      expect(attachment).toMatchObject({ name, path_id: file.pathId, size: 5, message_ids: [] });
      expect(attachment.create_time).toBeLessThanOrEqual(Date.now() / 1000);
      expect(attachment.create_time).toBeGreaterThan(1_600_000_000);
      expect(used).toBeGreaterThanOrEqual(5);
      expect(await attachmentOf(ada, file)).toEqual(attachment);
    });

    it('takes the file whatever its field is called, and equal urls', async () => {
      const { body } = await upload(ada, { anything: { name: 'a.bin', content: Buffer.from('x') } });
      expect(body.uri).toBe(body.url);
    });

    it('takes an empty file', async () => {
      const { body } = await upload(ada, { file: { name: 'empty.txt', content: Buffer.alloc(0) } });
      const { attachments } = await ada.client.succeed('GET', '/attachments');
      const stored = attachments.find(({ path_id: pathId }: { path_id: string }) => body.url.endsWith(pathId));
      expect(stored).toMatchObject({ name: 'empty.txt', size: 0 });
    });

    it('refuses no file and several files', async () => {
      expectError(await ada.client.post('/user_uploads'), 'You must specify a file to upload');
      const one = { name: 'one.txt', content: Buffer.from('1') };
      expectError(await upload(ada, { one, two: one }), 'You may only upload one file at a time');
    });

    it('refuses files above the limit', async () => {
      const content = Buffer.alloc(100 * 1024 * 1024 + 1);
      expectError(
        await upload(ada, { file: { name: 'large.bin', content } }),
        "File is larger than this server's configured maximum upload size (100 MiB).",
      );
    });

    it('refuses what exceeds the quota of the organization', async () => {
      const organization = await createOrganization(cluster, { upload_quota_mib: 1 });
      const half = { name: 'half.bin', content: Buffer.alloc(600 * 1024) };
      expect((await upload(organization.owner, { file: half })).status).toBe(200);
      expectError(
        await upload(organization.owner, { file: half }),
        "Upload would exceed your organization's upload quota.",
        { code: 'REALM_UPLOAD_QUOTA' },
      );
    });
  });

  describe('a file at its own address', () => {
    it("is its owner's alone until a message shows it", async () => {
      const file = await uploadFile(ada, { content: 'secret' });
      expect((await open(ada.client, file.url)).text).toBe('secret');
      expect((await open(grace.client, file.url)).status).toBe(403);
      expect((await open(ada.client.anonymous(), file.url)).status).toBe(403);
      await sendDirect(ada, [grace], { content: linkTo(file) });
      expect((await open(grace.client, file.url)).text).toBe('secret');
      const third = await createPerson(cluster, 'Third');
      expect((await open(third.client, file.url)).status).toBe(403);
    });

    it('is for whoever can read the channel', async () => {
      const [publicFile, privateFile] = [await uploadFile(ada), await uploadFile(ada)];
      const open1 = await createChannel(ada);
      const closed = await createChannel(ada, [], { invite_only: true });
      await sendToChannel(ada, open1, { content: linkTo(publicFile) });
      await sendToChannel(ada, closed, { content: linkTo(privateFile) });
      expect((await open(grace.client, publicFile.url)).status).toBe(200);
      expect((await open(grace.client, privateFile.url)).status).toBe(403);
      const guest = await createPerson(cluster, 'Guest', 600);
      expect((await open(guest.client, publicFile.url)).status).toBe(403);
      expect((await open(ada.client.anonymous(), publicFile.url)).status).toBe(403);
    });

    it('stays open to whoever received it, also after they left a private channel', async () => {
      const file = await uploadFile(ada);
      const closed = await createChannel(ada, [grace], { invite_only: true });
      await sendToChannel(ada, closed, { content: linkTo(file) });
      await grace.client.succeed('DELETE', '/users/me/subscriptions', { subscriptions: [closed.name] });
      const later = await uploadFile(ada);
      await sendToChannel(ada, closed, { content: linkTo(later) });
      expect((await open(grace.client, file.url)).status).toBe(200);
      expect((await open(grace.client, later.url)).status).toBe(403);
    });

    it('is open to everybody in a web-public channel where spectators are let in', async () => {
      const organization = await createOrganization(cluster, { enable_spectator_access: true });
      const { owner } = organization;
      const channel = await createChannel(owner, [], { is_web_public: true });
      const [shown, hidden] = [await uploadFile(owner), await uploadFile(owner)];
      await sendToChannel(owner, channel, { content: linkTo(shown) });
      expect((await open(organization.anonymous, hidden.url)).status).toBe(403);
      expect(await open(organization.anonymous, shown.url)).toMatchObject({ status: 200, text: 'hello' });
      const image = await upload(owner, {
        file: { name: 'open.png', content: await picture(2000, 1000), type: 'image/png' },
      });
      const thumbnail = `${image.body.url.replace('/user_uploads/', '/user_uploads/thumbnail/')}/840x560.webp`;
      expect((await open(organization.anonymous, thumbnail)).status).toBe(403);
      await sendToChannel(owner, channel, { content: `[open.png](${image.body.url})` });
      expect((await open(organization.anonymous, thumbnail)).status).toBe(200);
      await owner.client.succeed('DELETE', `/streams/${channel.id}`);
      expect((await open(organization.anonymous, shown.url)).status).toBe(403);
    });

    it('can be opened by a key in the address, as a download, and in parts', async () => {
      const file = await uploadFile(ada, { content: '0123456789' });
      const byKey = await open(ada.client.anonymous(), `${file.url}?api_key=${ada.apiKey}`);
      expect([byKey.status, byKey.text]).toEqual([200, '0123456789']);
      expect(byKey.headers.get('content-disposition')).toContain('inline');
      expect((await open(ada.client.anonymous(), `${file.url}?api_key=${'x'.repeat(32)}`)).status).toBe(401);
      const download = await open(ada.client, `/user_uploads/download/${file.pathId}`);
      expect(download.headers.get('content-disposition')).toContain('attachment');
      const part = await open(ada.client, file.url, { range: 'bytes=2-4' });
      expect([part.status, part.text, part.headers.get('content-range')]).toEqual([206, '234', 'bytes 2-4/10']);
      expect((await open(ada.client, file.url, { range: 'bytes=10-' })).status).toBe(416);
    });

    it.each([
      ['page.html', 'text/html'],
      ['drawing.svg', 'image/svg+xml'],
      ['script.js', 'text/javascript'],
      ['unknown', 'application/octet-stream'],
    ])('never runs: %s is a download', async (name, type) => {
      const file = await uploadFile(ada, { name, type, content: '<script>alert(1)</script>' });
      const { headers } = await open(ada.client, file.url);
      expect(headers.get('content-disposition')).toMatch(/^attachment/);
      expect(headers.get('x-content-type-options')).toBe('nosniff');
      expect(headers.get('content-security-policy')).toContain("default-src 'none'");
    });

    it.each([
      '/user_uploads/1/ab/nothing/here.txt',
      '/user_uploads/1/../../../etc/passwd',
      '/user_uploads/x',
      '/user_uploads/',
    ])('%s is missing', async (path) => expect((await rawRequest(ada.client, path)).status).toBe(404));

    it('answers browsers with a page', async () => {
      const path = '/user_uploads/1/ab/nothing/here.txt';
      const page = await open(ada.client, path, { accept: 'text/html' });
      expect([page.status, page.headers.get('content-type')]).toEqual([404, 'text/html; charset=utf-8']);
    });
  });

  describe('GET /user_uploads/{…}', () => {
    it('gives an address that works without credentials', async () => {
      const file = await uploadFile(ada, { content: 'for a minute' });
      const { url } = await ada.client.succeed('GET', file.url);
      expect(url).toMatch(/^\/user_uploads\/temporary\/[\w-]+\//);
      expect((await open(ada.client.anonymous(), url)).text).toBe('for a minute');
      const wrongName = `${url.slice(0, url.lastIndexOf('/'))}/other.txt`;
      expect((await open(ada.client.anonymous(), wrongName)).text).toContain('Invalid filename');
      expect((await open(ada.client.anonymous(), url.replace('/temporary/', '/temporary/AAAA'))).text).toContain(
        'Invalid token',
      );
    });

    it('refuses what one may not open, and what is not there', async () => {
      const file = await uploadFile(ada);
      expectError(await grace.client.get(file.url), 'Access denied', { status: 403 });
      expectError(await ada.client.get(`${file.url}x`), 'File not found', { status: 404 });
    });
  });

  it('makes thumbnails of images', async () => {
    const { body } = await upload(ada, {
      file: { name: 'big.png', content: await picture(2000, 1000), type: 'image/png' },
    });
    const thumbnail = `${body.url.replace('/user_uploads/', '/user_uploads/thumbnail/')}/840x560.webp`;
    const answer = await open(ada.client, thumbnail);
    expect([answer.status, answer.headers.get('content-type')]).toEqual([200, 'image/webp']);
    expect((await open(grace.client, thumbnail)).status).toBe(403);
    expect((await open(ada.client, thumbnail.replace('840x560', '1x1'))).status).toBe(404);
    const old = await open(ada.client, `/thumbnail?url=${body.url.slice(1)}&size=full`);
    expect([old.status, old.headers.get('content-type')]).toEqual([200, 'image/png']);
    const text = await uploadFile(ada, { name: 'liar.png', type: 'image/png', content: 'no image' });
    expect((await open(ada.client, `/user_uploads/thumbnail/${text.pathId}/840x560.webp`)).status).toBe(404);
  });

  it('shows no preview of an image whose pixels are missing', async () => {
    const whole = await picture(200, 100);
    const named = (name: string, content: Buffer) => ({ file: { name, content, type: 'image/png' } });
    const [good, cut] = [
      await upload(ada, named('good.png', whole)),
      await upload(ada, named('cut.png', whole.subarray(0, 60))),
    ];
    const shown = async (url: string): Promise<string> =>
      (await ada.client.succeed('POST', '/messages/render', { content: `[file](${url})` })).rendered;
    expect(await shown(good.body.url)).toContain('data-original-dimensions="200x100"');
    expect(await shown(cut.body.url)).toBe(`<p><a href="${cut.body.url}">file</a></p>`);
  });

  describe('/tus', () => {
    const TUS = '/api/v1/tus';
    const base = { 'tus-resumable': '1.0.0' };
    const metadata = `filename ${Buffer.from('résumé.txt').toString('base64')},filetype ${Buffer.from('text/plain').toString('base64')}`;
    const ask = (
      method: 'POST' | 'PATCH' | 'HEAD' | 'DELETE',
      path: string,
      headers: Record<string, string>,
      body?: string,
    ) => rawRequest(ada.client, path, { method, headers: { ...base, ...headers }, body });
    const begin = async (length: number): Promise<string> => {
      const answer = await ask('POST', TUS, { 'upload-length': String(length), 'upload-metadata': metadata });
      expect(answer.status).toBe(201);
      return pathOf(answer.headers.get('location') ?? '');
    };
    const piece = (path: string, offset: number, body: string) =>
      ask('PATCH', path, { 'upload-offset': String(offset), 'content-type': 'application/offset+octet-stream' }, body);

    it('takes a file in pieces', async () => {
      const path = await begin(10);
      const first = await piece(path, 0, '01234');
      expect([first.status, first.headers.get('upload-offset')]).toEqual([204, '5']);
      const state = await ask('HEAD', path, {});
      expect([state.headers.get('upload-offset'), state.headers.get('upload-length')]).toEqual(['5', '10']);
      expect((await piece(path, 3, 'xx')).status).toBe(409);
      const last = await piece(path, 5, '56789');
      expect(last.status).toBe(200);
      const { url, filename } = JSON.parse(last.text);
      expect(filename).toBe('résumé.txt');
      expect((await open(ada.client, url)).text).toBe('0123456789');
      expect((await ask('HEAD', path, {})).status).toBe(404);
    });

    it('ends an upload on request, and keeps others out', async () => {
      const path = await begin(10);
      expect((await rawRequest(grace.client, path, { method: 'HEAD', headers: base })).status).toBe(404);
      expect((await ask('DELETE', path, {})).status).toBe(204);
      expect((await ask('HEAD', path, {})).status).toBe(404);
    });

    it('counts what is unfinished against the quota, however many begin at once', async () => {
      const { owner } = await createOrganization(cluster, { upload_quota_mib: 1 });
      const used = { name: 'used.bin', content: Buffer.alloc(900_000) };
      expect((await upload(owner, { file: used })).status).toBe(200);
      const beginOne = () =>
        rawRequest(owner.client, TUS, { method: 'POST', headers: { ...base, 'upload-length': '100000' } });
      const answers = await Promise.all(Array.from({ length: 25 }, beginOne));
      expect(answers.map(({ status }) => status).sort()).toEqual([201, ...Array.from({ length: 24 }, () => 413)]);
      expect(JSON.parse(answers.find(({ status }) => status === 413)!.text).message).toBe(
        "Upload would exceed your organization's upload quota.",
      );
      const small = { name: 'small.bin', content: Buffer.alloc(60_000) };
      expectError(await upload(owner, { file: small }), "Upload would exceed your organization's upload quota.", {
        code: 'REALM_UPLOAD_QUOTA',
      });
      const path = pathOf(answers.find(({ status }) => status === 201)!.headers.get('location') ?? '');
      expect((await rawRequest(owner.client, path, { method: 'DELETE', headers: base })).status).toBe(204);
      expect((await upload(owner, { file: small })).status).toBe(200);
    });

    it('takes a whole file into what was kept for it', async () => {
      const { owner } = await createOrganization(cluster, { upload_quota_mib: 1 });
      const size = 1024 * 1024;
      const begun = await rawRequest(owner.client, TUS, {
        method: 'POST',
        headers: { ...base, 'upload-length': String(size) },
      });
      const headers = { ...base, 'upload-offset': '0', 'content-type': 'application/offset+octet-stream' };
      const path = pathOf(begun.headers.get('location') ?? '');
      const done = await rawRequest(owner.client, path, { method: 'PATCH', headers, body: 'x'.repeat(size) });
      expect(done.status).toBe(200);
      const { upload_space_used: used } = await owner.client.succeed('GET', '/attachments');
      expect(used).toBe(size);
    });

    it('bounds the unfinished files of one user', async () => {
      const person = await createPerson(cluster, 'Hoarder');
      const beginOne = (length = 1) =>
        rawRequest(person.client, TUS, { method: 'POST', headers: { ...base, 'upload-length': String(length) } });
      const large = 100 * 1024 * 1024;
      const answers = await Promise.all(Array.from({ length: 12 }, () => beginOne(large)));
      expect(answers.filter(({ status }) => status === 201)).toHaveLength(10);
      const other = await createPerson(cluster, 'Collector');
      const many = await Promise.all(
        Array.from({ length: 40 }, () =>
          rawRequest(other.client, TUS, { method: 'POST', headers: { ...base, 'upload-length': '1' } }),
        ),
      );
      expect(many.filter(({ status }) => status === 201)).toHaveLength(32);
      const refused = [...answers, ...many].find(({ status }) => status !== 201);
      expect([refused?.status, JSON.parse(refused?.text ?? '')]).toEqual([
        413,
        { message: 'You have too many unfinished uploads.' },
      ]);
      await other.client.succeed('PATCH', '/settings', { default_language: 'de' });
      const inGerman = await rawRequest(other.client, TUS, {
        method: 'POST',
        headers: { ...base, 'upload-length': '1' },
      });
      expect([inGerman.status, inGerman.headers.get('content-language'), JSON.parse(inGerman.text)]).toEqual([
        413,
        'de',
        { message: 'Du hast zu viele unfertige Uploads.' },
      ]);
    });

    it('refuses uploads without length, too large ones, strangers and other versions', async () => {
      expect((await ask('POST', TUS, {})).status).toBe(411);
      const large = await ask('POST', TUS, { 'upload-length': String(101 * 1024 * 1024) });
      expect(large.status).toBe(413);
      expect(JSON.parse(large.text).message).toContain('maximum upload size (100 MiB)');
      expect((await rawRequest(ada.client.anonymous(), TUS, { method: 'POST', headers: base })).status).toBe(401);
      expect((await ask('POST', TUS, { 'tus-resumable': '0.2.2', 'upload-length': '1' })).status).toBe(412);
      const options = await rawRequest(ada.client.anonymous(), TUS, { method: 'OPTIONS' });
      expect([options.status, options.headers.get('tus-extension')]).toEqual([204, 'creation,termination']);
    });
  });

  it.each([
    '/static/generated/emoji/emoji_api.json',
    '/static/generated/emoji/images/emoji/unicode/zulip.png',
    '/static/images/loading/loader-black.svg',
    '/static/images/logo/organization-logo.png?version=0',
    '/static/images/system-bots/notification-bot.png',
    '/static/images/system-bots/welcome-bot.png',
    '/static/images/system-bots/emailgateway.png',
    '/static/images/unknown-user-avatar.png',
  ])('%s is there for everybody', async (path) => {
    const answer = await open(ada.client.anonymous(), path);
    expect(answer.status).toBe(200);
    expect(answer.text.length).toBeGreaterThan(100);
  });
});
