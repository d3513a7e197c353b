import { TestClient, TestCluster, sharedCluster } from '@stoa/testing';
import { FormData } from 'undici';
import { createChannel } from '../support/channels';
import { fetchNewest, sendDirect, sendToChannel } from '../support/messages';
import { attachmentOf, linkTo, open, picture } from '../support/files';
import { Organization, createOrganization } from '../support/organizations';
import { Person, createBot } from '../support/people';
import { rawRequest } from '../support/raw-request';
import { TestQueue, isEvent } from '../support/test-queue';

interface Answer {
  status: number;
  body: Record<string, unknown>;
}

/** How clients that others wrote put their requests: the forms that no test of a single endpoint uses. */
describe('what other clients send', () => {
  let cluster: TestCluster;
  let organization: Organization;
  let owner: Person;
  let ada: Person;
  let apiEmail: string;

  beforeAll(async () => {
    cluster = await sharedCluster();
    organization = await createOrganization(cluster);
    owner = organization.owner;
    ada = await organization.createPerson('Ada');
    apiEmail = (await ada.client.succeed('GET', '/users/me')).email;
  });

  async function send(
    client: TestClient,
    method: 'GET' | 'POST' | 'PATCH' | 'DELETE' | 'PUT',
    path: string,
    fields: Record<string, string> = {},
  ): Promise<Answer> {
    const text = new URLSearchParams(fields);
    const inQuery = method === 'GET' && text.size > 0;
    const { status, text: body } = await rawRequest(client, `/api/v1${path}${inQuery ? `?${text.toString()}` : ''}`, {
      method,
      ...(method === 'GET' ? {} : { body: text }),
      headers: { 'user-agent': 'ZulipPython/0.9.0 (Linux; 6.1.0)' },
    });
    return { status, body: JSON.parse(body) };
  }

  describe('a file of which nothing is said but its name', () => {
    /** As the Python package writes it: no Content-Type in the part. */
    async function upload(person: Person, path: string, name: string, content: Buffer): Promise<Answer> {
      const boundary = 'e7c2a5b0d3f14c6f';
      const head = `--${boundary}\r\nContent-Disposition: form-data; name="${name}"; filename="${name}"\r\n\r\n`;
      const { status, text } = await rawRequest(person.client, `/api/v1${path}`, {
        method: 'POST',
        headers: { 'content-type': `multipart/form-data; boundary=${boundary}` },
        body: Buffer.concat([Buffer.from(head), content, Buffer.from(`\r\n--${boundary}--\r\n`)]),
      });
      return { status, body: JSON.parse(text) };
    }

    it.each([
      ['/realm/emoji/no_type', 'party.png'],
      ['/realm/emoji/no_name', 'party'],
      ['/realm/icon', 'icon.png'],
      ['/realm/logo?night=false', 'logo'],
      ['/users/me/avatar', 'me'],
    ])('is taken at %s as %s', async (path, name) => {
      expect(await upload(owner, path, name, await picture(64, 64))).toMatchObject({
        status: 200,
        body: { result: 'success' },
      });
    });

    it.each(['notes.txt', 'notes'])('is refused as an image if %s is none', async (name) => {
      expect(await upload(owner, '/realm/emoji/text', name, Buffer.from('no picture'))).toMatchObject({
        status: 400,
        body: { code: 'BAD_IMAGE' },
      });
    });

    it('is shown in messages and served as what its name says', async () => {
      const { body } = await upload(ada, '/user_uploads', 'plan.png', await picture());
      const url = String(body.url);
      const file = { url, pathId: url.slice('/user_uploads/'.length), filename: String(body.filename) };
      expect((await open(ada.client, file.url)).headers.get('content-type')).toBe('image/png');
      const id = await sendDirect(ada, [owner], { content: linkTo(file) });
      const { message } = await ada.client.succeed('GET', `/messages/${id}`);
      expect(message.content).toContain('message_inline_image');
      expect(await attachmentOf(ada, file)).toMatchObject({ name: 'plan.png' });
      const page = await upload(ada, '/user_uploads', 'page.html', Buffer.from('<p>'));
      expect((await open(ada.client, String(page.body.url))).headers.get('content-disposition')).toMatch(
        /^attachment;/,
      );
    });

    it('is found below its address also with encoded slashes', async () => {
      const { body } = await upload(ada, '/user_uploads', 'plan.txt', Buffer.from('plan'));
      const [, realmId = '', rest = ''] = /^\/user_uploads\/(\d+)\/(.+)$/.exec(String(body.url)) ?? [];
      for (const path of [rest, encodeURIComponent(rest)]) {
        const answer = await send(ada.client, 'GET', `/user_uploads/${realmId}/${path}`);
        expect(answer).toMatchObject({ status: 200, body: { result: 'success' } });
        expect((await open(ada.client.anonymous(), String(answer.body.url))).text).toBe('plan');
      }
      expect((await open(ada.client, `/user_uploads/${realmId}/${rest}`)).text).toBe('plan');
    });
  });

  describe('null for what the Python package was not given', () => {
    it('registers for every event', async () => {
      const fields = { event_types: 'null', narrow: '[]', apply_markdown: 'false', fetch_event_types: 'null' };
      const { status, body } = await send(ada.client, 'POST', '/register', fields);
      expect({ status, body }).toMatchObject({ status: 200, body: { result: 'success', last_event_id: -1 } });
      expect(body).toHaveProperty('subscriptions');
      const sent = await sendDirect(owner, [ada], { content: 'for the bot' });
      const poll = { queue_id: String(body.queue_id), last_event_id: '-1', dont_block: 'false' };
      const events = (await send(ada.client, 'GET', '/events', poll)).body.events;
      expect(events).toEqual(
        expect.arrayContaining([expect.objectContaining({ message: expect.objectContaining({ id: sent }) })]),
      );
      const gone = await send(ada.client, 'DELETE', '/events', { queue_id: String(body.queue_id) });
      expect(gone.status).toBe(200);
    });

    it('subscribes and unsubscribes oneself with principals=[]', async () => {
      const principals = '[]';
      const bot = await createBot(ada);
      const { name } = await createChannel(ada);
      const added = await send(bot.client, 'POST', '/users/me/subscriptions', {
        subscriptions: JSON.stringify([{ name }]),
        principals,
      });
      expect(added.body).toMatchObject({ subscribed: { [bot.userId]: [name] } });
      const removed = await send(bot.client, 'DELETE', '/users/me/subscriptions', {
        subscriptions: JSON.stringify([name]),
        principals,
      });
      expect(removed).toMatchObject({ status: 200, body: { removed: [name] } });
      const refused = await send(bot.client, 'DELETE', '/users/me/subscriptions', {
        subscriptions: JSON.stringify([name]),
        principals: 'null',
      });
      expect(refused).toMatchObject({ status: 400, body: { msg: 'principals["list[str]"] is not a list' } });
    });
  });

  it('ask in many ways for the same thing', async () => {
    const channel = await createChannel(ada, [owner]);
    const id = await sendToChannel(ada, channel, { content: 'many ways', topic: 'ways' });
    const narrow = JSON.stringify([
      ['stream', channel.name],
      ['topic', 'ways'],
    ]);
    const asked: Record<string, string>[] = [
      { anchor: 'newest', num_before: '5', num_after: '0', narrow },
      {
        anchor: String(id),
        num_before: '0',
        num_after: '0',
        narrow,
        apply_markdown: 'false',
        client_gravatar: 'false',
      },
      {
        anchor: '10000000000000000',
        num_before: '5',
        num_after: '0',
        narrow: JSON.stringify([
          { operator: 'stream', operand: channel.id },
          { operator: 'topic', operand: 'WAYS' },
        ]),
      },
      { use_first_unread_anchor: 'true', num_before: '5', num_after: '5', narrow },
    ];
    for (const fields of asked) {
      const { status, body } = await send(owner.client, 'GET', '/messages', fields);
      const { messages } = body;
      expect([status, Array.isArray(messages) && messages.map((message) => message.id)]).toEqual([200, [id]]);
    }
  });

  it('send to a channel by its name, its id, in a list, and with old names', async () => {
    const channel = await createChannel(ada);
    const message = { topic: 'ways', content: 'sent' };
    const addresses: Record<string, string>[] = [
      { ...message, type: 'stream', to: channel.name },
      { ...message, type: 'channel', to: String(channel.id) },
      { ...message, type: 'stream', to: JSON.stringify([channel.name]) },
      { ...message, type: 'stream', to: JSON.stringify(channel.name) },
      { type: 'stream', to: channel.name, subject: 'ways', content: 'sent' },
      { ...message, type: 'stream', to: channel.name, queue_id: 'fb67bf8a-c031-47cc-84cf-ed80accacda8' },
      { type: 'private', to: apiEmail, content: 'sent' },
      { type: 'private', to: JSON.stringify([apiEmail]), content: 'sent' },
      { type: 'direct', to: JSON.stringify([ada.userId]), content: 'sent' },
    ];
    for (const address of addresses) {
      const { status, body } = await send(ada.client, 'POST', '/messages', address);
      expect({ address, status, msg: body.msg }).toEqual({ address, status: 200, msg: '' });
    }
    expect(await fetchNewest(ada, [{ operator: 'channel', operand: channel.id }])).toHaveLength(6 + 1);
  });

  it('change flags, settings and storage with JSON in form fields', async () => {
    const id = await sendDirect(owner, [ada]);
    const calls: [method: 'POST' | 'PATCH' | 'PUT' | 'DELETE' | 'GET', path: string, fields: Record<string, string>][] =
      [
        ['POST', '/messages/flags', { messages: `[${id}]`, op: 'add', flag: 'read' }],
        ['POST', `/messages/${id}/reactions`, { emoji_name: 'tada' }],
        ['DELETE', `/messages/${id}/reactions`, { emoji_name: 'tada' }],
        ['POST', '/users/me/presence', { status: 'active', ping_only: 'false', new_user_input: 'true' }],
        ['PATCH', '/settings/notifications', { enable_desktop_notifications: 'true' }],
        ['POST', '/users/me/alert_words', { alert_words: '["lunch"]' }],
        ['DELETE', '/users/me/alert_words', { alert_words: '["lunch"]' }],
        ['GET', `/users/${encodeURIComponent(apiEmail)}`, { include_custom_profile_fields: 'true' }],
        ['GET', '/users', { client_gravatar: 'true', include_custom_profile_fields: 'false' }],
        ['POST', '/messages/render', { content: '**hi**' }],
        ['POST', '/mark_all_as_read', {}],
      ];
    for (const [method, path, fields] of calls) {
      const { status, body } = await send(ada.client, method, path, fields);
      expect({ path, status, msg: body.result }).toEqual({ path, status: 200, msg: 'success' });
    }
    const bot = await createBot(ada);
    const store = await send(bot.client, 'PUT', '/bot_storage', { storage: '{"a":"1","b":"2"}' });
    expect(store.status).toBe(200);
    expect((await send(bot.client, 'GET', '/bot_storage', { keys: '["a"]' })).body.storage).toEqual({ a: '1' });
    expect((await send(bot.client, 'DELETE', '/bot_storage', { keys: '["a"]' })).status).toBe(200);
    expect((await send(bot.client, 'GET', '/bot_storage')).body.storage).toEqual({ b: '2' });
  });

  it('send forms as multipart, keep connections, and put the method into the form', async () => {
    const queue = await TestQueue.register(ada, { event_types: ['message'] });
    const form = new FormData();
    for (const [name, value] of Object.entries({
      type: 'private',
      to: JSON.stringify([ada.userId]),
      content: 'form',
    })) {
      form.append(name, value);
    }
    const { status, text } = await rawRequest(owner.client, '/api/v1/messages', { method: 'POST', body: form });
    expect(status).toBe(200);
    const { id } = JSON.parse(text);
    expect(await queue.next(isEvent('message'))).toMatchObject({ message: { id } });
    const edited = await send(owner.client, 'POST', `/messages/${id}`, { method: 'PATCH', content: 'edited' });
    expect(edited.status).toBe(200);
  });

  it('ask at the host whether they are too old', async () => {
    const ask = async (path: string, agent: string) =>
      (await rawRequest(ada.client.anonymous(), path, { headers: { 'user-agent': agent } })).status;
    for (const path of ['/compatibility', '/api/v1/compatibility']) {
      expect([await ask(path, 'ZulipMobile/27.0.0 (iOS 17)'), await ask(path, 'ZulipInvalid')]).toEqual([200, 400]);
    }
  });
});
