import { randomBytes } from 'node:crypto';
import { TestCluster, sharedCluster } from '@stoa/testing';
import { createChannel } from '../support/channels';
import { expectError } from '../support/expectations';
import { sendDirect, sendToChannel } from '../support/messages';
import { Organization, createOrganization } from '../support/organizations';
import { Person } from '../support/people';
import { Phone } from '../support/phone';
import { PushRelay, RelayCall } from '../support/push-relay';

/** push.md 1, 5.6 and 6.1: vendors' tokens without encryption. */
describe('legacy push', () => {
  let cluster: TestCluster;
  let relay: PushRelay;
  let organization: Organization;
  let sender: Person;
  let before: number;

  beforeAll(async () => {
    cluster = await sharedCluster();
    relay = PushRelay.of(cluster);
    await relay.behave('ok');
    organization = await createOrganization(cluster);
    sender = organization.owner;
  });
  beforeEach(async () => {
    before = await relay.position();
  });

  const androidToken = () => `android-${randomBytes(8).toString('hex')}`;
  const appleToken = () => randomBytes(32).toString('hex').toUpperCase();
  const addAndroid = async (person: Person) => {
    const token = androidToken();
    await person.client.succeed('POST', '/users/me/android_gcm_reg_id', { token });
    return token;
  };
  const addApple = async (person: Person) => {
    const token = appleToken();
    await person.client.succeed('POST', '/users/me/apns_device_token', { token, appid: 'org.example.App' });
    return token;
  };
  const tokensOf = ({ body }: RelayCall): string[] =>
    [...body.android_devices, ...body.apple_devices].map((device: string | { token: string }) =>
      typeof device === 'string' ? device : device.token,
    );
  const isFor = (token: string) => (call: RelayCall) => call.path === 'push/notify' && tokensOf(call).includes(token);
  const isFieldOf = (id: number, field: string) => (call: RelayCall) =>
    call.path === 'push/notify' && call.body.gcm_payload[field] === String(id);

  it('notifies phones of both vendors in one call', async () => {
    const bob = await organization.createPerson('Bob');
    const [android, apple] = [await addAndroid(bob), await addApple(bob)];
    const id = await sendDirect(sender, [bob], { content: 'hello *Bob*' });
    const { body } = await relay.call(before, isFor(android));
    expect(tokensOf({ number: 0, at: 0, path: '', body }).map((token) => token.toLowerCase())).toEqual([
      android,
      apple.toLowerCase(),
    ]);
    const url = `http://${organization.host}`;
    expect(body.gcm_payload).toMatchObject({
      event: 'message',
      zulip_message_id: String(id),
      server: expect.any(String),
      realm_id: String(organization.id),
      realm_uri: url,
      realm_url: url,
      user_id: String(bob.userId),
      sender_id: String(sender.userId),
      sender_full_name: sender.fullName,
      recipient_type: 'private',
      content: 'hello Bob',
    });
    expect(body.gcm_options).toEqual({ priority: 'high' });
    expect(body.apns_payload).toMatchObject({
      aps: { alert: { title: sender.fullName, subtitle: '', body: 'hello Bob' }, sound: 'default', badge: 0 },
      zulip: { message_ids: [id], user_id: bob.userId, realm_url: url },
    });
    await bob.client.succeed('POST', '/messages/flags', { messages: [id], op: 'add', flag: 'read' });
    const removal = await relay.call(before, isFieldOf(id, 'zulip_message_ids'));
    expect(removal.body).toMatchObject({
      gcm_payload: { event: 'remove' },
      gcm_options: { priority: 'normal' },
      apns_payload: { zulip: { event: 'remove', zulip_message_ids: String(id) } },
    });
  });

  it('titles what comes from channels', async () => {
    const bob = await organization.createPerson('Bob');
    await addApple(bob);
    const channel = await createChannel(sender, [bob]);
    const id = await sendToChannel(sender, channel, { topic: 'plans', content: `@**${bob.fullName}** look` });
    const { body } = await relay.call(before, isFieldOf(id, 'zulip_message_id'));
    expect(body.apns_payload.aps.alert).toEqual({
      title: `#${channel.name} > plans`,
      subtitle: `${sender.fullName} mentioned you:`,
      body: `@${bob.fullName} look`,
    });
    expect(body.gcm_payload).toMatchObject({ recipient_type: 'stream', stream: channel.name, topic: 'plans' });
  });

  it('level 500: tells legacy devices nothing where encryption is required, and takes back what they show', async () => {
    const { owner, createPerson } = await createOrganization(cluster);
    const bob = await createPerson('Bob');
    const token = await addAndroid(bob);
    const shown = await sendDirect(owner, [bob]);
    await relay.call(before, isFor(token));
    await owner.client.succeed('PATCH', '/realm', { require_e2ee_push_notifications: true });
    const phone = await Phone.active(cluster, bob);
    const secret = await sendDirect(owner, [bob], { content: 'a secret' });
    expect(await phone.message(secret)).toMatchObject({ content: 'a secret' });
    await bob.client.succeed('POST', '/messages/flags', { messages: [shown], op: 'add', flag: 'read' });
    await relay.call(before, (call) => isFor(token)(call) && call.body.gcm_payload.event === 'remove');
    const told = (await relay.received(before)).filter(isFor(token));
    expect(told.map(({ body }) => body.gcm_payload.event)).toEqual(['message', 'remove']);
  });

  it('forgets tokens that were removed, that vendors call gone, and all of them with the key', async () => {
    const bob = await organization.createPerson('Bob');
    const [android, apple, gone] = [await addAndroid(bob), await addApple(bob), await addAndroid(bob)];
    await bob.client.succeed('DELETE', '/users/me/apns_device_token', { token: apple.toLowerCase() });
    await relay.call(before, ({ path, body }) => path === 'push/unregister' && body.token_kind === '1');
    await bob.client.succeed('DELETE', '/users/me/android_gcm_reg_id', { token: gone });
    expectError(await bob.client.delete('/users/me/android_gcm_reg_id', { token: gone }), 'Token does not exist');
    await sendDirect(sender, [bob]);
    expect(tokensOf(await relay.call(before, isFor(android)))).toEqual([android]);
    const answer = await bob.client.succeed('POST', '/users/me/api_key/regenerate');
    await relay.call(before, ({ path, body }) => path === 'push/unregister/all' && body.user_id === String(bob.userId));
    const client = bob.client.as(bob.email, answer.api_key);
    expectError(await client.post('/mobile_push/test_notification', { token: android }), 'Device not recognized', {
      code: 'INVALID_PUSH_DEVICE_TOKEN',
    });
  });

  it('tests one token or all', async () => {
    const bob = await organization.createPerson('Bob');
    await bob.client.succeed('POST', '/mobile_push/test_notification');
    const [android, apple] = [await addAndroid(bob), await addApple(bob)];
    const isTest = (call: RelayCall) =>
      call.path === 'push/test_notification' && call.body.user_id.toString() === String(bob.userId);
    await bob.client.succeed('POST', '/mobile_push/test_notification', { token: android });
    expect((await relay.call(before, isTest)).body).toMatchObject({ token: android, token_kind: 2 });
    await bob.client.succeed('POST', '/mobile_push/test_notification');
    const tested = (await relay.received(before)).filter(isTest).map(({ body }) => body.token.toLowerCase());
    expect(tested.sort()).toEqual([android, android, apple.toLowerCase()].sort());
  });

  it('passes on that the relay does not know a token', async () => {
    const bob = await organization.createPerson('Bob');
    const token = await addAndroid(bob);
    await relay.behave('device_gone');
    try {
      const response = await bob.client.post('/mobile_push/test_notification', { token });
      expectError(response, 'Device not recognized by the push bouncer', { code: 'INVALID_REMOTE_PUSH_DEVICE_TOKEN' });
    } finally {
      await relay.behave('ok');
    }
  });
});
