import { createHmac } from 'node:crypto';
import { request } from 'undici';
import { TestCluster, sharedCluster } from '@stoa/testing';
import { Channel, createChannel } from '../support/channels';
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
    bot = await createBot(ada, { bot_type: 2, service_name: 'github' });
    channel = await createChannel(ada);
  });

  const deliver = async (path: string, body: object, headers: Record<string, string> = {}) => {
    const { baseUrl, host } = ada.client;
    const answer = await request(`${baseUrl}/api/v1/external/${path}`, {
      method: 'POST',
      headers: { 'content-type': 'application/json', ...(host ? { host } : {}), ...headers },
      body: JSON.stringify(body),
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
    const headers = { 'x-github-event': 'ping', 'x-github-delivery': 'delivery-1' };
    const path = `github?api_key=${bot.apiKey}&stream=${channel.id}`;
    for (const _attempt of [1, 2]) {
      const answer = await deliver(path, PING, headers);
      expect(answer.body).toEqual({ result: 'success', msg: '' });
    }
    const { messages } = await ada.client.succeed('GET', '/messages', {
      anchor: 'newest',
      num_before: 10,
      num_after: 0,
      apply_markdown: false,
      narrow: [{ operator: 'sender', operand: bot.userId }],
    });
    expect(messages).toMatchObject([
      {
        sender_id: bot.userId,
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

  it('refuse wrong keys and, once there is a secret, wrong signatures', async () => {
    expect((await deliver(`json?api_key=${'x'.repeat(32)}`, {})).status).toBe(401);
    const own = await createBot(ada, { bot_type: 2, config_data: { webhook_secret: 's3cret' } });
    const path = `github?api_key=${own.apiKey}&stream=${channel.id}`;
    const event = { 'x-github-event': 'ping' };
    expect((await deliver(path, PING, event)).status).toBe(401);
    const signature = `sha256=${createHmac('sha256', 's3cret').update(JSON.stringify(PING)).digest('hex')}`;
    expect((await deliver(path, PING, { ...event, 'x-hub-signature-256': signature })).status).toBe(200);
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
