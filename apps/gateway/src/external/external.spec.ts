import { postMessage } from '@stoa/contracts/messages';
import { DomainError } from '@stoa/errors';
import type { InjectOptions, Response } from 'light-my-request';
import {
  bot,
  deliver,
  HOOK_KEY,
  noted,
  rpc,
  sends,
  useExternalApplication,
} from '../test-support/external-application';
import { apiKey } from '../test-support/fake-stores';
import { basic } from '../test-support/test-application';

describe('/api/v1/external', () => {
  const application = useExternalApplication();

  const post = (path: string, body: unknown, options?: InjectOptions): Promise<Response> =>
    deliver(application(), path, body, options);

  it('posts to the channel of the address, as the bot', async () => {
    const answer = await post(`json?api_key=${HOOK_KEY}&stream=Deploys%2520now&topic=x`, { a: 1 });
    expect(answer.json()).toEqual({ result: 'success', msg: '' });
    expect(sends()).toMatchObject([
      {
        contract: postMessage,
        context: { actor: { botType: 2, clientName: 'ZulipJSONWebhook' } },
        request: { type: 'channel', to: 'Deploys now', topic: 'x' },
      },
    ]);
  });

  it('writes to the owner without a channel', async () => {
    await post(`json?api_key=${HOOK_KEY}`, { a: 1 });
    expect(sends()).toMatchObject([{ request: { type: 'direct', to: '[9]' } }]);
  });

  it.each([
    ['Bearer', { authorization: `Bearer ${HOOK_KEY}` }],
    ['Basic', basic('hook-bot@chat.example', HOOK_KEY)],
  ])('takes the key from the header, %s', async (_scheme, headers) => {
    const answer = await post('json?stream=3', { a: 1 }, { headers });
    expect(answer.statusCode).toBe(200);
    expect(sends()).toMatchObject([{ request: { type: 'channel', to: '3' } }]);
  });

  it('counts wrong keys against the address, and refuses further ones', async () => {
    application().limiter.counts.clear();
    const answer = await post(`json?api_key=${apiKey('wrong')}`, { a: 1 });
    expect(answer.statusCode).toBe(401);
    expect(answer.json()).toMatchObject({ code: 'INVALID_API_KEY', msg: 'Invalid API key' });
    expect([...application().limiter.counts]).toEqual([[expect.stringMatching(/^api_by_ip:/), 1]]);
    expect((await post('json?api_key=short', {})).json()).toMatchObject({ code: 'INVALID_API_KEY' });
    expect((await post('json', {})).json()).toMatchObject({ msg: "Missing 'api_key' argument" });
    for (const [name] of application().limiter.counts) application().limiter.counts.set(name, 1_000_000);
    const further = await post(`json?api_key=${apiKey('wrong')}`, { a: 1 });
    expect(further.statusCode).toBe(429);
    expect(further.headers['retry-after']).toBe('12.5');
    application().limiter.counts.clear();
    expect(sends()).toEqual([]);
  });

  it('counts deliveries for the bot, and refuses more than it may send', async () => {
    application().limiter.counts.clear();
    expect((await post(`json?api_key=${HOOK_KEY}&stream=3`, { a: 1 })).statusCode).toBe(200);
    expect([...application().limiter.counts.keys()]).toEqual([expect.stringMatching(/^api_by_user:/)]);
    for (const [name] of application().limiter.counts) application().limiter.counts.set(name, 1_000_000);
    const further = await post(`json?api_key=${HOOK_KEY}&stream=3`, { a: 1 });
    expect([further.statusCode, further.headers['retry-after']]).toEqual([429, '12.5']);
    application().limiter.counts.clear();
    expect(sends()).toHaveLength(1);
  });

  it.each([
    ['json', '{"a":', 400, { code: 'INVALID_JSON', msg: 'Malformed JSON' }],
    ['github', '{}', 400, { code: 'MISSING_HTTP_EVENT_HEADER', header: 'X-GitHub-Event' }],
    ['jira', '{}', 400, { code: 'ANOMALOUS_WEBHOOK_PAYLOAD' }],
    ['pagerduty', '{"event":{"event_type":7}}', 400, { msg: 'payload["event"]["event_type"] is not a string' }],
    ['unknown', '{}', 404, { code: 'NOT_FOUND' }],
  ])('refuses what %s cannot read: %s', async (name, body, status, expected) => {
    const answer = await post(`${name}?api_key=${HOOK_KEY}&stream=1`, body);
    expect(answer.statusCode).toBe(status);
    expect(answer.json()).toMatchObject({ result: 'error', ...expected });
    expect(sends()).toEqual([]);
    const { code } = answer.json();
    expect(noted()).toEqual(name === 'unknown' ? [] : [expect.objectContaining({ code })]);
  });

  it('answers unknown events with a success, so that the tool goes on', async () => {
    const answer = await post(`github?api_key=${HOOK_KEY}&stream=1`, {}, { headers: { 'x-github-event': 'package' } });
    expect(answer.statusCode).toBe(200);
    expect(answer.json()).toEqual({
      result: 'success',
      msg: "The 'package' event isn't currently supported by the GitHub webhook; ignoring",
      code: 'UNSUPPORTED_WEBHOOK_EVENT_TYPE',
      webhook_name: 'GitHub',
      event_type: 'package',
    });
  });

  it('refuses a wrong signature once the bot has a secret', async () => {
    bot.current = { ownerId: 9, settings: { webhook_secret: 's' }, people: new Map() };
    const headers = { 'x-github-event': 'ping', 'x-hub-signature-256': 'sha256=00' };
    const answer = await post(`github?api_key=${HOOK_KEY}&stream=1`, {}, { headers });
    expect(answer.statusCode).toBe(401);
    expect(answer.json()).toMatchObject({ msg: 'Webhook signature verification failed.' });
  });

  it('says whose key it is where the tool asks', async () => {
    const answer = await post(`zapier?api_key=${HOOK_KEY}`, { type: 'auth' });
    const { email, full_name, id } = answer.json();
    expect({ email, full_name, id }).toEqual({
      email: 'hook-bot@chat.example',
      full_name: expect.any(String),
      id: expect.any(Number),
    });
    expect(sends()).toEqual([]);
    expect((await post(`zapier?api_key=${HOOK_KEY}&stream=1`, { topic: 'a', content: 'b' })).json()).toEqual({
      result: 'success',
      msg: '',
    });
  });

  it('writes to one person what is for them alone, and to nobody whom it does not know', async () => {
    const build = { buildFullName: 'Shop', buildNumber: '7', buildResult: 'failure', buildIsPersonal: true };
    for (const triggeredBy of ['Ada', 'Nobody']) {
      const answer = await post(`teamcity?api_key=${HOOK_KEY}&stream=1`, { build: { ...build, triggeredBy } });
      expect(answer.statusCode).toBe(200);
    }
    expect(sends()).toMatchObject([{ request: { type: 'direct', to: '[12]' } }]);
    const failure = "No single account has the name or address 'Nobody'";
    expect(noted()).toMatchObject([
      { outcome: 'posted' },
      { outcome: 'refused', status: 200, failure, message_ids: [] },
    ]);
  });

  it('takes a form of several parts, and fields in the address where the tool asks with GET', async () => {
    const heartbeat = JSON.stringify({ status: 0, msg: 'timeout' });
    const monitor = JSON.stringify({ name: 'Shop' });
    const form = new FormData();
    form.set('data', `{"msg":"[Shop] down","heartbeat":${heartbeat},"monitor":${monitor}}`);
    const encoded = new Response(form);
    const headers = { 'content-type': encoded.headers.get('content-type') ?? '' };
    const payload = Buffer.from(await encoded.arrayBuffer());
    await post(`uptimekuma?api_key=${HOOK_KEY}&stream=1`, '', { payload, headers });
    const query = new URLSearchParams({ api_key: HOOK_KEY, stream: '1', msg: '[Shop] down', heartbeat, monitor });
    const asked = await application().inject({ method: 'GET', url: `/api/v1/external/uptimekuma?${query.toString()}` });
    expect(asked.statusCode).toBe(200);
    expect(noted()).toMatchObject([
      {},
      { body: '', head: { query: { stream: '1', msg: '[Shop] down', heartbeat, monitor } } },
    ]);
    const down = { request: { topic: 'Shop', content: expect.stringContaining('**Down**') } };
    expect(sends()).toMatchObject([down, down]);
    const elsewhere = await post(`json?api_key=${HOOK_KEY}&stream=1`, '', { payload, headers });
    expect(elsewhere.json()).toMatchObject({ code: 'INVALID_JSON' });
    bot.current = { ownerId: 9, settings: { webhook_secret: 's' }, people: new Map() };
    const unsigned = await post(`zendesk?api_key=${HOOK_KEY}&stream=1`, '', { payload: 'no form', headers });
    expect(unsigned.json()).toMatchObject({ code: 'UNAUTHORIZED' });
    bot.current = { ownerId: 9, settings: {}, people: new Map() };
    const broken = await post(`uptimekuma?api_key=${HOOK_KEY}&stream=1`, 'x', { headers });
    expect(broken.json()).toMatchObject({ code: 'INVALID_JSON' });
    const odd = await application().inject({
      method: 'GET',
      url: `/api/v1/external/uptimekuma?api_key=${HOOK_KEY}&heartbeat=x`,
    });
    expect(odd.json()).toMatchObject({ msg: 'payload["heartbeat"] is not valid JSON' });
    const other = await application().inject({ method: 'PUT', url: `/api/v1/external/uptimekuma?api_key=${HOOK_KEY}` });
    expect([other.statusCode, other.headers.allow]).toEqual([405, 'GET, POST']);
  });

  it('names deliveries, so that repetitions give nothing', async () => {
    const headers = { 'x-github-event': 'ping', 'x-github-delivery': 'd-1' };
    await post(`github?api_key=${HOOK_KEY}&stream=1`, {}, { headers });
    await post(`github?api_key=${HOOK_KEY}&stream=1`, {}, { headers });
    const [first, second] = sends().map(({ request }) => Reflect.get(Object(request), 'idempotency_key'));
    expect(first).toMatch(/^[\w-]{43}$/);
    expect(second).toBe(first);
    await post(`github?api_key=${HOOK_KEY}&stream=2`, {}, { headers });
    expect(Reflect.get(Object(sends()[2]?.request), 'idempotency_key')).not.toBe(first);
  });

  it('waits for a request that posts the same delivery, and is no success before', async () => {
    const headers = { 'x-github-event': 'ping', 'x-github-delivery': 'd-1' };
    const inProgress = new DomainError('IDEMPOTENT_REQUEST_IN_PROGRESS', 'in progress', { status: 409 });
    let attempts = 0;
    rpc.answer(postMessage, () => {
      attempts += 1;
      if (attempts < 4) throw inProgress;
      return Buffer.from('{"id":7}');
    });
    expect((await post(`github?api_key=${HOOK_KEY}&stream=1`, {}, { headers })).statusCode).toBe(200);
    rpc.answer(postMessage, () => {
      throw inProgress;
    });
    const refused = await post(`github?api_key=${HOOK_KEY}&stream=1`, {}, { headers });
    expect([refused.statusCode, refused.headers['retry-after']]).toEqual([503, '1']);
    expect(noted()).toMatchObject([
      { outcome: 'posted', message_ids: [7] },
      { outcome: 'failed', status: 503, message_ids: [] },
    ]);
  });

  it('is a success where the channel is gone: the owner is told', async () => {
    rpc.answer(postMessage, () => {
      throw new DomainError('STREAM_DOES_NOT_EXIST', "Channel 'x' does not exist");
    });
    expect((await post(`json?api_key=${HOOK_KEY}&stream=x`, {})).statusCode).toBe(200);
  });

  it('answers as Slack does', async () => {
    const form = { headers: { 'content-type': 'application/x-www-form-urlencoded' } };
    const body = new URLSearchParams({ payload: JSON.stringify({ text: '*hi*', channel: '#ops' }) }).toString();
    const answer = await post(`slack_incoming?api_key=${HOOK_KEY}&stream=1`, body, form);
    expect(answer.json()).toEqual({ result: 'success', msg: '', ok: true });
    const context = { actor: { clientName: 'ZulipSlackIncomingWebhook' } };
    expect(sends()).toMatchObject([{ context, request: { topic: 'ops', content: '**hi**' } }]);
    const refused = await post(`slack_incoming?api_key=${HOOK_KEY}&stream=1`, {});
    expect(refused.statusCode).toBe(400);
    expect(refused.json()).toEqual({ ok: false, error: 'no_text' });
  });

  it('takes no more than the largest body, and no other method', async () => {
    const large = await post(`json?api_key=${HOOK_KEY}`, { a: 'x'.repeat(300_000) });
    expect(large.statusCode).toBe(413);
    const read = await application().inject({ method: 'GET', url: `/api/v1/external/json?api_key=${HOOK_KEY}` });
    expect(read.statusCode).toBe(405);
    expect(sends()).toEqual([]);
  });

  it('reads bodies that other endpoints would not take', async () => {
    const answer = await post(
      `json?api_key=${HOOK_KEY}`,
      { a: 'x'.repeat(100_000) },
      { headers: { 'content-type': 'text/plain' } },
    );
    expect(answer.statusCode).toBe(200);
    expect(Reflect.get(Object(sends()[0]?.request), 'content').length).toBeLessThanOrEqual(10_000);
  });
});
