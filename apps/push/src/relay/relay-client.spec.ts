import { IncomingMessage, Server, createServer } from 'node:http';
import { AddressInfo } from 'node:net';
import { Metrics } from '@stoa/observability';
import type { Logger } from '@stoa/observability';
import { PushEnvironment } from '../push.environment';
import type { RealmStatusService } from './realm-status.service';
import { RelayClient } from './relay-client';
import type { RelayRealmsRepository } from './relay-realms.repository';
import { TokenKind } from './relay-requests';
import { RelayTransport } from './relay-transport';

interface Asked {
  path: string;
  headers: IncomingMessage['headers'];
  body: string;
}
type Reply = { status: number; body: unknown } | 'drop';

const REALM = { id: 7, partition: 1, uuid: '6cde5f7a-1f7e-4978-9716-49f69ebfc9fe' };
const USER = { id: 5, uuid: '0f6e86b2-6a4f-4a5b-8a3c-0a7f5b0c1d2e', realm: REALM };
const UPLOADED = {
  id: 7,
  uuid: REALM.uuid,
  uuid_owner_secret: '',
  host: 'chat.example',
  url: 'https://chat.example',
  name: 'Chat',
  org_type: 0,
  date_created: 1,
  deactivated: false,
};
const registration = { pushAccountId: '1', encryptedPushRegistration: 'sealed', bouncerPublicKey: 'key' };

function silent(): Logger {
  const log = { info: vi.fn(), warn: vi.fn(), error: vi.fn() };
  return log as unknown as Logger;
}

/** A relay that answers what the test says, in order. */
class FakeRelay {
  readonly asked: Asked[] = [];
  readonly replies: Reply[] = [];
  readonly recorded: unknown[] = [];
  readonly metrics = new Metrics({ service: 'push', replica: '1' });
  private readonly server: Server;
  private transport: RelayTransport | undefined;

  constructor() {
    this.server = createServer((request, response) => {
      const chunks: Buffer[] = [];
      request.on('data', (chunk: Buffer) => chunks.push(chunk));
      request.on('end', () => {
        this.asked.push({ path: request.url ?? '', headers: request.headers, body: Buffer.concat(chunks).toString() });
        const reply = this.replies.shift() ?? { status: 200, body: { result: 'success', msg: '' } };
        if (reply === 'drop') return void request.socket.destroy();
        const text = typeof reply.body === 'string' ? reply.body : JSON.stringify(reply.body);
        response.writeHead(reply.status, { 'content-type': 'application/json' }).end(text);
      });
    });
  }

  async client(): Promise<RelayClient> {
    await new Promise<void>((resolve) => this.server.listen(0, '127.0.0.1', resolve));
    const { port } = this.server.address() as AddressInfo;
    const environment = Object.assign(new PushEnvironment(), {
      STOA_PUSH_RELAY_URL: `http://127.0.0.1:${port}/`,
      STOA_PUSH_RELAY_ORG_ID: 'an-id',
      STOA_PUSH_RELAY_ORG_KEY: 'a-key',
    });
    this.transport = new RelayTransport(environment, this.metrics, silent());
    const status = {
      record: (_realm: unknown, said: unknown) => Promise.resolve(void this.recorded.push(said)),
      recordDenied: () => Promise.resolve(void this.recorded.push('denied')),
    } as unknown as RealmStatusService;
    const realms = { toUpload: () => Promise.resolve([UPLOADED]) } as unknown as RelayRealmsRepository;
    return new RelayClient(this.transport, realms, status, silent());
  }

  async close(): Promise<void> {
    this.server.closeAllConnections();
    await new Promise((resolve) => this.server.close(resolve));
    await this.transport?.onApplicationShutdown();
  }
}

