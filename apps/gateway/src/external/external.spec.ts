import { createHmac } from 'node:crypto';
import { noteIncomingDelivery, postMessage } from '@stoa/contracts/messages';
import { DomainError, UnavailableError } from '@stoa/errors';
import { INTEGRATIONS } from '@stoa/integrations';
import { shownHeaders } from '@stoa/policy';
import type { InjectOptions, Response } from 'light-my-request';
import { bot, rpc, startExternalApplication } from '../test-support/external-application';
import { apiKey } from '../test-support/fake-stores';
import { TestApplication, basic } from '../test-support/test-application';

const KEY = apiKey('hook');

describe('/api/v1/external', () => {
  let app: TestApplication;

  beforeAll(async () => {
    app = await startExternalApplication();
    app.keys.add(KEY, { isBot: true, botType: 2, email: 'hook-bot@chat.example' });
  });
  afterAll(() => app.close());

  beforeEach(() => {
    rpc.calls.length = 0;
    rpc.answer(postMessage, { id: 1 });
    rpc.answer(noteIncomingDelivery, {});
    bot.current = { ownerId: 9, settings: {}, people: new Map() };
  });

  const callsOf = (contract: unknown) => rpc.calls.filter((call) => call.contract === contract);
  const sends = () => callsOf(postMessage);
  const noted = () => callsOf(noteIncomingDelivery).map(({ request }) => request);

  const post = (path: string, body: unknown, options: InjectOptions = {}): Promise<Response> =>
    app.inject({
      method: 'POST',
      url: `/api/v1/external/${path}`,
      payload: typeof body === 'string' ? body : JSON.stringify(body),
      ...options,
      headers: { 'content-type': 'application/json', ...options.headers },
    });

  it('posts to the channel of the address, as the bot', async () => {
    const answer = await post(`json?api_key=${KEY}&stream=Deploys%2520now&topic=x`, { a: 1 });
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
    await post(`json?api_key=${KEY}`, { a: 1 });
    expect(sends()).toMatchObject([{ request: { type: 'direct', to: '[9]' } }]);
  });

  it.each([
    ['Bearer', { authorization: `Bearer ${KEY}` }],
    ['Basic', basic('hook-bot@chat.example', KEY)],
  ])('takes the key from the header, %s', async (_scheme, headers) => {
    const answer = await post('json?stream=3', { a: 1 }, { headers });
    expect(answer.statusCode).toBe(200);
    expect(sends()).toMatchObject([{ request: { type: 'channel', to: '3' } }]);
  });

  it('counts wrong keys against the address, and refuses further ones', async () => {
    app.limiter.counts.clear();
    const answer = await post(`json?api_key=${apiKey('wrong')}`, { a: 1 });
    expect(answer.statusCode).toBe(401);
    expect(answer.json()).toMatchObject({ code: 'INVALID_API_KEY', msg: 'Invalid API key' });
    expect([...app.limiter.counts]).toEqual([[expect.stringMatching(/^api_by_ip:/), 1]]);
    expect((await post('json?api_key=short', {})).json()).toMatchObject({ code: 'INVALID_API_KEY' });
    expect((await post('json', {})).json()).toMatchObject({ msg: "Missing 'api_key' argument" });
    for (const [name] of app.limiter.counts) app.limiter.counts.set(name, 1_000_000);
    const further = await post(`json?api_key=${apiKey('wrong')}`, { a: 1 });
    expect(further.statusCode).toBe(429);
    expect(further.headers['retry-after']).toBe('12.5');
    app.limiter.counts.clear();
    expect(sends()).toEqual([]);
  });

  it('counts deliveries for the bot, and refuses more than it may send', async () => {
    app.limiter.counts.clear();
    expect((await post(`json?api_key=${KEY}&stream=3`, { a: 1 })).statusCode).toBe(200);
    expect([...app.limiter.counts.keys()]).toEqual([expect.stringMatching(/^api_by_user:/)]);
    for (const [name] of app.limiter.counts) app.limiter.counts.set(name, 1_000_000);
    const further = await post(`json?api_key=${KEY}&stream=3`, { a: 1 });
    expect([further.statusCode, further.headers['retry-after']]).toEqual([429, '12.5']);
    app.limiter.counts.clear();
    expect(sends()).toHaveLength(1);
  });

  it.each([
    ['json', '{"a":', 400, { code: 'INVALID_JSON', msg: 'Malformed JSON' }],
    ['github', '{}', 400, { code: 'MISSING_HTTP_EVENT_HEADER', header: 'X-GitHub-Event' }],
    ['jira', '{}', 400, { code: 'ANOMALOUS_WEBHOOK_PAYLOAD' }],
    ['pagerduty', '{"event":{"event_type":7}}', 400, { msg: 'payload["event"]["event_type"] is not a string' }],
    ['unknown', '{}', 404, { code: 'NOT_FOUND' }],
  ])('refuses what %s cannot read: %s', async (name, body, status, expected) => {
    const answer = await post(`${name}?api_key=${KEY}&stream=1`, body);
    expect(answer.statusCode).toBe(status);
    expect(answer.json()).toMatchObject({ result: 'error', ...expected });
    expect(sends()).toEqual([]);
    const { code } = answer.json();
    expect(noted()).toEqual(name === 'unknown' ? [] : [expect.objectContaining({ code })]);
  });

  it('answers unknown events with a success, so that the tool goes on', async () => {
    const answer = await post(`github?api_key=${KEY}&stream=1`, {}, { headers: { 'x-github-event': 'package' } });
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
    const answer = await post(`github?api_key=${KEY}&stream=1`, {}, { headers });
    expect(answer.statusCode).toBe(401);
    expect(answer.json()).toMatchObject({ msg: 'Webhook signature verification failed.' });
  });

  it('says whose key it is where the tool asks', async () => {
    const answer = await post(`zapier?api_key=${KEY}`, { type: 'auth' });
    const { email, full_name, id } = answer.json();
    expect({ email, full_name, id }).toEqual({
      email: 'hook-bot@chat.example',
      full_name: expect.any(String),
      id: expect.any(Number),
    });
    expect(sends()).toEqual([]);
    expect((await post(`zapier?api_key=${KEY}&stream=1`, { topic: 'a', content: 'b' })).json()).toEqual({
      result: 'success',
      msg: '',
    });
  });

  it('writes to one person what is for them alone, and to nobody whom it does not know', async () => {
    const build = { buildFullName: 'Shop', buildNumber: '7', buildResult: 'failure', buildIsPersonal: true };
    for (const triggeredBy of ['Ada', 'Nobody']) {
      const answer = await post(`teamcity?api_key=${KEY}&stream=1`, { build: { ...build, triggeredBy } });
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
    await post(`uptimekuma?api_key=${KEY}&stream=1`, '', { payload, headers });
    const query = new URLSearchParams({ api_key: KEY, stream: '1', msg: '[Shop] down', heartbeat, monitor });
    const asked = await app.inject({ method: 'GET', url: `/api/v1/external/uptimekuma?${query.toString()}` });
    expect(asked.statusCode).toBe(200);
    expect(noted()).toMatchObject([
      {},
      { body: '', head: { query: { stream: '1', msg: '[Shop] down', heartbeat, monitor } } },
    ]);
    const down = { request: { topic: 'Shop', content: expect.stringContaining('**Down**') } };
    expect(sends()).toMatchObject([down, down]);
    const elsewhere = await post(`json?api_key=${KEY}&stream=1`, '', { payload, headers });
    expect(elsewhere.json()).toMatchObject({ code: 'INVALID_JSON' });
    bot.current = { ownerId: 9, settings: { webhook_secret: 's' }, people: new Map() };
    const unsigned = await post(`zendesk?api_key=${KEY}&stream=1`, '', { payload: 'no form', headers });
    expect(unsigned.json()).toMatchObject({ code: 'UNAUTHORIZED' });
    bot.current = { ownerId: 9, settings: {}, people: new Map() };
    const broken = await post(`uptimekuma?api_key=${KEY}&stream=1`, 'x', { headers });
    expect(broken.json()).toMatchObject({ code: 'INVALID_JSON' });
    const odd = await app.inject({ method: 'GET', url: `/api/v1/external/uptimekuma?api_key=${KEY}&heartbeat=x` });
    expect(odd.json()).toMatchObject({ msg: 'payload["heartbeat"] is not valid JSON' });
    const other = await app.inject({ method: 'PUT', url: `/api/v1/external/uptimekuma?api_key=${KEY}` });
    expect([other.statusCode, other.headers.allow]).toEqual([405, 'GET, POST']);
  });

  it('names deliveries, so that repetitions give nothing', async () => {
    const headers = { 'x-github-event': 'ping', 'x-github-delivery': 'd-1' };
    await post(`github?api_key=${KEY}&stream=1`, {}, { headers });
    await post(`github?api_key=${KEY}&stream=1`, {}, { headers });
    const [first, second] = sends().map(({ request }) => Reflect.get(Object(request), 'idempotency_key'));
    expect(first).toMatch(/^[\w-]{43}$/);
    expect(second).toBe(first);
    await post(`github?api_key=${KEY}&stream=2`, {}, { headers });
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
    expect((await post(`github?api_key=${KEY}&stream=1`, {}, { headers })).statusCode).toBe(200);
    rpc.answer(postMessage, () => {
      throw inProgress;
    });
    const refused = await post(`github?api_key=${KEY}&stream=1`, {}, { headers });
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
    expect((await post(`json?api_key=${KEY}&stream=x`, {})).statusCode).toBe(200);
  });

  it('answers as Slack does', async () => {
    const form = { headers: { 'content-type': 'application/x-www-form-urlencoded' } };
    const body = new URLSearchParams({ payload: JSON.stringify({ text: '*hi*', channel: '#ops' }) }).toString();
    const answer = await post(`slack_incoming?api_key=${KEY}&stream=1`, body, form);
    expect(answer.json()).toEqual({ result: 'success', msg: '', ok: true });
    const context = { actor: { clientName: 'ZulipSlackIncomingWebhook' } };
    expect(sends()).toMatchObject([{ context, request: { topic: 'ops', content: '**hi**' } }]);
    const refused = await post(`slack_incoming?api_key=${KEY}&stream=1`, {});
    expect(refused.statusCode).toBe(400);
    expect(refused.json()).toEqual({ ok: false, error: 'no_text' });
  });

  it('takes no more than the largest body, and no other method', async () => {
    const large = await post(`json?api_key=${KEY}`, { a: 'x'.repeat(300_000) });
    expect(large.statusCode).toBe(413);
    const read = await app.inject({ method: 'GET', url: `/api/v1/external/json?api_key=${KEY}` });
    expect(read.statusCode).toBe(405);
    expect(sends()).toEqual([]);
  });

  it('reads bodies that other endpoints would not take', async () => {
    const answer = await post(
      `json?api_key=${KEY}`,
      { a: 'x'.repeat(100_000) },
      { headers: { 'content-type': 'text/plain' } },
    );
    expect(answer.statusCode).toBe(200);
    expect(Reflect.get(Object(sends()[0]?.request), 'content').length).toBeLessThanOrEqual(10_000);
  });

  describe('remembers for the owner of the bot', () => {
    const ping = { 'x-github-event': 'ping', 'x-github-delivery': 'd-1' };

    it('what was posted, without the key', async () => {
      const headers = { ...ping, 'x-hub-signature-256': 'sha256=00', referer: `https://chat.example/?api_key=${KEY}` };
      await post(`github?api_key=${KEY}&stream=1`, { zen: `${KEY}!` }, { headers });
      expect(noted()).toEqual([
        {
          integration: 'github',
          delivery_id: 'd-1',
          received_at_ms: expect.any(Number),
          duration_ms: expect.any(Number),
          outcome: 'posted',
          status: 200,
          failure: null,
          events: ['ping'],
          filtered_by: [],
          message_ids: [1],
          body: '{"zen":"***!"}',
          head: {
            headers: expect.objectContaining({
              'x-github-event': 'ping',
              'x-hub-signature-256': '***',
              referer: 'https://chat.example/?api_key=***',
            }),
            query: { stream: '1' },
            is_whole: false,
          },
          is_signed: false,
        },
      ]);
    });

    it('what was kept out, and why', async () => {
      await post(`github?api_key=${KEY}&stream=1&exclude_events=["ping"]`, {}, { headers: ping });
      const packaged = { headers: { 'x-github-event': 'package' } };
      await post(`github?api_key=${KEY}&stream=1`, {}, packaged);
      await post(`github?api_key=${KEY}&stream=1`, '{', { headers: ping });
      rpc.answer(postMessage, () => {
        throw new DomainError('STREAM_DOES_NOT_EXIST', "Channel 'x' does not exist");
      });
      await post(`github?api_key=${KEY}&stream=x`, {}, { headers: ping });
      expect(noted()).toMatchObject([
        { outcome: 'filtered', status: 200, filtered_by: ['exclude_events'], message_ids: [] },
        { outcome: 'unsupported', status: 200, failure: expect.stringContaining("The 'package' event") },
        { outcome: 'refused', status: 400, failure: 'Malformed JSON', body: '{' },
        { outcome: 'refused', status: 200, failure: "Channel 'x' does not exist", message_ids: [] },
      ]);
    });

    it('faults of the service, without what they were', async () => {
      rpc.answer(postMessage, () => {
        throw new TypeError('secret');
      });
      expect((await post(`json?api_key=${KEY}&stream=1`, {})).statusCode).toBe(500);
      expect(noted()).toMatchObject([{ outcome: 'failed', status: 500, failure: null }]);
    });

    it('how far it came, where sending fails', async () => {
      const countOf = (outcome: string) =>
        app.metric('stoa_webhook_deliveries_total', `integration="alertmanager",outcome="${outcome}"`);
      const before = await countOf('failed');
      const alertOf = (alertname: string) => ({ status: 'firing', labels: { alertname } });
      const refusals: [Error, object][] = [
        [new DomainError('BAD_REQUEST', 'Not allowed'), { outcome: 'refused', status: 400, failure: 'Not allowed' }],
        [new UnavailableError('away'), { outcome: 'failed', status: 503, failure: null }],
      ];
      for (const [error] of refusals) {
        let sent = 0;
        rpc.answer(postMessage, () => {
          sent += 1;
          if (sent === 2) throw error;
          return Buffer.from('{"id":7}');
        });
        await post(`alertmanager?api_key=${KEY}&stream=1`, { alerts: [alertOf('Disk'), alertOf('Memory')] });
      }
      expect(noted()).toMatchObject(refusals.map(([, end]) => ({ ...end, events: ['firing'], message_ids: [7] })));
      expect(await countOf('failed')).toBe(before + 1);
    });

    it('texts of the tool without what the database cannot hold, and no more of them than is shown', async () => {
      const id = `d\u0000${'1'.repeat(488)}😀`;
      await post(`json?api_key=${KEY}&stream=1`, { a: 'é'.repeat(70_000) });
      await post(`github?api_key=${KEY}&stream=1`, {}, { headers: { ...ping, 'x-github-delivery': '1'.repeat(600) } });
      rpc.answer(postMessage, () => {
        throw new DomainError('STREAM_DOES_NOT_EXIST', `Channel '${id}' does not exist`);
      });
      await post(`github?api_key=${KEY}&stream=x`, {}, { headers: ping });
      expect(noted()).toMatchObject([
        { body: expect.stringMatching(/^.{65536}$/), head: { is_whole: false } },
        { delivery_id: '1'.repeat(500) },
        { failure: expect.stringMatching(/^Channel 'd\ufffd1{488}\ufffd$/) },
      ]);
    });

    it('whether it was signed, and no secret of the bot', async () => {
      const secret = 'a secret of the bot';
      bot.current = { ownerId: 9, settings: { webhook_secret: secret }, people: new Map() };
      const signature = `sha256=${createHmac('sha256', secret).update(`{"zen":"${secret}"}`).digest('hex')}`;
      const signed = { ...ping, 'x-hub-signature-256': signature, 'x-note': secret };
      await post(`github?api_key=${KEY}&stream=1`, { zen: secret }, { headers: signed });
      await post(`github?api_key=${KEY}&stream=1`, { zen: secret }, { headers: ping });
      expect(noted()).toMatchObject([
        { is_signed: true, body: '{"zen":"***"}', head: { headers: { 'x-note': '***' } } },
        { is_signed: false, status: 401 },
      ]);
    });

    it('the address without secrets, and as what can be taken again if nothing that was said is hidden', async () => {
      const secret = 'a secret of the bot';
      bot.current = { ownerId: 9, settings: { 'webhook_secret:gitlab': secret }, people: new Map() };
      const address = `json?api_key=${KEY}&stream=1&webhook_secret=another&webhook_secret%3Ajson=one`;
      await post(address, {});
      await post(`${address}&topic=${encodeURIComponent(`${secret}!`)}`, {});
      await post(address, { secret });
      const headers: unknown = expect.anything();
      expect(noted()).toEqual([
        expect.objectContaining({ head: { headers, query: { stream: '1' }, is_whole: true } }),
        expect.objectContaining({ head: { headers, query: { stream: '1', topic: '***!' }, is_whole: false } }),
        expect.objectContaining({
          body: '{"secret":"***"}',
          head: { headers, query: { stream: '1' }, is_whole: false },
        }),
      ]);
    });

    it('bytes that are no text, as what cannot be taken again', async () => {
      const payload = Buffer.from([0x7b, 0xff, 0x7d]);
      await app.inject({ method: 'POST', url: `/api/v1/external/json?api_key=${KEY}&stream=1`, payload });
      expect(noted()).toMatchObject([{ body: '{\ufffd}', head: { is_whole: false } }]);
    });

    it('every header by which integrations know what it is', () => {
      const names = INTEGRATIONS.flatMap(({ eventHeader, otherEventHeaders = [] }) => [
        ...(eventHeader === undefined ? [] : [eventHeader]),
        ...otherEventHeaders,
      ]);
      const headers = Object.fromEntries(names.map((name) => [name.toLowerCase(), 'event']));
      expect(shownHeaders(headers, [])).toEqual(headers);
    });

    it('nothing of who has no key, and answers as ever when it cannot', async () => {
      app.limiter.counts.clear();
      await post(`json?api_key=${apiKey('wrong')}`, {});
      app.limiter.counts.clear();
      expect(noted()).toEqual([]);
      rpc.answer(noteIncomingDelivery, () => {
        throw new Error('the service is away');
      });
      expect((await post(`json?api_key=${KEY}&stream=1`, {})).statusCode).toBe(200);
    });
  });
});
