import { TestCluster, sharedCluster } from '@stoa/testing';
import { inDatabase } from '../support/database';
import { expectError } from '../support/expectations';
import { expectStateFolds } from '../support/folding';
import { sendDirect } from '../support/messages';
import { Organization, createOrganization } from '../support/organizations';
import { Person, createBot } from '../support/people';
import { NO_REGISTRATION, Phone } from '../support/phone';
import { PushDevice } from '../support/push-device';
import { PushRelay } from '../support/push-relay';
import { TestQueue, isEvent } from '../support/test-queue';

const IN_PROGRESS = 'A registration for the device already in progress.';
const SUCCESS = { result: 'success', msg: '' };

/** push.md 3: the phone's app as it is written there, played with real encryption. */
describe('devices of clients', () => {
  let cluster: TestCluster;
  let relay: PushRelay;
  let organization: Organization;
  let ada: Person;

  beforeAll(async () => {
    cluster = await sharedCluster();
    relay = PushRelay.of(cluster);
    await relay.behave('ok');
    organization = await createOrganization(cluster);
    ada = organization.owner;
  });
  afterEach(() => relay.behave('ok'));

  const person = () => organization.createPerson('Dora');

  describe('level 468', () => {
    it.each(['fcm', 'apns'] as const)('register, are confirmed and get notifications: %s', async (kind) => {
      const dora = await person();
      const phone = await Phone.create(cluster, dora, { kind });
      expect((await phone.start())?.body).toEqual(SUCCESS);
      await phone.becomes({ push_token_id: phone.tokenId, pending_push_token_id: null });
      expect(phone.events).toEqual([
        {
          ...{ id: expect.any(Number), type: 'device', op: 'update', device_id: phone.deviceId },
          push_key_id: phone.key.id,
          pending_push_token_id: phone.tokenId,
          push_token_last_updated_timestamp: expect.any(Number),
          push_registration_error_code: null,
        },
        {
          ...{ id: expect.any(Number), type: 'device', op: 'update', device_id: phone.deviceId },
          push_token_id: phone.tokenId,
          pending_push_token_id: null,
        },
      ]);
      expect(await phone.registered()).toEqual(phone.device);
      expect(phone.due).toEqual({ key: false, token: false });

      const id = await sendDirect(ada, [dora], { content: 'Lunch?' });
      const participants = [ada.userId, dora.userId].sort((a, b) => a - b);
      expect(await phone.message(id)).toMatchObject({
        ...{ type: 'message', user_id: dora.userId, message_id: id, content: 'Lunch?', recipient_type: 'direct' },
        recipient_user_ids: participants,
      });
      const payload = { push_key_id: phone.key.id, encrypted_data: expect.any(String) };
      const aps = { 'mutable-content': 1, alert: { title: 'New notification' } };
      expect(await phone.requests()).toEqual([
        kind === 'fcm'
          ? { token_id: phone.tokenId, fcm_priority: 'high', payload }
          : {
              token_id: phone.tokenId,
              http_headers: { apns_priority: 10, apns_push_type: 'alert' },
              payload: { ...payload, aps },
            },
      ]);
      const read = { messages: [id], op: 'add', flag: 'read' };
      await dora.client.succeed('POST', '/messages/flags', read);
      expect(await phone.removal(id)).toMatchObject({ type: 'remove', message_ids: [id] });
      expect((await phone.askForTest()).body).toEqual(SUCCESS);
      await phone.next(({ type, user_id: userId }) => type === 'test' && userId === dora.userId);
    });

    it('say nothing new when the app starts again', async () => {
      const phone = await Phone.active(cluster, await person());
      expect(await phone.start()).toBeUndefined();
      expect((await phone.request({ key: true, token: true })).body).toEqual(SUCCESS);
      expect((await phone.request({ key: true })).body).toEqual(SUCCESS);
      expect((await phone.request({ token: true })).body).toEqual(SUCCESS);
      await phone.person.client.succeed('POST', '/register_client_device');
      await phone.until(() => phone.events.length > 0);
      expect(phone.events.map(({ op }) => op)).toEqual(['add']);
      expect(await phone.registrations()).toBe(1);
    });

    it('renew a registration that is repeated after 30 days', async () => {
      const phone = await Phone.active(cluster, await person());
      const age = `UPDATE client_device SET push_token_updated_at = now() - interval '31 days' WHERE id = $1`;
      await inDatabase(cluster, (database) => database.query('test_age_client_device', age, [phone.deviceId]));
      await phone.start();
      await phone.until(() => !phone.due.token && phone.device?.pending_push_token_id === null);
      expect(phone.device).toMatchObject({ push_token_id: phone.tokenId, push_registration_error_code: null });
      expect(await phone.registrations()).toBe(2);
    });

    it('rotate keys without the relay, and open what was under way with the old one', async () => {
      const phone = await Phone.active(cluster, await person());
      const early = await sendDirect(ada, [phone.person]);
      await phone.message(early);
      phone.makeKey();
      await relay.behave('refuse');
      expect((await phone.request({ key: true })).body).toEqual(SUCCESS);
      await phone.becomes({ push_key_id: phone.key.id });
      expect(phone.events.at(-1)).toEqual({
        ...{ id: expect.any(Number), type: 'device', op: 'update', device_id: phone.deviceId },
        push_key_id: phone.key.id,
      });
      await relay.behave('ok');
      const late = await sendDirect(ada, [phone.person]);
      await phone.message(late);
      expect(await phone.messageIds()).toEqual([early, late]);
    });

    it('rotate tokens: the old one serves until the relay has confirmed the new one', async () => {
      const phone = await Phone.active(cluster, await person());
      const oldId = phone.tokenId;
      phone.changeToken();
      await relay.behave('server_error');
      const since = Date.now() / 1000;
      expect((await phone.send())?.body).toEqual(SUCCESS);
      await phone.becomes({ push_token_id: oldId, pending_push_token_id: phone.tokenId });
      await relay.attempted('push/e2ee/register', since);
      expectError(await phone.request({ token: true }), IN_PROGRESS);
      expectError(await phone.request({ key: true, token: true }), IN_PROGRESS);
      phone.makeKey();
      expect((await phone.request({ key: true })).body).toEqual(SUCCESS);
      const id = await sendDirect(ada, [phone.person]);
      await relay.behave('ok');
      await phone.message(id);
      await phone.becomes({ push_token_id: phone.tokenId, pending_push_token_id: null });
      const later = await sendDirect(ada, [phone.person]);
      await phone.message(later);
      expect((await phone.requests()).at(-1)).toMatchObject({ token_id: phone.tokenId });
    });

    it('hand their token over to a later sign-in on the same phone', async () => {
      const old = await Phone.active(cluster, await person());
      const renewed = await Phone.create(cluster, old.person);
      renewed.token = old.token;
      await renewed.start();
      await renewed.becomes({ push_token_id: renewed.tokenId });
      await old.becomes({ push_token_id: null });
    });

    it('keep their keys encrypted', async () => {
      const phone = await Phone.active(cluster, await person());
      const read = 'SELECT push_key FROM client_device WHERE id = $1';
      const rows = await inDatabase(cluster, (database) =>
        database.query<{ push_key: Buffer }>('test_client_key', read, [phone.deviceId]),
      );
      expect(rows.map(({ push_key: stored }) => stored.includes(Buffer.from(phone.key.bytes)))).toEqual([false]);
    });

    it('get what devices of the first form get, each once, in one call of the relay', async () => {
      const phone = await Phone.active(cluster, await person());
      const other = await PushDevice.register(cluster, phone.person, { kind: 'apns' });
      const before = await relay.position();
      const id = await sendDirect(ada, [phone.person]);
      await Promise.all([phone.message(id), other.message(id)]);
      expect([await phone.messageIds(), await other.messageIds()]).toEqual([[id], [id]]);
      const calls = (await relay.received(before)).filter(({ path, body }) => {
        return path === 'push/e2ee/notify' && JSON.stringify(body).includes(phone.tokenId);
      });
      expect(calls.map(({ body }) => body.push_requests.length)).toEqual([2]);
      const { client } = phone.person;
      const both = { device_id: phone.deviceId, push_account_id: String(other.accountId) };
      expectError(
        await client.post('/mobile_push/e2ee/test_notification', both),
        'Unsupported parameter combination: device_id, push_account_id',
        { parameters: 'device_id, push_account_id' },
      );
      expect((await client.post('/mobile_push/e2ee/test_notification')).body).toEqual(SUCCESS);
      const isTest = ({ type }: { type: string }) => type === 'test';
      await Promise.all([phone.next(isTest), other.next(isTest)]);
    });
  });

  describe('level 470', () => {
    it('are added and removed, and only their owner is told', async () => {
      const [dora, other] = [await person(), await person()];
      const types = { event_types: ['device'], fetch_event_types: ['device'] };
      const [queue, others] = await Promise.all([TestQueue.register(dora, types), TestQueue.register(other, types)]);
      expect(queue.state.devices).toEqual({});
      const { device_id: id } = await dora.client.succeed('POST', '/register_client_device');
      expect(await queue.next(isEvent('device'))).toEqual({
        ...{ id: 0, type: 'device', op: 'add', device_id: id },
      });
      expect((await TestQueue.register(dora, types)).state.devices).toEqual({ [id]: NO_REGISTRATION });
      expectError(await other.client.post('/remove_client_device', { device_id: id }), 'Invalid `device_id`');
      expectError(await dora.client.post('/remove_client_device', { device_id: 2 ** 40 }), 'Invalid `device_id`');
      expectError(await dora.client.post('/remove_client_device'), "Missing 'device_id' argument", {
        ...{ code: 'REQUEST_VARIABLE_MISSING', var_name: 'device_id' },
      });
      expect((await dora.client.post('/remove_client_device', { device_id: id })).body).toEqual(SUCCESS);
      expect(await queue.next(isEvent('device'))).toEqual({
        ...{ id: 1, type: 'device', op: 'remove', device_id: id },
      });
      expectError(await dora.client.post('/remove_client_device', { device_id: id }), 'Invalid `device_id`');
      expect(await others.poll({ dont_block: true })).toEqual([]);
    });

    it('get nothing after the sign-out', async () => {
      const phone = await Phone.active(cluster, await person());
      const tablet = await Phone.active(cluster, phone.person);
      await phone.person.client.succeed('POST', '/remove_client_device', { device_id: phone.deviceId });
      const id = await sendDirect(ada, [phone.person]);
      await tablet.message(id);
      expect(await phone.messageIds()).toEqual([]);
      expectError(await phone.request({ key: true }), 'Invalid `device_id`');
    });

    it('fold into the state', async () => {
      const dora = await person();
      const registration = { event_types: ['device', 'message'], fetch_event_types: ['device'] };
      const viewers = [{ person: dora, registration }];
      const phone = await Phone.create(cluster, dora);
      await expectStateFolds({ viewers, markedBy: ada }, async () => {
        await phone.start();
        await phone.becomes({ push_token_id: phone.tokenId });
        phone.changeToken();
        phone.makeKey();
        await phone.send({ sealed: { token: 'c0ffee' } });
        await phone.becomes({ push_registration_error_code: 'BAD_REQUEST' });
      });
      await expectStateFolds({ viewers, markedBy: ada }, () =>
        dora.client.succeed('POST', '/remove_client_device', { device_id: phone.deviceId }),
      );
    });

    it('are at most a hundred of one user; the oldest silent one gives way', async () => {
      const dora = await person();
      const fill = `INSERT INTO client_device (user_id, push_key, push_key_id, token_kind, push_token_id)
        SELECT $1, '', 1, 'fcm', 'AAAAAAAAA' || to_char(n, 'FM00') || '=' FROM generate_series(1, $2) n`;
      const filled = (count: number) =>
        inDatabase(cluster, (database) => database.query('test_fill_clients', fill, [dora.userId, count]));
      await filled(98);
      const add = async (): Promise<number> => (await dora.client.succeed('POST', '/register_client_device')).device_id;
      const first = await add();
      const queue = await TestQueue.register(dora, { event_types: ['device'] });
      const second = await add();
      const third = await add();
      const ops = await queue.until(isEvent('device', 'remove'));
      expect(ops.map(({ op, device_id: id }) => [op, id])).toEqual([
        ['add', second],
        ['remove', first],
      ]);
      const silence = `UPDATE client_device SET push_token_id = 'AAAAAAAAA99=' WHERE user_id = $1`;
      await inDatabase(cluster, (database) => database.query('test_wake_clients', silence, [dora.userId]));
      expectError(await dora.client.post('/register_client_device'), 'You cannot have more than 100 client devices.');
      const { state } = await TestQueue.register(dora, { event_types: [], fetch_event_types: ['device'] });
      expect(Object.keys(state.devices)).toHaveLength(100);
      expect(Object.keys(state.devices)).toEqual(expect.arrayContaining([String(second), String(third)]));
    });

    it('are also of bots, who cannot register them', async () => {
      const bot = await createBot(await person());
      const { device_id: id } = await bot.client.succeed('POST', '/register_client_device');
      const registration = { device_id: id, push_key_id: 1, push_key: 'AAAA' };
      expectError(
        await bot.client.post('/mobile_push/register', registration),
        'This endpoint does not accept bot requests.',
      );
      expect((await bot.client.post('/remove_client_device', { device_id: id })).body).toEqual(SUCCESS);
      expectError(await organization.anonymous.post('/register_client_device'), expect.any(String), {
        ...{ status: 401, code: 'UNAUTHORIZED' },
      });
    });
  });

  it('level 432: keys have the name push_key, and the one before it is understood', async () => {
    const phone = await Phone.active(cluster, await person());
    phone.makeKey();
    const parameters = { push_key: undefined, push_public_key: phone.pushKey };
    expect((await phone.request({ key: true }, { parameters })).body).toEqual(SUCCESS);
    await phone.becomes({ push_key_id: phone.key.id });
  });

  it('level 450: events of the first form keep the text that they have always had', async () => {
    const dora = await person();
    const queue = await TestQueue.register(dora, { event_types: ['push_device'], fetch_event_types: ['push_device'] });
    const device = await PushDevice.create(cluster, dora);
    expect((await device.requestRegistration()).status).toBe(200);
    expect(await queue.next(isEvent('push_device'))).toEqual({
      ...{ id: 0, type: 'push_device', status: 'active', push_account_id: String(device.accountId) },
    });
  });

  describe('level 483', () => {
    it.each(['fcm', 'apns'] as const)('take the place of the legacy token of the same phone: %s', async (kind) => {
      const dora = await person();
      const { client } = dora;
      const phone = await Phone.create(cluster, dora, { kind });
      const add = (token: string) =>
        kind === 'fcm'
          ? client.succeed('POST', '/users/me/android_gcm_reg_id', { token })
          : client.succeed('POST', '/users/me/apns_device_token', { token, appid: 'org.example.App' });
      await add(phone.token);
      await add('c0ffee');
      const before = await relay.position();
      await phone.start();
      await phone.becomes({ push_token_id: phone.tokenId });
      const gone = await client.post('/mobile_push/test_notification', { token: phone.token });
      expectError(gone, 'Device not recognized', { code: 'INVALID_PUSH_DEVICE_TOKEN' });
      await client.succeed('POST', '/mobile_push/test_notification', { token: 'c0ffee' });
      const forgotten = (await relay.received(before)).filter(({ path }) => path === 'push/unregister');
      expect(forgotten.map(({ body }) => body.token)).toContain(phone.token);
    });
  });

  it('level 492: go with the login that made them, and their owner is told', async () => {
    const phone = await Phone.active(cluster, await person());
    const bare: number = (await phone.person.client.succeed('POST', '/register_client_device')).device_id;
    const { client, email } = phone.person;
    const { api_key: apiKey } = await client.succeed('POST', '/users/me/api_key/regenerate');
    const renewed = { ...phone.person, apiKey, client: client.as(email, apiKey) };
    const queue = await TestQueue.register(renewed, { event_types: ['device'], fetch_event_types: ['device'] });
    const expected = [phone.deviceId, bare].filter((id) => String(id) in queue.state.devices);
    const removed: number[] = [];
    while (removed.length < expected.length) removed.push((await queue.next(isEvent('device', 'remove'))).device_id);
    expect(removed).toEqual(expected);
    expect((await TestQueue.register(renewed, { fetch_event_types: ['device'] })).state.devices).toEqual({});
    const next = await Phone.active(cluster, renewed);
    await next.message(await sendDirect(ada, [renewed]));
    expect(await phone.messageIds()).toEqual([]);
    expect(await next.registered()).toMatchObject({ push_token_id: next.tokenId });
  });
});