describe('RelayClient', () => {
  let relay: FakeRelay;
  let client: RelayClient;

  beforeEach(async () => {
    relay = new FakeRelay();
    client = await relay.client();
  });
  afterEach(() => relay.close());

  const failing = (status: number, code: string, msg = 'a reason') => ({
    status,
    body: { result: 'error', code, msg },
  });

  it('names itself and the organization', async () => {
    relay.replies.push({ status: 200, body: { device_id: 12 } });
    expect(await client.registerDevice(REALM, registration)).toEqual({ kind: 'ok', value: 12 });
    const [{ path, headers, body } = { path: '', headers: {}, body: '' }] = relay.asked;
    expect(path).toBe('/api/v1/remotes/push/e2ee/register');
    expect(headers).toMatchObject({
      authorization: `Basic ${Buffer.from('an-id:a-key').toString('base64')}`,
      'user-agent': expect.stringMatching(/^ZulipServer\/\d/),
    });
    expect(Object.fromEntries(new URLSearchParams(body))).toEqual({
      realm_uuid: REALM.uuid,
      push_account_id: '1',
      encrypted_push_registration: 'sealed',
      bouncer_public_key: 'key',
    });
  });

  it.each<[Reply, object]>([
    [failing(500, 'INTERNAL_SERVER_ERROR'), { kind: 'retry', reason: 'server' }],
    [
      { status: 503, body: 'down' },
      { kind: 'retry', reason: 'server' },
    ],
    [failing(429, 'RATE_LIMIT_HIT'), { kind: 'retry', reason: 'server' }],
    ['drop', { kind: 'retry', reason: 'network' }],
    [failing(401, 'UNAUTHORIZED'), { kind: 'operator', reason: 'credentials' }],
    [failing(400, 'INVALID_ZULIP_SERVER'), { kind: 'operator', reason: 'credentials' }],
    [
      { status: 302, body: '' },
      { kind: 'operator', reason: 'unexpected' },
    ],
    [
      { status: 200, body: 'no JSON' },
      { kind: 'operator', reason: 'unexpected' },
    ],
    [
      { status: 200, body: { device_id: 'x' } },
      { kind: 'operator', reason: 'unexpected' },
    ],
    [failing(400, 'PUSH_NOTIFICATIONS_DISALLOWED'), { kind: 'plan', msg: 'a reason' }],
    [failing(400, 'REQUEST_EXPIRED'), { kind: 'refused', status: 400, code: 'REQUEST_EXPIRED', msg: 'a reason' }],
    [failing(403, 'ANYTHING'), { kind: 'refused', status: 403, code: 'ANYTHING' }],
  ])('reads an answer by its class: %#', async (reply, answer) => {
    relay.replies.push(reply);
    expect(await client.registerDevice(REALM, registration)).toMatchObject(answer);
  });

  it('uploads an organization that the relay does not know, and asks again', async () => {
    const status = { can_push: true, expected_end_timestamp: null };
    relay.replies.push(
      failing(403, 'MISSING_REMOTE_REALM'),
      { status: 200, body: { realms: { [REALM.uuid]: status } } },
      { status: 200, body: { device_id: 1 } },
    );
    expect(await client.registerDevice(REALM, registration)).toEqual({ kind: 'ok', value: 1 });
    expect(relay.asked.map(({ path }) => path.replace('/api/v1/remotes/', ''))).toEqual([
      'push/e2ee/register',
      'server/analytics',
      'push/e2ee/register',
    ]);
    expect(JSON.parse(new URLSearchParams(relay.asked[1]?.body).get('realms') ?? '')).toEqual([UPLOADED]);
    expect(relay.recorded).toEqual([status]);
  });

  it('registers a token with what the relay takes (levels 468, 470)', async () => {
    relay.replies.push({ status: 200, body: { result: 'success', msg: '' } });
    const token = { tokenId: 'iGFeKNj3ngQ=', encryptedPushRegistration: 'sealed+/=', bouncerPublicKey: 'key+/=' };
    expect(await client.registerDeviceToken(REALM, token)).toMatchObject({ kind: 'ok' });
    expect(Object.fromEntries(new URLSearchParams(relay.asked[0]?.body))).toEqual({
      realm_uuid: REALM.uuid,
      token_id: 'iGFeKNj3ngQ=',
      encrypted_push_registration: 'sealed+/=',
      bouncer_public_key: 'key+/=',
    });
  });

  it('says so if the relay does not know it even then', async () => {
    relay.replies.push(
      failing(403, 'MISSING_REMOTE_REALM'),
      { status: 200, body: { realms: {} } },
      failing(403, 'MISSING_REMOTE_REALM'),
    );
    expect(await client.notify(REALM, [])).toMatchObject({ kind: 'missing_realm' });
    expect(relay.recorded).toEqual(['denied']);
  });

  it('stores what answers say of the right to push', async () => {
    const status = { can_push: true, expected_end_timestamp: 99 };
    const counts = { apple_successfully_sent_count: 0, android_successfully_sent_count: 1, delete_device_ids: [3] };
    relay.replies.push(
      { status: 200, body: { ...counts, realm_push_status: status } },
      failing(400, 'PUSH_NOTIFICATIONS_DISALLOWED'),
    );
    const request = { device_id: 1, fcm_priority: 'high' as const, payload: { push_account_id: 2n ** 62n + 1n } };
    const requests = [{ ...request, payload: { ...request.payload, encrypted_data: 'x' } }];
    expect(await client.notify(REALM, requests)).toMatchObject({ kind: 'ok', value: { delete_device_ids: [3] } });
    expect(relay.asked[0]?.body).toContain('"push_account_id":4611686018427387905');
    expect(await client.notify(REALM, requests)).toMatchObject({ kind: 'plan' });
    expect(relay.recorded).toEqual([status, 'denied']);
  });

  describe('when a call for several devices is refused', () => {
    const to = (id: number) => ({
      device_id: id,
      fcm_priority: 'high' as const,
      payload: { push_account_id: id, encrypted_data: 'x' },
    });
    const taken = (gone: number[] = []) => ({
      status: 200,
      body: { apple_successfully_sent_count: 1, android_successfully_sent_count: 2, delete_device_ids: gone },
    });
    const asked = () =>
      relay.asked.map(({ body }) => {
        const { push_requests: requests }: { push_requests: { device_id: number }[] } = JSON.parse(body);
        return requests.map(({ device_id: id }) => id);
      });

    it('asks for each device alone', async () => {
      relay.replies.push(failing(400, 'BAD_REQUEST'), taken([1]), failing(400, 'BAD_REQUEST'), taken());
      expect(await client.notify(REALM, [to(1), to(2), to(3), to(1)])).toEqual({
        kind: 'ok',
        value: {
          apple_successfully_sent_count: 2,
          android_successfully_sent_count: 4,
          delete_device_ids: [1],
          delete_token_ids: [],
        },
      });
      expect(asked()).toEqual([[1, 2, 3, 1], [1, 1], [2], [3]]);
    });

    it('reaches tokens at a relay that knows no devices any more (level 468)', async () => {
      const tokenId = 'iGFeKNj3ngQ=';
      const toToken = {
        token_id: tokenId,
        fcm_priority: 'high' as const,
        payload: { push_key_id: 7, encrypted_data: 'x' },
      };
      const counts = { apple_successfully_sent_count: 0, android_successfully_sent_count: 0 };
      relay.replies.push(failing(400, 'BAD_REQUEST'), failing(400, 'BAD_REQUEST'), {
        status: 200,
        body: { ...counts, delete_token_ids: [tokenId] },
      });
      expect(await client.notify(REALM, [to(1), toToken])).toMatchObject({
        kind: 'ok',
        value: { delete_device_ids: [], delete_token_ids: [tokenId] },
      });
    });

    it('gives up when the relay fails meanwhile', async () => {
      relay.replies.push(failing(400, 'BAD_REQUEST'), taken(), failing(500, 'INTERNAL_SERVER_ERROR'));
      expect(await client.notify(REALM, [to(1), to(2), to(3)])).toMatchObject({ kind: 'retry', reason: 'server' });
      expect(asked()).toEqual([[1, 2, 3], [1], [2]]);
    });

    it('is refused when none is taken, and at once when there is only one', async () => {
      for (let count = 0; count < 4; count++) relay.replies.push(failing(400, 'BAD_REQUEST', `reason ${count}`));
      expect(await client.notify(REALM, [to(1), to(2)])).toMatchObject({ kind: 'refused', msg: 'reason 0' });
      expect(await client.notify(REALM, [to(1), to(1)])).toMatchObject({ kind: 'refused', msg: 'reason 3' });
      expect(asked()).toEqual([[1, 2], [1], [2], [1, 1]]);
    });
  });

  it('sends legacy calls as the relay wants them', async () => {
    const token = { kind: TokenKind.Apns, token: 'c0ffee', iosAppId: 'an.app' };
    await client.registerToken(USER, token);
    await client.unregisterAllTokens(USER);
    await client.testLegacy(USER, token, { server: 'chat.example' });
    const [registered, unregistered, tested] = relay.asked;
    expect(Object.fromEntries(new URLSearchParams(registered?.body))).toEqual({
      server_uuid: 'an-id',
      user_uuid: USER.uuid,
      user_id: '5',
      realm_uuid: REALM.uuid,
      token: 'c0ffee',
      token_kind: '1',
      ios_app_id: 'an.app',
    });
    expect(Object.fromEntries(new URLSearchParams(unregistered?.body))).toEqual({ user_uuid: USER.uuid, user_id: '5' });
    expect(JSON.parse(tested?.body ?? '')).toMatchObject({ token_kind: 1, base_payload: { server: 'chat.example' } });
  });

  it('leaves a relay that is down alone, except for calls whose answer is awaited', async () => {
    for (let count = 0; count < 5; count++) relay.replies.push('drop');
    for (let count = 0; count < 8; count++) {
      expect(await client.unregisterAllTokens(USER)).toMatchObject({ kind: 'retry', reason: 'network' });
    }
    expect(relay.asked).toHaveLength(5);
    expect(await client.unregisterAllTokens(USER, { isAwaited: true })).toMatchObject({ kind: 'ok' });
    const outcomes = await relay.metrics.registry.getSingleMetricAsString('stoa_push_relay_calls_total');
    expect(outcomes).toMatch(/outcome="network".* 5/);
    expect(outcomes).toMatch(/outcome="left_alone".* 3/);
  });

  it('shows calls that were refused for their credentials as none before the first, so that it is seen as growth', async () => {
    const refused = async () => {
      const text = await relay.metrics.registry.getSingleMetricAsString('stoa_push_relay_calls_total');
      return [...text.matchAll(/call="([^"]+)",outcome="credentials".* (\d+)$/gm)].map(([, ...one]) => one.join(' '));
    };
    expect(await refused()).toContain('push/unregister/all 0');
    relay.replies.push(failing(401, 'UNAUTHORIZED'));
    await client.unregisterAllTokens(USER);
    expect(await refused()).toContain('push/unregister/all 1');
  });

  it('counts no refusal against the relay', async () => {
    for (let count = 0; count < 12; count++) relay.replies.push(failing(400, 'BAD_REQUEST'));
    for (let count = 0; count < 12; count++) await client.unregisterAllTokens(USER);
    expect(relay.asked).toHaveLength(12);
  });
});
