import { MODES } from './behaviour';
import { Relay, RelayCall } from './relay';

const organizationId = '6cde5f7a-1f7e-4978-9716-49f69ebfc9fe';
const organizationKey = 'k'.repeat(64);
const basic = (id: string, key: string) => `Basic ${Buffer.from(`${id}:${key}`).toString('base64')}`;

function setUp() {
  const relay = new Relay({ organizationId, organizationKey });
  const call = (path: string, body: unknown, extra: Partial<RelayCall> = {}) =>
    relay.answer({
      method: 'POST',
      path: `/api/v1/remotes/${path}`,
      authorization: basic(organizationId, organizationKey),
      body,
      ...extra,
    });
  const register = (account = '1') =>
    call('push/e2ee/register', {
      realm_uuid: 'r',
      push_account_id: account,
      encrypted_push_registration: Buffer.alloc(100).toString('base64'),
      bouncer_public_key: relay.publicKey,
    });
  return { relay, call, register };
}

const notification = (id: number) => ({
  realm_uuid: 'r',
  push_requests: [{ device_id: id, fcm_priority: 'high', payload: { push_account_id: 1, encrypted_data: 'x' } }],
});

describe('Relay', () => {
  it('offers a public key of 32 bytes', () => {
    expect(Buffer.from(setUp().relay.publicKey, 'base64')).toHaveLength(32);
  });

  it.each([
    [undefined, 401],
    [basic('nobody', organizationKey), 401],
    [basic(organizationId, 'wrong'), 401],
    [basic('someone@example.com', organizationKey), 400],
  ])('refuses credentials %#', (authorization, status) => {
    const { call } = setUp();
    expect(call('push/e2ee/notify', notification(1), { authorization })).toMatchObject({ status });
  });

  it('gives the same device for the same account and counts what it sends', () => {
    const { call, register } = setUp();
    expect(register()).toEqual(register());
    expect(register('2')).toMatchObject({ status: 200, body: { device_id: 2 } });
    expect(call('push/e2ee/notify', notification(2))).toMatchObject({
      body: { android_successfully_sent_count: 1, apple_successfully_sent_count: 0, delete_device_ids: [] },
    });
  });

  it('reports unknown and gone devices for deletion', () => {
    const { relay, call, register } = setUp();
    expect(call('push/e2ee/notify', notification(7))).toMatchObject({ body: { delete_device_ids: [7] } });
    register();
    relay.mode = 'device_gone';
    expect(call('push/e2ee/notify', notification(1))).toMatchObject({ body: { delete_device_ids: [1] } });
  });

  it('names the field that is wrong', () => {
    const { call } = setUp();
    expect(call('push/e2ee/notify', { realm_uuid: 'r' })).toMatchObject({
      status: 400,
      body: { code: 'BAD_REQUEST', msg: expect.stringContaining('push_requests') },
    });
  });

  it.each([
    ['bouncer_public_key', 'AAAA', 'INVALID_BOUNCER_PUBLIC_KEY'],
    ['encrypted_push_registration', '%%%', 'BAD_REQUEST'],
  ])('refuses a registration with a wrong %s', (field, value, code) => {
    const { relay, call } = setUp();
    const body = {
      realm_uuid: 'r',
      push_account_id: '1',
      encrypted_push_registration: Buffer.alloc(100).toString('base64'),
      bouncer_public_key: relay.publicKey,
      [field]: value,
    };
    expect(call('push/e2ee/register', body)).toMatchObject({ status: 400, body: { code } });
  });

  it('acts in every mode and remembers the calls', () => {
    const { relay, register } = setUp();
    const statuses = MODES.map((mode) => {
      relay.mode = mode;
      const answer = register();
      return typeof answer === 'object' ? answer.status : answer;
    });
    expect(statuses).toEqual([200, 'refuse', 'timeout', 500, 401, 403, 400, 200]);
    expect(relay.calls()).toHaveLength(MODES.length);
    expect(relay.calls()[0]).toMatchObject({
      path: 'push/e2ee/register',
      organization_id: organizationId,
      status: 200,
    });
  });
});
