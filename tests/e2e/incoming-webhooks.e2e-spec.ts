import { createHmac } from 'node:crypto';
import { request } from 'undici';
import { TestCluster, eventually, sharedCluster } from '@stoa/testing';
import { Channel, createChannel } from '../support/channels';
import { expectError } from '../support/expectations';
import { Person, createBot, createPerson } from '../support/people';

const PING = { zen: 'Design for failure.', repository: { name: 'shop' }, sender: { login: 'ada' } };

describe('incoming webhooks', () => {
  let cluster: TestCluster;
  let ada: Person;
  let bot: Person;
  let channel: Channel;

  beforeAll(async () => {
    cluster = await sharedCluster();
    ada = await createPerson(cluster, 'Ada');
    bot = await createBot(ada, { bot_type: 2 });
    channel = await createChannel(ada);
  });

  const deliver = async (path: string, body: object | string, headers: Record<string, string> = {}) => {
    const { baseUrl, host } = ada.client;
    const answer = await request(`${baseUrl}/api/v1/external/${path}`, {
      method: 'POST',
      headers: { 'content-type': 'application/json', ...(host ? { host } : {}), ...headers },
      body: typeof body === 'string' ? body : JSON.stringify(body),
    });
    return { status: answer.statusCode, body: await answer.body.json() };
  };
  const latest = async (
    narrow: object[],
  ): Promise<{ content: string; subject: string; sender_id: number; client: string }> => {
    const found = await ada.client.succeed('GET', '/messages', {
      anchor: 'newest',
      num_before: 1,
      num_after: 0,
      apply_markdown: false,
      narrow,
    });
    return found.messages[0];
  };

  it('post as their bot, once for each delivery', async () => {
    const own = await createBot(ada, { bot_type: 2, service_name: 'github' });
    const headers = { 'x-github-event': 'ping', 'x-github-delivery': 'delivery-1' };
    const path = `github?api_key=${own.apiKey}&stream=${channel.id}`;
    for (const _attempt of [1, 2]) {
      const answer = await deliver(path, PING, headers);
      expect(answer.body).toEqual({ result: 'success', msg: '' });
    }
    const { messages } = await ada.client.succeed('GET', '/messages', {
      anchor: 'newest',
      num_before: 10,
      num_after: 0,
      apply_markdown: false,
      narrow: [{ operator: 'sender', operand: own.userId }],
    });
    expect(messages).toMatchObject([
      {
        sender_id: own.userId,
        subject: 'shop',
        content: 'GitHub webhook has been successfully configured by ada.',
        client: 'ZulipGitHubWebhook',
      },
    ]);
  });

  it('write to the owner without a channel', async () => {
    await deliver(`json?api_key=${bot.apiKey}`, { number: 7 });
    expect(await latest([{ operator: 'dm', operand: [bot.userId] }])).toMatchObject({
      content: '~~~ json\n{\n  "number": 7\n}\n~~~',
    });
  });

  it.each([
    [
      'header',
      'github',
      {},
      {},
      'Missing the HTTP event header',
      'without the header `X-GitHub-Event`, by which GitHub',
    ],
    ['JSON', 'github', '{', { 'x-github-event': 'ping' }, 'Malformed JSON', 'that is not JSON, as GitHub sends it'],
    [
      'item',
      'zabbix',
      { hostname: 'db-1' },
      {},
      'Invalid payload',
      'what Zabbix is set up to send: `hostname`, `severity`',
    ],
  ])('tell the owner, once, when a tool sends no %s', async (_what, tool, body, headers, msg, told) => {
    const owner = await createPerson(cluster, 'Olga');
    const own = await createBot(owner, { bot_type: 2 });
    for (let time = 0; time < 2; time++) {
      const answer = await deliver(`${tool}?api_key=${own.apiKey}&stream=${channel.id}`, body, headers);
      expect(answer).toMatchObject({ status: 400, body: { result: 'error', msg: expect.stringContaining(msg) } });
    }
    const warnings = async (): Promise<string[]> => {
      const page = { anchor: 'newest', num_before: 20, num_after: 0, apply_markdown: false };
      const narrow = [{ operator: 'is', operand: 'dm' }];
      const { messages } = await owner.client.succeed('GET', '/messages', { ...page, narrow });
      return messages
        .map(({ content }: { content: string }) => content)
        .filter((content: string) => content.startsWith('Another tool sent something to your bot'));
    };
    const [warning, ...others] = await eventually(async () => {
      const found = await warnings();
      return found.length > 0 && found;
    });
    expect(others).toEqual([]);
    expect(warning).toContain(told);
  });

  it('write to the one person whom the tool means, and to nobody else', async () => {
    const build = { buildFullName: 'Shop', buildNumber: '7', buildResult: 'failure', buildIsPersonal: true };
    // Of its own: each replica notes what it took by itself, and what another test delivered could come in between.
    const own = await createBot(ada, { bot_type: 2 });
    const path = `teamcity?api_key=${own.apiKey}&stream=${channel.id}`;
    for (const [triggeredBy, outcome] of [
      ['Nobody', 'refused'],
      [ada.email.toUpperCase(), 'posted'],
    ]) {
      expect((await deliver(path, { build: { ...build, triggeredBy } })).status).toBe(200);
      const log = `/bots/${own.userId}/incoming_deliveries`;
      await eventually(async () => {
        const { deliveries } = await ada.client.succeed('GET', log, { limit: 1 });
        return deliveries[0]?.integration === 'teamcity' && deliveries[0].outcome === outcome;
      });
    }
    const { content, sender_id } = await latest([{ operator: 'dm', operand: [own.userId] }]);
    expect({ content, sender_id }).toEqual({
      sender_id: own.userId,
      content: ':alert: Build 7 of Shop **failed**.\nThis is your personal build.',
    });
  });

  it('refuse wrong keys and, once there is a secret, wrong signatures', async () => {
    expect((await deliver(`json?api_key=${'x'.repeat(32)}`, {})).status).toBe(401);
    const own = await createBot(ada, { bot_type: 2, config_data: { webhook_secret: 's3cret' } });
    const path = `github?api_key=${own.apiKey}&stream=${channel.id}`;
    const event = { 'x-github-event': 'ping' };
    expect((await deliver(path, PING, event)).status).toBe(401);
    const signature = `sha256=${createHmac('sha256', 's3cret').update(JSON.stringify(PING)).digest('hex')}`;
    expect((await deliver(path, PING, { ...event, 'x-hub-signature-256': signature })).status).toBe(200);
  });

  it('need the secret of their own integration, once the bot has one of any', async () => {
    const own = await createBot(ada, { bot_type: 2 });
    const set = (integration: string, secret: string) =>
      ada.client.succeed('PUT', `/bots/${own.userId}/webhook_secrets/${integration}`, { secret });
    const path = (name: string) => `${name}?api_key=${own.apiKey}&stream=${channel.id}`;
    const signed = (secret: string) => ({
      'x-github-event': 'ping',
      'x-hub-signature-256': `sha256=${createHmac('sha256', secret).update(JSON.stringify(PING)).digest('hex')}`,
    });
    const status = async (name: string, headers: Record<string, string> = {}) =>
      (await deliver(path(name), PING, headers)).status;
    expect(await status('github', { 'x-github-event': 'ping' })).toBe(200);
    await set('github', 'first');
    await set('github', 'second');
    expect(await status('github', { 'x-github-event': 'ping' })).toBe(401);
    for (const secret of ['first', 'second']) expect(await status('github', signed(secret))).toBe(200);
    expect(await status('json')).toBe(401);
    const token = { 'x-gitlab-event': 'Test Hook', 'x-gitlab-token': 'l' };
    expect(await status('gitlab', token)).toBe(401);
    await set('gitlab', 'l');
    expect(await status('gitlab', token)).toBe(200);
    const { secrets } = await ada.client.succeed('GET', `/bots/${own.userId}/webhook_settings`);
    expect(secrets).toEqual([
      { integration: 'github', has_former: true },
      { integration: 'gitlab', has_former: false },
    ]);
    const github = `/bots/${own.userId}/webhook_secrets/github`;
    await ada.client.succeed('DELETE', github, { former_only: true });
    expect(await status('github', signed('first'))).toBe(401);
    for (const name of ['github', 'gitlab']) {
      await ada.client.succeed('DELETE', `/bots/${own.userId}/webhook_secrets/${name}`);
    }
    expect(await status('json')).toBe(200);
    expectError(
      await ada.client.put(`/bots/${own.userId}/webhook_secrets/json`, { secret: 's' }),
      'This tool signs nothing: a secret would keep all of its deliveries out.',
    );
    expectError(
      await ada.client.put(`/bots/${own.userId}/webhook_secrets/unknown`, { secret: 's' }),
      "Invalid integration 'unknown'.",
    );
  });

  it('show no pictures with pushes, as they do with comments', async () => {
    const own = await createBot(ada, { bot_type: 2 });
    const picture = 'https://pictures.example/price.png';
    const told = async (event: string, body: object): Promise<string> => {
      await deliver(`github?api_key=${own.apiKey}&stream=${channel.id}`, body, { 'x-github-event': event });
      const { messages } = await ada.client.succeed('GET', '/messages', {
        ...{ anchor: 'newest', num_before: 1, num_after: 0 },
        narrow: [{ operator: 'sender', operand: own.userId }],
      });
      return messages[0].content;
    };
    const commits = [{ id: 'c0ffee', message: `See ${picture}` }];
    const pushed = await told('push', { ...PING, ref: 'refs/heads/main', before: '1', after: '2', commits });
    expect(pushed).toContain(`href="${picture}"`);
    expect(pushed).not.toContain('message_inline_image');
    const issue = { number: 7, title: `See ${picture}` };
    expect(await told('issues', { ...PING, action: 'closed', issue })).toContain('message_inline_image');
  });

  it('mention those whom the owner has named, where something is theirs to do', async () => {
    const own = await createBot(ada, { bot_type: 2 });
    const path = `github?api_key=${own.apiKey}&stream=${channel.id}`;
    const assigned = {
      ...PING,
      action: 'assigned',
      issue: { number: 7, title: '@**all** prices' },
      assignee: { login: 'ada-l' },
    };
    const html = async (): Promise<{ content: string; flags: string[] }> => {
      await deliver(path, assigned, { 'x-github-event': 'issues' });
      const { messages } = await ada.client.succeed('GET', '/messages', {
        ...{ anchor: 'newest', num_before: 1, num_after: 0 },
        narrow: [{ operator: 'sender', operand: own.userId }],
      });
      return messages[0];
    };
    expect((await html()).content).not.toContain('user-mention');
    const mentions = [{ name: 'Ada-L', user_id: ada.userId }];
    await ada.client.succeed('PUT', `/bots/${own.userId}/mentions`, { mentions });
    const { content, flags } = await html();
    expect(content).toContain(`<span class="user-mention" data-user-id="${ada.userId}">@Ada`);
    expect(content.match(/user-mention/g)).toHaveLength(1);
    expect(flags).toContain('mentioned');
    const path2 = `/bots/${own.userId}/mentions`;
    expectError(await ada.client.put(path2, { mentions: [{ name: 'x', user_id: own.userId }] }), 'No such user');
    const generic = await createBot(ada);
    expectError(await ada.client.get(`/bots/${generic.userId}/webhook_settings`), 'This bot takes no deliveries.');
  });

  it('tell the owner, and not the tool, of a channel that is not there', async () => {
    const answer = await deliver(`json?api_key=${bot.apiKey}&stream=nowhere`, {});
    expect(answer.status).toBe(200);
    const { messages } = await ada.client.succeed('GET', '/messages', {
      anchor: 'newest',
      num_before: 1,
      num_after: 0,
      apply_markdown: false,
      narrow: [{ operator: 'is', operand: 'dm' }],
    });
    expect(messages[0].content).toContain('nowhere');
  });

  describe('are remembered', () => {
    const deliveries = async (who: Person, of: Person) =>
      (await who.client.succeed('GET', `/bots/${of.userId}/incoming_deliveries`)).deliveries;

    it('for the owner of the bot; administrators see the outline', async () => {
      const own = await createBot(ada, { bot_type: 2 });
      const path = `github?api_key=${own.apiKey}&stream=${channel.id}`;
      const remembered = (count: number) =>
        eventually(async () => {
          const found = await deliveries(ada, own);
          return found.length === count && found;
        });
      await deliver(path, PING, { 'x-github-event': 'ping', 'x-github-delivery': 'delivery-2' });
      // Each replica notes what it took by itself: two that come close together may stand in either order.
      await remembered(1);
      await deliver(path, PING);
      const [refused, posted] = await remembered(2);
      expect(refused).toMatchObject({ outcome: 'refused', status: 400, message_ids: [] });
      expect(refused.failure).toBe("Missing the HTTP event header 'X-GitHub-Event'");
      const { id } = (
        await ada.client.succeed('GET', '/messages', {
          anchor: 'newest',
          num_before: 1,
          num_after: 0,
          narrow: [{ operator: 'sender', operand: own.userId }],
        })
      ).messages[0];
      expect(posted).toMatchObject({
        integration: 'github',
        delivery_id: 'delivery-2',
        outcome: 'posted',
        status: 200,
        events: ['ping'],
        message_ids: [id],
        body: JSON.stringify(PING),
      });
      const path2 = `/bots/${own.userId}/incoming_deliveries`;
      const older = await ada.client.succeed('GET', path2, { before: refused.id, limit: 1 });
      expect(older.deliveries.map((one: { id: number }) => one.id)).toEqual([posted.id]);
      const administrator = await createPerson(cluster, 'Eve', 200);
      expect((await deliveries(administrator, own))[1]).toMatchObject({ outcome: 'posted', body: null });
      const stranger = await createPerson(cluster, 'Bob');
      expectError(await stranger.client.get(path2), 'Insufficient permission');
      expectError(await ada.client.get(`/bots/${stranger.userId}/incoming_deliveries`), 'No such bot');
    });

    it('and taken again by the owner of the bot, though they were posted', async () => {
      const own = await createBot(ada, { bot_type: 2 });
      const path = `github?api_key=${own.apiKey}&stream=${channel.id}&topic=replayed`;
      const headers = { 'x-github-event': 'ping', 'x-github-delivery': 'delivery-3' };
      await deliver(path, PING, headers);
      const [first] = await eventually(async () => {
        const found = await deliveries(ada, own);
        return found.length === 1 && found;
      });
      expect(first).toMatchObject({ can_replay: true, is_signed: false, replay_of: null });
      expect(first.headers).toMatchObject({ 'x-github-event': 'ping' });
      const replay = `/bots/${own.userId}/deliveries/${first.id}/replay`;
      const { delivery } = await ada.client.succeed('POST', replay);
      expect(delivery).toMatchObject({ outcome: 'posted', status: 200, delivery_id: 'delivery-3' });
      expect(delivery.message_ids).not.toEqual(first.message_ids);
      const list = await ada.client.succeed('GET', `/bots/${own.userId}/incoming_deliveries`);
      expect(list.deliveries).toMatchObject([{ id: delivery.id, replay_of: first.id }, { id: first.id }]);
      expect(list.health).toMatchObject([{ integration: 'github', failures: 0, last_success_at: first.received_at }]);
      const administrator = await createPerson(cluster, 'Eve', 200);
      expectError(await administrator.client.post(replay), 'Insufficient permission');
      expectError(await ada.client.post(`/bots/${own.userId}/deliveries/999999999/replay`), 'No such delivery');
    });

    it('without headers and bodies where their owner or an administrator says so', async () => {
      const own = await createBot(ada, { bot_type: 2 });
      const path = `json?api_key=${own.apiKey}&stream=${channel.id}`;
      const listed = (count: number) =>
        eventually(async () => {
          const found = await deliveries(ada, own);
          return found.length === count && found;
        });
      await deliver(path, { a: 1 });
      await listed(1);
      const log = `/bots/${own.userId}/delivery_log`;
      const [administrator, stranger] = await Promise.all([
        createPerson(cluster, 'Eve', 200),
        createPerson(cluster, 'Bob'),
      ]);
      expectError(await stranger.client.patch(log, { records_bodies: false }), 'Insufficient permission');
      expect(await administrator.client.succeed('PATCH', log, { records_bodies: false })).toMatchObject({
        records_bodies: false,
      });
      await deliver(path, { a: 2 });
      await listed(2);
      expect(await ada.client.succeed('PATCH', log, { records_bodies: true })).toMatchObject({ records_bodies: true });
      await deliver(path, { a: 3 });
      const bodies = (await listed(3)).map(({ body, can_replay }: { body: string; can_replay: boolean }) => [
        body,
        can_replay,
      ]);
      expect(bodies).toEqual([
        ['{"a":3}', true],
        ['', false],
        ['', false],
      ]);
      const [, forgotten] = await deliveries(ada, own);
      const replay = `/bots/${own.userId}/deliveries/${forgotten.id}/replay`;
      expectError(await ada.client.post(replay), 'This delivery was not recorded as a whole.');
    });

    it('and tried out in a channel, by the owner of the bot', async () => {
      const own = await createBot(ada, { bot_type: 2 });
      const path = `/bots/${own.userId}/try_delivery`;
      const there = { integration: 'github', stream_id: channel.id, topic: 'Trial' };
      const { messages, message_ids: ids } = await ada.client.succeed('POST', path, there);
      expect(messages).toMatchObject([{ topic: 'Trial' }]);
      const { message } = await ada.client.succeed('GET', `/messages/${ids[0]}`, { apply_markdown: false });
      expect(message).toMatchObject({ sender_id: own.userId, subject: 'Trial', content: messages[0].content });
      const nowhere = await ada.client.post(path, { ...there, stream_id: 999_999_999 });
      const data = { code: 'STREAM_DOES_NOT_EXIST', stream_id: 999_999_999 };
      expectError(nowhere, "Channel with ID '999999999' does not exist", data);
      const administrator = await createPerson(cluster, 'Eve', 200);
      expectError(await administrator.client.post(path, there), 'Insufficient permission');
      await ada.client.succeed('DELETE', `/bots/${own.userId}`);
      expectError(await ada.client.post(path, there), 'Bot is deactivated');
    });

    it('and tried out, without a message', async () => {
      const settings = { topic_template: '{{ host }}', content_template: 'is {{ state }}' };
      const own = await createBot(ada, { bot_type: 2, config_data: { ...settings, webhook_secret: 's3cret' } });
      const path = `/bots/${own.userId}/try_delivery`;
      const attempt = (parameters: object) => ada.client.post(path, { integration: 'github', ...parameters });
      const example = await ada.client.succeed('POST', path, { integration: 'jira' });
      expect(example.messages).toMatchObject([{ topic: 'SHOP-7: Prices are wrong' }]);
      const filled = { integration: 'template', body: '{"host":"db","state":"down"}' };
      expect((await ada.client.succeed('POST', path, filled)).messages).toEqual([{ topic: 'db', content: 'is down' }]);
      const pinged = await ada.client.succeed('POST', path, { integration: 'github', event: 'ping', body: '{}' });
      expect(pinged).toMatchObject({ events: ['ping'], messages: [{ topic: 'GitHub' }] });
      expectError(await attempt({ integration: 'unknown' }), "Invalid integration 'unknown'.");
      expectError(await attempt({ body: '{' }), 'Malformed JSON', { code: 'INVALID_JSON' });
      const unknown = "The 'package' event isn't currently supported by the GitHub webhook; ignoring";
      const code = 'UNSUPPORTED_WEBHOOK_EVENT_TYPE';
      const data = { webhook_name: 'GitHub', event_type: 'package' };
      expectError(await attempt({ event: 'package', body: '{}' }), unknown, { code, ...data });
      const strange = 'Unable to parse request: Did Jira generate this event?';
      expectError(await attempt({ integration: 'jira', body: '{}' }), strange, { code: 'ANOMALOUS_WEBHOOK_PAYLOAD' });
      const generic = await createBot(ada);
      const refused = await ada.client.post(`/bots/${generic.userId}/try_delivery`, { integration: 'github' });
      expectError(refused, 'This bot takes no deliveries.');
      expect(await deliveries(ada, own)).toEqual([]);
    });
  });

  it('are listed for those who make them', async () => {
    const state = await ada.client.succeed('POST', '/register', { fetch_event_types: ['realm_incoming_webhook_bots'] });
    const github = state.realm_incoming_webhook_bots.find(({ name }: { name: string }) => name === 'github');
    expect(github).toMatchObject({
      display_name: 'GitHub',
      all_event_types: expect.arrayContaining(['push_commits']),
      config_options: [{ key: 'webhook_secret', validator: 'check_string' }],
      url_options: expect.arrayContaining([expect.objectContaining({ key: 'branches' })]),
    });
  });
});
