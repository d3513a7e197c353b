import { TestCluster, sharedCluster } from '@stoa/testing';
import { createGroup } from '../support/groups';
import { sendDirect, sendToChannel } from '../support/messages';
import { Person } from '../support/people';
import { PushDevice } from '../support/push-device';
import { PushRelay } from '../support/push-relay';
import { PushFixture } from '../support/push-fixture';
import { TestQueue } from '../support/test-queue';

const FOLLOWED = 3;
const MUTED = 1;

/** push.md 5 and 9.1, from the send to the device that reads the notification. */
describe('push notifications', () => {
  let cluster: TestCluster;
  let relay: PushRelay;

  beforeAll(async () => {
    cluster = await sharedCluster();
    relay = PushRelay.of(cluster);
    await relay.behave('ok');
  });

  const mention = ({ fullName }: Person) => `@**${fullName}**`;

  it('tell a device of a direct message, for its eyes only', async () => {
    const { organization, sender, recipient, device } = await PushFixture.create(cluster, { kind: 'fcm' });
    const before = await relay.position();
    const id = await sendDirect(sender, [recipient], { content: 'meet me **at noon** :tada:' });
    const plain = await device.message(id);
    const url = `http://${organization.host}`;
    expect(plain).toEqual({
      type: 'message',
      realm_url: url,
      realm_name: organization.subdomain,
      user_id: recipient.userId,
      message_id: id,
      time: expect.any(Number),
      content: 'meet me at noon 🎉',
      sender_id: sender.userId,
      sender_full_name: sender.fullName,
      sender_avatar_url: expect.stringMatching(/^https?:\/\//),
      recipient_type: 'direct',
      ...(plain.recipient_user_ids ? { recipient_user_ids: expect.any(Array) } : {}),
    });
    expect((await device.requests())[0]?.request).toEqual({
      device_id: expect.any(Number),
      fcm_priority: 'high',
      payload: { push_account_id: expect.any(Number), encrypted_data: expect.any(String) },
    });
    const text = await relay.receivedText(before);
    expect(text).toContain(`"push_account_id":${device.accountId}`);
    expect(text).not.toContain('at noon');
    expect(text).not.toContain(sender.fullName);
  });

  it('name the channel, the topic and who takes part', async () => {
    const fixture = await PushFixture.create(cluster, { kind: 'apns' });
    const { organization, sender, recipient, device, channel } = fixture;
    const inChannel = await fixture.send(`${mention(recipient)} look`, 'plans');
    expect(await device.message(inChannel)).toMatchObject({
      recipient_type: 'channel',
      channel_id: channel.id,
      channel_name: channel.name,
      topic: 'plans',
      content: `@${recipient.fullName} look`,
    });
    expect((await device.requests())[0]?.request).toMatchObject({
      http_headers: { apns_priority: 10, apns_push_type: 'alert' },
      payload: { aps: { 'mutable-content': 1, alert: { title: 'New notification' } } },
    });
    const nameless = await fixture.send(`${mention(recipient)} look`, '');
    expect(await device.message(nameless)).toMatchObject({ topic: 'general chat' });
    const cleo = await organization.createPerson('Cleo');
    const inGroup = await sendDirect(sender, [recipient, cleo]);
    const everyone = [sender, recipient, cleo].map(({ userId }) => userId).sort((a, b) => a - b);
    expect(await device.message(inGroup)).toMatchObject({ recipient_type: 'direct', recipient_user_ids: everyone });
  });

  it('come for mentions of the user and of groups, whatever is muted', async () => {
    const fixture = await PushFixture.create(cluster);
    const { sender, recipient, device } = fixture;
    const group = await createGroup(sender, [recipient]);
    await fixture.setForTopic('muted', MUTED);
    await fixture.setForChannel('is_muted', true);
    await fixture.send('nobody in particular');
    const personal = await fixture.send(`${mention(recipient)} hi`, 'muted');
    const grouped = await fixture.send(`@*${group.name}* hi`);
    const both = await fixture.send(`@*${group.name}* and ${mention(recipient)}`);
    // Mentioned users follow the topic from then on, so this is said elsewhere.
    await fixture.send(`@_${mention(recipient).slice(1)} hi`, 'elsewhere');
    expect(await fixture.notified()).toEqual([personal, grouped, both]);
    expect(await device.message(grouped)).toMatchObject({
      mentioned_user_group_id: group.id,
      mentioned_user_group_name: group.name,
    });
    expect(await device.message(both)).not.toHaveProperty('mentioned_user_group_id');
    await fixture.set({ enable_offline_push_notifications: false });
    await fixture.send(`${mention(recipient)} hi`, 'elsewhere');
    await fixture.decided();
    await fixture.set({ enable_offline_push_notifications: true });
    expect(await fixture.notified()).toEqual([]);
  });

  it('come for wildcards as the channel and the topic are set', async () => {
    const fixture = await PushFixture.create(cluster);
    const first = await fixture.send('@**all** news');
    expect(await fixture.notified()).toEqual([first]);
    await fixture.setForChannel('wildcard_mentions_notify', false);
    await fixture.setForTopic('followed', FOLLOWED);
    await fixture.send('@**all** not for him');
    const followed = await fixture.send('@**all** but this', 'followed');
    expect(await fixture.notified()).toEqual([followed]);
    await fixture.setForChannel('wildcard_mentions_notify', true);
    await fixture.setForTopic('muted', MUTED);
    await fixture.send('@**all** no', 'muted');
    await fixture.send('@**topic** he takes no part', 'started');
    expect(await fixture.notified()).toEqual([]);
    await fixture.send('I do', 'started', fixture.recipient);
    const topic = await fixture.send('@**topic** now he does', 'started');
    expect(await fixture.notified()).toEqual([topic]);
  });

  it('come for followed topics and for channels that are set to', async () => {
    const fixture = await PushFixture.create(cluster);
    await fixture.setForTopic('followed', FOLLOWED);
    await fixture.send('by default nothing comes');
    const followed = await fixture.send('this comes', 'followed');
    expect(await fixture.notified()).toEqual([followed]);
    await fixture.set({ enable_followed_topic_push_notifications: false });
    await fixture.send('this not', 'followed');
    expect(await fixture.notified()).toEqual([]);
    await fixture.setForChannel('push_notifications', true);
    await fixture.setForTopic('muted', MUTED);
    const channel = await fixture.send('this again');
    await fixture.send('not this', 'muted');
    expect(await fixture.notified()).toEqual([channel]);
    await fixture.setForChannel('is_muted', true);
    await fixture.send('nor this');
    expect(await fixture.notified()).toEqual([]);
  });

  it('do not come for one’s own messages or from muted senders', async () => {
    const fixture = await PushFixture.create(cluster);
    const { organization, sender, recipient } = fixture;
    const cleo = await organization.createPerson('Cleo');
    await fixture.setForChannel('push_notifications', true);
    await fixture.send('mine', 'talk', recipient);
    await sendDirect(recipient, [recipient]);
    await recipient.client.succeed('POST', `/users/me/muted_users/${sender.userId}`);
    await fixture.send(`${mention(recipient)} hey`);
    await sendDirect(sender, [recipient]);
    expect(await fixture.notified(cleo)).toEqual([]);
    await recipient.client.succeed('DELETE', `/users/me/muted_users/${sender.userId}`);
    const heard = await fixture.send(`${mention(recipient)} hey`);
    expect(await fixture.notified(cleo)).toEqual([heard]);
  });

  it('do not come for those who left, or whom the message never reached', async () => {
    const fixture = await PushFixture.create(cluster);
    const { organization, recipient, channel } = fixture;
    await fixture.setForChannel('push_notifications', true);
    const received = await fixture.send('still here');
    expect(await fixture.notified()).toEqual([received]);
    await recipient.client.succeed('DELETE', '/users/me/subscriptions', { subscriptions: [channel.name] });
    await fixture.send(`${mention(recipient)} you are missed`);
    const cleo = await organization.createPerson('Cleo');
    const other = await PushDevice.register(cluster, cleo);
    await sendToChannel(fixture.sender, channel, { content: `${mention(cleo)} hello` });
    expect(await fixture.notified()).toEqual([]);
    await other.message(await sendDirect(fixture.sender, [cleo]));
    expect(await other.messageIds()).toHaveLength(1);
  });

  it('wait with those who are online, if they want it so', async () => {
    const fixture = await PushFixture.create(cluster);
    const { sender, recipient, device } = fixture;
    const queue = await TestQueue.register(recipient, { event_types: ['message'] });
    await recipient.client.succeed('POST', '/users/me/presence', { status: 'active' });
    const online = await sendDirect(sender, [recipient]);
    await device.message(online);
    await fixture.set({ enable_online_push_notifications: false });
    const silent = await sendDirect(sender, [recipient]);
    await queue.message(silent);
    await fixture.decided();
    await fixture.set({ enable_online_push_notifications: true });
    const after = await sendDirect(sender, [recipient]);
    await device.message(after);
    expect(await device.messageIds()).toEqual([online, after]);
    await fixture.set({ enable_online_push_notifications: false });
    await queue.delete();
    const idle = await sendDirect(sender, [recipient]);
    await device.message(idle);
    expect(await device.messageIds()).toEqual([online, after, idle]);
  });

  it('go to every device of a user, each with its own key', async () => {
    const { sender, recipient, device } = await PushFixture.create(cluster);
    const tablet = await PushDevice.register(cluster, recipient, { kind: 'apns' });
    const before = await relay.position();
    const id = await sendDirect(sender, [recipient]);
    expect(await tablet.message(id)).toEqual(await device.message(id));
    const calls = (await relay.received(before)).filter(({ path }) => path === 'push/e2ee/notify');
    expect(calls.filter(({ body }) => body.push_requests.length === 2)).toHaveLength(1);
  });

  it('reach two users whose clients chose the same account', async () => {
    const { sender, recipient, device, organization } = await PushFixture.create(cluster);
    const other = await organization.createPerson('Carol');
    const tablet = await PushDevice.register(cluster, other, { kind: 'apns', accountId: device.accountId });
    const id = await sendDirect(sender, [recipient, other]);
    expect(await device.message(id)).toMatchObject({ user_id: recipient.userId });
    expect(await tablet.message(id)).toMatchObject({ user_id: other.userId });
  });

  it('reach a user’s devices beside one that the relay refuses', async () => {
    const fixture = await PushFixture.create(cluster);
    const { sender, recipient, device } = fixture;
    // It named one vendor to the service and another to the relay.
    const odd = await PushDevice.register(cluster, recipient, { parameters: { token_kind: 'apns' } });
    await device.message(await sendDirect(sender, [recipient]));
    const testOf = (accounts: Record<string, string>) =>
      recipient.client.post('/mobile_push/e2ee/test_notification', accounts);
    expect((await testOf({})).status).toBe(200);
    await device.next(({ type }) => type === 'test');
    expect((await testOf({ push_account_id: String(odd.accountId) })).body).toMatchObject({ code: 'BAD_REQUEST' });
    expect(await odd.notifications()).toEqual([]);
  });
});
