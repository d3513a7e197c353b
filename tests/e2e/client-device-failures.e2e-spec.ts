import { TestCluster, sharedCluster } from '@stoa/testing';
import { inDatabase } from '../support/database';
import { expectError } from '../support/expectations';
import { sendDirect } from '../support/messages';
import { Organization, createOrganization } from '../support/organizations';
import { Person } from '../support/people';
import { NO_REGISTRATION, Phone } from '../support/phone';
import { PushRelay } from '../support/push-relay';

const NO_ACTIVE = 'No active registered push device';

/** push.md 3.2, 3.4 and 3.6 (level 468): what is refused, and every way in which the relay fails a registration. */
describe('registrations of clients’ devices', () => {
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

  it('refuse what does not go together, and leave everything as it was', async () => {
    const phone = await Phone.active(cluster, await person());
    const before = await phone.registered();
    const stranger = await Phone.active(cluster, await person());
    const fresh = await Phone.create(cluster, phone.person);
    fresh.deviceId = (await phone.person.client.succeed('POST', '/register_client_device')).device_id;
    fresh.makeKey();
    const missing = 'Missing parameters: must provide either all push key fields, all token fields, or both.';
    const notUint32 = 'Invalid push_key_id: Value error, Not a valid unsigned 32-bit integer';
    const refused: [Phone, Parameters<Phone['request']>, string][] = [
      [phone, [{ key: true }, { parameters: { push_key_id: '4294967296' } }], notUint32],
      [phone, [{ key: true }, { parameters: { push_key_id: '-1' } }], notUint32],
      [phone, [{ key: true }, { parameters: { push_key_id: '1.5' } }], 'push_key_id is not an integer'],
      [
        phone,
        [{ token: true }, { parameters: { token_kind: 'wns' } }],
        'Invalid token_kind: Value error, Not in the list of possible values',
      ],
      [phone, [{ key: true }, { parameters: { device_id: String(stranger.deviceId) } }], 'Invalid `device_id`'],
      [phone, [{ key: true }, { parameters: { device_id: '999999999999' } }], 'Invalid `device_id`'],
      [phone, [{}], missing],
      [phone, [{ key: true }, { parameters: { push_key_id: undefined } }], missing],
      [phone, [{ token: true }, { parameters: { token_id: undefined } }], missing],
      [phone, [{ key: true }, { parameters: { push_key_id: '9', push_key: 'AAAA' } }], 'Invalid `push_key`'],
      [phone, [{ key: true, token: true }, { parameters: { push_key: 'AAAA' } }], 'Invalid `push_key`'],
      [phone, [{ token: true }, { parameters: { token_id: '%%' } }], 'Invalid `token_id`'],
      [phone, [{ token: true }, { parameters: { token_id: 'AAAA' } }], 'Invalid `token_id`'],
      [fresh, [{ key: true }], 'No push registration exists to rotate key for.'],
      [fresh, [{ token: true }], 'No push registration exists to rotate token for.'],
      [
        phone,
        [{ key: true }, { parameters: { push_account_id: '5' } }],
        'Unsupported parameter combination: device_id, push_account_id',
      ],
    ];
    for (const [who, args, msg] of refused) {
      const extra = msg.startsWith('Unsupported') ? { parameters: 'device_id, push_account_id' } : {};
      expectError(await who.request(...args), msg, extra);
    }
    expectError(
      await phone.request({ key: true }, { parameters: { device_id: undefined } }),
      "Missing 'device_id' argument",
      { code: 'REQUEST_VARIABLE_MISSING', var_name: 'device_id' },
    );
    expect(await phone.registered()).toEqual(before);
    expect(await fresh.registered()).toEqual(NO_REGISTRATION);
  });

  it.each<[string, Parameters<Phone['start']>[0], string]>([
    [
      'a key that the relay does not have',
      { parameters: { bouncer_public_key: Buffer.alloc(32, 7).toString('base64') } },
      'INVALID_BOUNCER_PUBLIC_KEY',
    ],
    ['another token than the id says', { sealed: { token: 'c0ffee' } }, 'BAD_REQUEST'],
    ['a box of yesterday', { sealed: { timestamp: 1_600_000_000 } }, 'REQUEST_EXPIRED'],
  ])('fail with the reason of the relay, and are registered by the next start: %s', async (_what, options, code) => {
    const dora = await person();
    const phone = await Phone.create(cluster, dora);
    await phone.start(options);
    await phone.becomes({ push_registration_error_code: code, pending_push_token_id: phone.tokenId });
    expect(phone.events.at(-1)).toEqual({
      ...{ id: expect.any(Number), type: 'device', op: 'update', device_id: phone.deviceId },
      push_registration_error_code: code,
    });
    expectError(await phone.askForTest(), NO_ACTIVE, { code: 'NO_ACTIVE_PUSH_DEVICE' });
    expect(await phone.registered()).toMatchObject({ push_token_id: null });
    await phone.start();
    await phone.becomes({ push_token_id: phone.tokenId, push_registration_error_code: null });
    await phone.message(await sendDirect(ada, [dora]));
  });

  it.each(['refuse', 'unauthorized', 'plan_expired'] as const)('wait while the relay is away: %s', async (mode) => {
    const phone = await Phone.create(cluster, await person());
    await relay.behave(mode);
    const since = Date.now() / 1000;
    await phone.start();
    await relay.attempted('push/e2ee/register', since);
    expect(await phone.registered()).toMatchObject({ push_token_id: null, push_registration_error_code: null });
    await relay.behave('ok');
    await phone.becomes({ push_token_id: phone.tokenId });
  });

  it('are given up after a day, and may then be registered again', async () => {
    const phone = await Phone.create(cluster, await person());
    await relay.behave('plan_expired');
    await phone.start();
    const age = `UPDATE client_device SET push_token_updated_at = now() - interval '25 hours' WHERE id = $1`;
    await inDatabase(cluster, (database) => database.query('test_age_registration', age, [phone.deviceId]));
    await phone.becomes({ push_registration_error_code: 'REQUEST_EXPIRED' });
    await relay.behave('ok');
    await phone.start();
    await phone.becomes({ push_token_id: phone.tokenId });
  });

  it('lose a token that the vendor calls gone, never the device, and register it at the next start', async () => {
    const phone = await Phone.active(cluster, await person());
    await relay.behave('device_gone');
    await sendDirect(ada, [phone.person]);
    await phone.becomes({ push_token_id: null });
    expect(phone.events.at(-1)).toEqual({
      ...{ id: expect.any(Number), type: 'device', op: 'update', device_id: phone.deviceId },
      push_token_id: null,
    });
    expect(await phone.registered()).toEqual({ ...phone.device, push_key_id: phone.key.id });
    await relay.behave('ok');
    expectError(await phone.askForTest(), NO_ACTIVE, { code: 'NO_ACTIVE_PUSH_DEVICE' });
    expect(phone.due).toEqual({ key: false, token: true });
    await phone.start();
    await phone.becomes({ push_token_id: phone.tokenId });
    await phone.message(await sendDirect(ada, [phone.person]));
  });

  it('lose it when a test finds it gone', async () => {
    const phone = await Phone.active(cluster, await person());
    await relay.behave('device_gone');
    expectError(await phone.askForTest(), NO_ACTIVE, { code: 'NO_ACTIVE_PUSH_DEVICE' });
    expect(await phone.registered()).toMatchObject({ push_token_id: null, push_key_id: phone.key.id });
  });
});
