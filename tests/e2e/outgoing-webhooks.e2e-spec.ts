import { createHmac } from 'node:crypto';
import type { IncomingHttpHeaders } from 'node:http';
import { TestCluster, eventually, sharedCluster } from '@stoa/testing';
import { Channel, createChannel } from '../support/channels';
import { inDatabase } from '../support/database';
import { expectError } from '../support/expectations';
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
        avatar_url: expect.any(String),
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
    // Other tests' bots fail as well, and their owner is told some time later.
    const isOfBot = ({ content }: { content: string }) =>
      content.includes(`${bot.fullName}|${bot.userId}** triggered an outgoing webhook`);
    const notice = await eventually(
      async (): Promise<{ content: string } | undefined> => {
        const { messages } = await ada.client.succeed('GET', '/messages', {
          anchor: 'newest',
          num_before: 20,
          num_after: 0,
          apply_markdown: false,
          narrow: [{ operator: 'is', operand: 'dm' }],
        });
        return messages.find(isOfBot);
      },
      { timeoutMs: 60_000 },
    );
    expect(notice.content).toMatch(
      /The webhook got a response with status code \*404\*\.\nThe response contains the following payload:\n```\nno\n```$/,
    );
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

  describe('what happened to them', () => {
    const calls = (who: Person, bot: Person, parameters = {}) =>
      who.client.succeed('GET', `/bots/${bot.userId}/deliveries`, parameters);

    it('is shown to the owner of the bot, without its token', async () => {
      const { bot } = await botWith('/remembered', [[200, '{"content":"noted"}']]);
      const content = `@**${bot.fullName}** remember`;
      const messageId = await sendToChannel(ada, channel, { content });
      await eventually(async () => (await calls(ada, bot)).deliveries.length === 1, { timeoutMs: 60_000 });
      const { deliveries, failures, paused_until: pausedUntil } = await calls(ada, bot);
      expect({ failures, pausedUntil }).toEqual({ failures: 0, pausedUntil: null });
      const [call] = deliveries;
      expect(call).toMatchObject({
        message_id: messageId,
        trigger: 'mention',
        attempt: 1,
        outcome: 'replied',
        status: 200,
        failure: null,
        answer_body: '{"content":"noted"}',
      });
      expect(JSON.parse(call.request_body)).toMatchObject({ data: content, token: '***' });
      expect(call.request_headers).toMatchObject({
        'x-stoa-delivery': call.delivery_id,
        'x-stoa-signature': '***',
      });
      expect(call.answer_headers).toMatchObject({ connection: expect.any(String) });
      expect(call.can_resend).toBe(true);
      expect((await calls(ada, bot, { before: call.id })).deliveries).toEqual([]);
    });

    it('is tried out, and nobody else hears of it', async () => {
      const { bot, calls: made } = await botWith('/tried', [
        [200, '{"content":"loud"}'],
        [500, 'broken'],
      ]);
      const test = `/bots/${bot.userId}/test`;
      const { delivery } = await ada.client.succeed('POST', test, { content: 'Are you **there**?' });
      expect(delivery).toMatchObject({ message_id: null, outcome: 'replied', status: 200, failure: null });
      expect(made[0]?.headers).toMatchObject({ 'x-stoa-test': 'true', 'x-stoa-delivery': delivery.delivery_id });
      expect(JSON.parse(made[0]!.body)).toMatchObject({
        data: 'Are you **there**?',
        trigger: 'direct_message',
        message: { sender_id: ada.userId, type: 'private', rendered_content: '<p>Are you <strong>there</strong>?</p>' },
      });
      const second = (await ada.client.succeed('POST', test)).delivery;
      expect(second).toMatchObject({ outcome: 'failed', status: 500, answer_body: 'broken' });
      expect(second.failure).toContain('*500*');
      expect((await calls(ada, bot)).deliveries.map(({ id }: { id: number }) => id)).toEqual([second.id, delivery.id]);
      expect(await saidBy(bot)).toEqual([]);
    });

    it('is sent again by the owner of the bot, with the same id; what was not said yet is said', async () => {
      const { bot, calls: made } = await botWith('/again', [
        [404, 'broken'],
        [200, '{"content":"mended"}'],
      ]);
      await sendToChannel(ada, channel, { content: `@**${bot.fullName}** once` });
      await settled(bot);
      const listed = async () => (await calls(ada, bot)).deliveries;
      const [failed] = await eventually(async () => (await listed()).length === 1 && listed());
      const path = `/bots/${bot.userId}/deliveries/${failed.id}/resend`;
      const administrator = await createPerson(cluster, 'Eve', 200);
      expectError(await administrator.client.post(path), 'Insufficient permission');
      expectError(await ada.client.post(`/bots/${bot.userId}/deliveries/999999999/resend`), 'No such delivery');
      const contents = async () => (await saidBy(bot)).map(({ content }) => content);
      for (const count of [2, 3]) {
        await ada.client.succeed('POST', path);
        await eventually(async () => (await listed()).length === count, { timeoutMs: 60_000 });
      }
      expect(
        (await listed()).map((one: { outcome: string; resend_of: number }) => [one.outcome, one.resend_of]),
      ).toEqual([
        ['silent', failed.id],
        ['replied', failed.id],
        ['failed', null],
      ]);
      expect(await contents()).toEqual(['Failure! Third party responded with 404', 'mended']);
      expect(new Set(made.map(({ body }) => body)).size).toBe(1);
      expect(new Set(made.map(({ headers }) => headers['x-stoa-delivery']))).toEqual(new Set([failed.delivery_id]));
      expect((await calls(ada, bot)).last_success_at).toEqual(expect.any(Number));
    });

    it('is a secret of the owner, of which administrators see the outline', async () => {
      const { bot } = await botWith('/private', [[200, '{}']]);
      const [other, administrator] = await Promise.all([
        createPerson(cluster, 'Bob'),
        createPerson(cluster, 'Eve', 200),
      ]);
      await ada.client.succeed('POST', `/bots/${bot.userId}/test`);
      const [seen] = (await calls(administrator, bot)).deliveries;
      expect(seen).toMatchObject({ outcome: 'silent', status: 200, request_body: null, answer_body: null });
      expect(seen).toMatchObject({ request_headers: null, answer_headers: null, can_resend: false });
      for (const [method, path] of [
        ['GET', 'deliveries'],
        ['POST', 'test'],
      ] as const) {
        const ask = (who: Person, id: number) => who.client.request(method, `/bots/${id}/${path}`, {});
        expectError(await ask(other, bot.userId), 'Insufficient permission');
        expectError(await ask(other, other.userId), 'No such bot');
        expectError(await ask(ada, 2 ** 31 - 1), 'No such bot');
      }
      const generic = await createBot(ada);
      const tested = await ada.client.post(`/bots/${generic.userId}/test`);
      expectError(tested, 'This bot has no service that could be called.');
      await ada.client.succeed('DELETE', `/bots/${bot.userId}`);
      expectError(await ada.client.post(`/bots/${bot.userId}/test`), 'Bot is deactivated');
    });
  });
});
