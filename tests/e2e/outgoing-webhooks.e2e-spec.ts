import { createHmac } from 'node:crypto';
import type { IncomingHttpHeaders } from 'node:http';
import { TestCluster, eventually, sharedCluster } from '@stoa/testing';
import { Channel, createChannel } from '../support/channels';
import { inDatabase } from '../support/database';
import { sendDirect, sendToChannel } from '../support/messages';
import { Person, createBot, createPerson } from '../support/people';
import { WebSite } from '../support/web-site';

interface Call {
  headers: IncomingHttpHeaders;
  body: string;
}

describe('outgoing webhooks', () => {
  let cluster: TestCluster;
  let ada: Person;
  let channel: Channel;
  let site: WebSite;
  let inside: WebSite;

  beforeAll(async () => {
    cluster = await sharedCluster();
    [site, inside] = await Promise.all([WebSite.start(), WebSite.startInside()]);
    ada = await createPerson(cluster, 'Ada');
    channel = await createChannel(ada);
  });
  afterAll(() => Promise.all([site.stop(), inside.stop()]));

  /** A service that answers in turn, and the bot whose service it is. */
  async function botWith(path: string, answers: [status: number, body: string][], form = 1, at = site) {
    const calls: Call[] = [];
    const url = at.serve(path, (request, response) => {
      let body = '';
      request.on('data', (chunk: Buffer) => (body += chunk.toString()));
      request.on('end', () => {
        calls.push({ headers: request.headers, body });
        const [status, text] = answers[Math.min(calls.length, answers.length) - 1] ?? [500, ''];
        response.writeHead(status).end(text);
      });
    });
    const bot = await createBot(ada, { bot_type: 3, payload_url: JSON.stringify(url), interface_type: form });
    return { bot, calls };
  }

  const saidBy = async (bot: Person): Promise<{ content: string; type: string; subject: string }[]> => {
    const { messages } = await ada.client.succeed('GET', '/messages', {
      anchor: 'newest',
      num_before: 20,
      num_after: 0,
      apply_markdown: false,
      narrow: [{ operator: 'sender', operand: bot.userId }],
    });
    return messages;
  };
  const reply = async (bot: Person): Promise<{ content: string; type: string; subject: string }> => {
    await eventually(async () => (await saidBy(bot)).length > 0, { timeoutMs: 60_000 });
    const [first] = await saidBy(bot);
    if (!first) throw new Error('nothing was said');
    return first;
  };
  const isSettled = (bot: Person): Promise<boolean> =>
    inDatabase(cluster, async (database) => {
      const rows = await database.query('', 'SELECT FROM webhook_call WHERE bot_id = $1', [bot.userId]);
      return rows.length === 0;
    });
  const settled = (bot: Person) => eventually(() => isSettled(bot), { timeoutMs: 60_000 });

  it('call the service of a bot that is mentioned, signed, and say what it answers', async () => {
    const { bot, calls } = await botWith('/echo', [[200, '{"content":"heard"}']]);
    const content = `@**${bot.fullName}** hello`;
    const messageId = await sendToChannel(ada, channel, { content, topic: 'work' });
    expect(await reply(bot)).toMatchObject({ content: 'heard', type: 'stream', subject: 'work' });
    expect(calls).toHaveLength(1);
    const { headers, body } = calls[0]!;
    const sent = JSON.parse(body);
    expect(sent).toMatchObject({
      data: content,
      trigger: 'mention',
      bot_email: bot.email,
      bot_full_name: bot.fullName,
      message: {
        id: messageId,
        type: 'stream',
        stream_id: channel.id,
        sender_id: ada.userId,
        content,
        subject: 'work',
      },
    });
    const signed = `${headers['x-stoa-timestamp']}.${body}`;
    const signature = createHmac('sha256', sent.token).update(signed).digest('hex');
    expect(headers['x-stoa-signature']).toBe(`v1=${signature}`);
    expect(headers['x-stoa-delivery']).toMatch(/^[0-9a-f-]{36}$/);
  });

  it('call it about direct messages, and say nothing if it does not', async () => {
    const { bot, calls } = await botWith('/quiet', [[200, '{"response_not_required": true}']]);
    await sendDirect(ada, [bot]);
    await eventually(() => calls.length === 1, { timeoutMs: 60_000 });
    expect(JSON.parse(calls[0]!.body)).toMatchObject({ trigger: 'direct_message', message: { type: 'private' } });
    await settled(bot);
    expect(await saidBy(bot)).toEqual([]);
  });

  it('call it once more after a failure that may pass, with the same id', async () => {
    const { bot, calls } = await botWith('/tired', [
      [503, ''],
      [200, '{"content":"awake"}'],
    ]);
    await sendDirect(ada, [bot]);
    expect(await reply(bot)).toMatchObject({ content: 'awake', type: 'private' });
    const ids = calls.map(({ headers }) => headers['x-stoa-delivery']);
    expect(ids).toHaveLength(2);
    expect(ids[0]).toBe(ids[1]);
  });

  it('say that it failed, there and to the owner', async () => {
    const { bot } = await botWith('/gone', [[404, 'no']]);
    await sendToChannel(ada, channel, { content: `@**${bot.fullName}** hello` });
    expect(await reply(bot)).toMatchObject({ content: 'Failure! Third party responded with 404' });
    const notice = async (): Promise<string> => {
      const { messages } = await ada.client.succeed('GET', '/messages', {
        anchor: 'newest',
        num_before: 1,
        num_after: 0,
        apply_markdown: false,
        narrow: [{ operator: 'is', operand: 'dm' }],
      });
      return messages[0]?.content ?? '';
    };
    await eventually(async () => (await notice()).includes('triggered an outgoing webhook'), { timeoutMs: 60_000 });
    expect(await notice()).toContain('The webhook got a response with status code *404*.');
  });

  it('never go to addresses of the service itself', async () => {
    const { bot, calls } = await botWith('/inside', [[200, '{"content":"secret"}']], 1, inside);
    await sendDirect(ada, [bot]);
    expect(await reply(bot)).toMatchObject({ content: 'Failure! Third party responded with 407' });
    expect(calls).toEqual([]);
  });

  it('speak as Slack does', async () => {
    const { bot, calls } = await botWith('/slack', [[200, '{"text":"hi"}']], 2);
    await sendToChannel(ada, channel, { content: `@**${bot.fullName}** hello` });
    expect(await reply(bot)).toMatchObject({ content: 'hi' });
    const fields = new URLSearchParams(calls[0]!.body);
    expect(fields.get('channel_id')).toBe(`C${channel.id}`);
    expect(fields.get('trigger_word')).toBe('mention');
  });

  it('are not called by what bots write', async () => {
    const { bot, calls } = await botWith('/loop', [[200, '{"content":"again"}']]);
    const other = await createBot(ada);
    await sendToChannel(other, channel, { content: `@**${bot.fullName}** hello` });
    await sendToChannel(ada, channel, { content: `@_**${bot.fullName}** and \`@**${bot.fullName}**\`` });
    const last = await botWith('/last', [[200, '{"content":"done"}']]);
    await sendToChannel(ada, channel, { content: `@**${last.bot.fullName}**` });
    await reply(last.bot);
    expect(calls).toEqual([]);
    expect(await isSettled(bot)).toBe(true);
  });
});
