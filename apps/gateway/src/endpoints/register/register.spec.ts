import { gunzipSync } from 'node:zlib';
import { NO_CAPABILITIES, register } from '@stoa/contracts/users';
import { FragmentedAnswerBuilder } from '@stoa/fragments';
import { RpcClient } from '@stoa/rpc';
import { FragmentCache } from '../../fragments/fragment-cache';
import { FragmentedCalls } from '../../fragments/fragmented-calls';
import { FakeRpcClient } from '../../test-support/fake-rpc-client';
import { apiKey, realm } from '../../test-support/fake-stores';
import { TestApplication, basic, form, startTestApplication } from '../../test-support/test-application';
import { RegisterAdmission } from './register-admission';
import { isOldMobileApp } from './register-request';
import { RegisterController } from './register.controller';

const KEY = apiKey('register');
const fragment = { scope: 'users:1:r400gp', name: '0', version: '3' };

describe('POST /register', () => {
  let app: TestApplication;
  let rpc: FakeRpcClient;

  beforeEach(async () => {
    rpc = new FakeRpcClient();
    const providers = [FragmentCache, FragmentedCalls, RegisterAdmission, { provide: RpcClient, useValue: rpc }];
    app = await startTestApplication([RegisterController], { STOA_RATE_LIMITS: 'true' }, providers);
    app.keys.add(KEY, { email: 'me@chat.example' });
    rpc.answer(register, encodedAnswer({}));
  });
  afterEach(() => app.close());

  const encodedAnswer = (known: Record<string, string[]>): Buffer =>
    new FragmentedAnswerBuilder(known)
      .text('{"realm_users":[')
      .fragment(fragment, () => Buffer.from(JSON.stringify({ user_id: 7, full_name: 'x'.repeat(3_000) })))
      .text('],"queue_id":"q","last_event_id":-1}')
      .encode();
  const post = (
    fields: Record<string, string> = {},
    headers: Record<string, string> = basic('me@chat.example', KEY),
  ) => {
    const { headers: formHeaders, payload } = form(fields);
    return app.inject({ method: 'POST', url: '/api/v1/register', headers: { ...formHeaders, ...headers }, payload });
  };
  const asked = (): Record<string, unknown> => Object(rpc.calls.at(-1)?.request);

  it('asks with the defaults of an authenticated client', async () => {
    const response = await post();
    expect(response.statusCode).toBe(200);
    expect(response.json()).toMatchObject({ result: 'success', msg: '', queue_id: 'q', last_event_id: -1 });
    expect(asked()).toEqual({
      realm_id: 1,
      apply_markdown: false,
      client_gravatar: true,
      include_subscribers: 'false',
      slim_presence: false,
      presence_history_limit_days: 14,
      client_capabilities: NO_CAPABILITIES,
      queue_lifespan_secs: 0,
      is_browser: false,
      without_pronouns: false,
      known: {},
      takes_parts: true,
    });
  });

  it('passes everything on, tolerates null and reports what it does not know', async () => {
    const response = await post({
      apply_markdown: 'true',
      client_gravatar: 'false',
      include_subscribers: 'partial',
      slim_presence: 'true',
      presence_history_limit_days: '3',
      event_types: '["message"]',
      fetch_event_types: 'null',
      all_public_streams: 'true',
      client_capabilities: '{"empty_topic_name":true,"from_the_future":true}',
      narrow: '[["channel","general"],["topic","x"]]',
      queue_lifespan_secs: '1000',
      dont_block: 'true',
    });
    expect(response.json()).toMatchObject({ ignored_parameters_unsupported: ['dont_block'] });
    expect(asked()).toMatchObject({
      apply_markdown: true,
      client_gravatar: false,
      include_subscribers: 'partial',
      slim_presence: true,
      presence_history_limit_days: 3,
      event_types: ['message'],
      fetch_event_types: ['message'],
      all_public_streams: true,
      client_capabilities: { ...NO_CAPABILITIES, empty_topic_name: true },
      narrow: [
        ['channel', 'general'],
        ['topic', 'x'],
      ],
      queue_lifespan_secs: 1000,
    });
  });

  it.each([
    [{ include_subscribers: 'some' }, 'Invalid include_subscribers'],
    [{ narrow: '[["near","5"]]' }, 'Operator near not supported.'],
    [{ narrow: '[["is","followed"]]' }, 'Operand followed not supported.'],
    [{ client_capabilities: '{"empty_topic_name":1}' }, 'client_capabilities["empty_topic_name"] is not a boolean'],
    [{ event_types: '"message"' }, 'event_types is not a list'],
  ])('refuses %j', async (fields, msg) => {
    const response = await post(fields);
    expect(response.statusCode).toBe(400);
    expect(response.json()).toEqual({ result: 'error', code: 'BAD_REQUEST', msg });
    expect(rpc.calls).toHaveLength(0);
  });

  it('tells old mobile apps apart', async () => {
    await post({}, { ...basic('me@chat.example', KEY), 'user-agent': 'ZulipMobile/27.191 (Android 13)' });
    expect(asked()).toMatchObject({ without_pronouns: true });
    expect(isOldMobileApp('ZulipMobile/27.192 (iOS)')).toBe(false);
    expect(isOldMobileApp('ZulipMobile/28.1')).toBe(false);
    expect(isOldMobileApp('ZulipMobile/9.200')).toBe(true);
    expect(isOldMobileApp('ZulipTerminal/0.1')).toBe(false);
  });

  it('announces the fragments that it holds, and serves from them', async () => {
    const first = await post();
    const known = { 'users:1:r400gp': ['0@3'] };
    rpc.answer(register, encodedAnswer(known));
    const second = await post();
    expect(asked()).toMatchObject({ known });
    expect(second.json()).toEqual(first.json());
  });

  it('puts answers together from parts of fragments, compressed or not', async () => {
    const channels = { scope: 'channels:1', name: '0', version: '1' };
    const content = Buffer.from(['a', 'b', 'c'].map((name) => JSON.stringify({ name: name.repeat(2_000) })).join());
    const length = (content.length - 2) / 3;
    const answer = (known: Record<string, string[]>): Buffer =>
      new FragmentedAnswerBuilder(known, true)
        .text('{"streams":[')
        .part(channels, content, [length + 1, content.length])
        .text('],"subscriptions":[')
        .part(channels, content, [0, length - 1])
        .text(',"color":"#000000"}]}')
        .encode();
    rpc.answer(register, answer({}));
    const first = (await post()).json();
    expect(first).toMatchObject({
      streams: [{ name: 'b'.repeat(2_000) }, { name: 'c'.repeat(2_000) }],
      subscriptions: [{ name: 'a'.repeat(2_000), color: '#000000' }],
    });
    rpc.answer(register, answer({ 'channels:1': ['0@1'] }));
    const packed = await post({}, { ...basic('me@chat.example', KEY), 'accept-encoding': 'gzip' });
    expect(asked()).toMatchObject({ known: { 'channels:1': ['0@1'] } });
    expect(JSON.parse(gunzipSync(packed.rawPayload).toString())).toEqual(first);
  });

  it('refuses answers with parts of fragments that are not there, instead of cutting them short', async () => {
    const channels = { scope: 'channels:1', name: '0', version: '1' };
    const answer = (known: Record<string, string[]>, end: number): Buffer =>
      new FragmentedAnswerBuilder(known, true)
        .text('{"streams":[')
        .part(channels, Buffer.from('{"a":1},{"b":2}'), [8, end])
        .text(']}')
        .encode();
    rpc.answer(register, answer({}, 15));
    expect((await post()).json()).toMatchObject({ streams: [{ b: 2 }] });
    rpc.answer(register, answer({ 'channels:1': ['0@1'] }, 16));
    expect((await post()).statusCode).toBe(500);
  });

  it('compresses for who takes it', async () => {
    const headers = { ...basic('me@chat.example', KEY), 'accept-encoding': 'gzip, deflate' };
    const packed = await post({}, headers);
    expect(packed.headers).toMatchObject({ 'content-encoding': 'gzip', vary: 'Accept-Encoding' });
    expect(packed.rawPayload.length).toBeLessThan(500);
    expect(JSON.parse(gunzipSync(packed.rawPayload).toString())).toEqual((await post()).json());
  });

  it('lets spectators ask only where they may, and not for everything', async () => {
    expect((await post({}, {})).json()).toMatchObject({
      code: 'UNAUTHORIZED',
      msg: 'Not logged in: API authentication or user session required',
    });
    // Organizations are remembered for a moment: this one was not asked for before.
    app.realms.realms.set('open', realm({ stringId: 'open', isSpectatorAccessEnabled: true }));
    const open = (fields: Record<string, string>) => post(fields, { host: 'open.chat.example' });
    for (const [fields, msg] of [
      [{ client_gravatar: 'true' }, "Invalid 'client_gravatar' parameter for anonymous request"],
      [{ include_subscribers: 'partial' }, "Invalid 'include_subscribers' parameter for anonymous request"],
    ] as const) {
      expect((await open({ ...fields })).json()).toMatchObject({ code: 'BAD_REQUEST', msg });
    }
    expect((await open({})).statusCode).toBe(200);
    expect(asked()).toMatchObject({ client_gravatar: false });
  });
});
