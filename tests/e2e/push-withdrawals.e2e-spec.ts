import { TestCluster, sharedCluster } from '@stoa/testing';
import { Channel, createChannel } from '../support/channels';
import { sendDirect } from '../support/messages';
import { Person } from '../support/people';
import { PushRelay } from '../support/push-relay';
import { PushFixture } from '../support/push-fixture';

/** push.md 9.4 and 10. */
describe('notifications of what was told before', () => {
  let cluster: TestCluster;

  beforeAll(async () => {
    cluster = await sharedCluster();
    await PushRelay.of(cluster).behave('ok');
  });

  const mention = ({ fullName }: Person) => `@**${fullName}**`;
  const edit = (person: Person, id: number, content: string) =>
    person.client.succeed('PATCH', `/messages/${id}`, { content });

  it('are withdrawn when the user reads elsewhere', async () => {
    const { organization, sender, recipient, device } = await PushFixture.create(cluster, { kind: 'apns' });
    const id = await sendDirect(sender, [recipient]);
    await device.message(id);
    await recipient.client.succeed('POST', '/messages/flags', { messages: [id], op: 'add', flag: 'read' });
    expect(await device.removal(id)).toEqual({
      type: 'remove',
      realm_url: `http://${organization.host}`,
      realm_name: organization.subdomain,
      user_id: recipient.userId,
      message_ids: [id],
    });
    expect((await device.requests()).at(-1)?.request).toMatchObject({
      http_headers: { apns_priority: 5, apns_push_type: 'background' },
    });
  });

  it('are withdrawn together when everything is read, and once', async () => {
    const fixture = await PushFixture.create(cluster);
    const { sender, recipient, device } = fixture;
    const first = await sendDirect(sender, [recipient]);
    await fixture.send('he was not told of this');
    const second = await fixture.send(`${mention(recipient)} hi`);
    await device.message(second);
    await recipient.client.succeed('POST', '/mark_all_as_read');
    await device.removal(second);
    await recipient.client.succeed('POST', '/messages/flags', { messages: [first], op: 'remove', flag: 'read' });
    await recipient.client.succeed('POST', '/messages/flags', { messages: [first], op: 'add', flag: 'read' });
    await fixture.notified();
    const removed = (await device.notifications()).filter(({ type }) => type === 'remove');
    expect(removed.flatMap(({ message_ids: ids }) => ids)).toEqual([first, second]);
  });

  it('are withdrawn when the message is deleted', async () => {
    const fixture = await PushFixture.create(cluster);
    const { sender, recipient, device } = fixture;
    const id = await fixture.send(`${mention(recipient)} oops`);
    await device.message(id);
    await sender.client.succeed('DELETE', `/messages/${id}`);
    expect(await device.removal(id)).toMatchObject({ message_ids: [id] });
  });

  it('are withdrawn when an edit takes the mention away, and come when one adds it', async () => {
    const fixture = await PushFixture.create(cluster);
    const { sender, recipient, device } = fixture;
    const added = await fixture.send('hello', 'one');
    // In a topic of its own: mentioned users follow the topic, and then an edit brings them nothing new.
    const removed = await fixture.send(`${mention(recipient)} hello`, 'two');
    await device.message(removed);
    await edit(sender, added, `hello ${mention(recipient)}`);
    expect(await device.message(added)).toMatchObject({ content: `hello @${recipient.fullName}` });
    await edit(sender, removed, 'hello');
    expect(await device.removal(removed)).toMatchObject({ message_ids: [removed] });
    await edit(sender, added, `hello again ${mention(recipient)}`);
    await edit(sender, added, `@**all** hello again ${mention(recipient)}`);
    expect(await fixture.notified()).toEqual([removed, added]);
  });

  it('stay when the channel notifies of everything anyway', async () => {
    const fixture = await PushFixture.create(cluster);
    const { sender, recipient, device } = fixture;
    await fixture.setForChannel('push_notifications', true);
    const id = await fixture.send(`${mention(recipient)} hello`);
    await device.message(id);
    await edit(sender, id, 'hello');
    const other = await fixture.send('hello');
    await edit(sender, other, `hello ${mention(recipient)}`);
    expect(await fixture.notified()).toEqual([id, other]);
    expect((await device.notifications()).filter(({ type }) => type === 'remove')).toEqual([]);
  });

  it('are withdrawn when the user leaves the channel, and when muting the sender', async () => {
    const fixture = await PushFixture.create(cluster);
    const { organization, sender, recipient, device, channel } = fixture;
    const id = await fixture.send(`${mention(recipient)} hello`);
    await device.message(id);
    await recipient.client.succeed('DELETE', '/users/me/subscriptions', { subscriptions: [channel.name] });
    await device.removal(id);
    const cleo = await organization.createPerson('Cleo');
    const direct = await sendDirect(cleo, [recipient, sender]);
    await device.message(direct);
    await recipient.client.succeed('POST', `/users/me/muted_users/${cleo.userId}`);
    await device.removal(direct);
  });

  it('are withdrawn when the message moves to where the user cannot read it', async () => {
    const fixture = await PushFixture.create(cluster);
    const { sender, recipient, device } = fixture;
    const [moved, kept] = [
      await fixture.send(`${mention(recipient)} one`, 'one'),
      await fixture.send(`${mention(recipient)} two`, 'two'),
    ];
    await device.message(kept);
    const hidden = await createChannel(sender, [], { invite_only: true });
    const shared = await createChannel(sender, [recipient]);
    const move = (id: number, { id: to }: Channel) =>
      sender.client.succeed('PATCH', `/messages/${id}`, { stream_id: to, propagate_mode: 'change_one' });
    await move(kept, shared);
    await move(moved, hidden);
    await device.removal(moved);
    const removed = (await device.notifications()).filter(({ type }) => type === 'remove');
    expect(removed.flatMap(({ message_ids: ids }) => ids)).toEqual([moved]);
  });
});
