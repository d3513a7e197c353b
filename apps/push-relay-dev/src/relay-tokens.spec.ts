import {
  uploadedRealm,
  fcm,
  apns,
  FCM_ID,
  APNS_ID,
  setUp,
  encrypted,
  toFcm,
  toToken,
  toApns,
  notification,
} from './test-support/relay-fixture';

/** push.md 3.6. */
describe('tokens by their ids (levels 468, 470)', () => {
  it('are registered as often as one likes, with an empty answer', async () => {
    const { registerToken } = await setUp();
    const empty = { status: 200, body: { result: 'success', msg: '' } };
    expect(await registerToken()).toEqual(empty);
    expect(await registerToken()).toEqual(empty);
    expect(await registerToken(APNS_ID, apns)).toEqual(empty);
  });

  it.each<[string, Parameters<Awaited<ReturnType<typeof setUp>>['registerToken']>, string]>([
    ['an id of another token', [APNS_ID], 'Invalid encrypted_push_registration'],
    ['an id that is none', ['c0ffee'], 'token_id'],
    ['an id in another spelling', ['RjY0jpbVz/p='], 'token_id'],
    ['both forms at once', [FCM_ID, fcm, { push_account_id: '1' }], 'push_account_id'],
    ['an unknown field', [FCM_ID, fcm, { device_id: '1' }], 'device_id'],
    ['content that is wrong', [FCM_ID, { ...fcm, ios_app_id: 'org.example' }], 'Invalid encrypted_push_registration'],
  ])('refuses %s', async (_name, args, msg) => {
    const { registerToken } = await setUp();
    const expected = { code: 'BAD_REQUEST', msg: expect.stringContaining(msg) };
    expect(await registerToken(...args)).toMatchObject({ status: 400, body: expected });
  });

  it('get notifications beside devices, in one call', async () => {
    const { call, register, registerToken } = await setUp();
    await register('1', apns);
    await registerToken();
    const body = notification(toApns(1), toToken(FCM_ID), toToken(APNS_ID), toFcm(9));
    expect(await call('push/e2ee/notify', body)).toMatchObject({
      status: 200,
      body: {
        apple_successfully_sent_count: 1,
        android_successfully_sent_count: 1,
        delete_device_ids: [9],
        delete_token_ids: [APNS_ID],
      },
    });
  });

  it('are gone when the vendor says so, until they are registered anew', async () => {
    const { relay, call, registerToken } = await setUp();
    await registerToken();
    relay.mode = 'device_gone';
    const expectGone = async (ids: string[]) =>
      expect(await call('push/e2ee/notify', notification(toToken(FCM_ID)))).toMatchObject({
        body: { delete_token_ids: ids },
      });
    await expectGone([FCM_ID]);
    relay.mode = 'ok';
    await expectGone([FCM_ID]);
    await registerToken();
    await expectGone([]);
  });

  it('want the shape of their kind and the key’s number', async () => {
    const { call, registerToken } = await setUp();
    await registerToken(APNS_ID, apns);
    expect(await call('push/e2ee/notify', notification(toToken(APNS_ID)))).toMatchObject({ status: 400 });
    const wrongKey = notification(toToken(FCM_ID, encrypted(), 2 ** 32));
    expect(await call('push/e2ee/notify', wrongKey)).toMatchObject({ status: 400 });
    const mixed = { ...toToken(FCM_ID), payload: { push_account_id: 1, encrypted_data: encrypted() } };
    expect(await call('push/e2ee/notify', notification(mixed))).toMatchObject({ status: 400 });
  });

  it('are told apart by organization, and repeats are recognized', async () => {
    const { relay, call, registerToken } = await setUp();
    await registerToken();
    const body = notification(toToken(FCM_ID));
    await call('push/e2ee/notify', body);
    await call('push/e2ee/notify', body);
    expect(relay.accepted().filter(({ path: name }) => name === 'push/e2ee/notify')).toHaveLength(1);
    const other = '44444444-4444-4444-8444-444444444444';
    await call('server/analytics', { realms: [{ ...uploadedRealm, id: 2, uuid: other }] });
    expect(await call('push/e2ee/notify', { ...notification(toToken(FCM_ID)), realm_uuid: other })).toMatchObject({
      body: { delete_token_ids: [FCM_ID] },
    });
  });
});
