import { Parameters, TestCluster, sharedCluster } from '@stoa/testing';
import { ageMessages } from '../support/aging';
import { Channel, channelId, createChannel } from '../support/channels';
import { expectError } from '../support/expectations';
import { fetchNewest, sendDirect, sendToChannel } from '../support/messages';
import { Organization, createOrganization } from '../support/organizations';
import { Person, createPerson, ownerOf } from '../support/people';
import { TestQueue, isEvent } from '../support/test-queue';
import { registerState, unreadIds } from '../support/unread';

const isDeletion = isEvent('delete_message');
const BULK = { client_capabilities: { bulk_message_deletion: true } };

describe('deleting messages', () => {
  let cluster: TestCluster;
  let ada: Person;
  let bob: Person;
  let eve: Person;
  let channel: Channel;

  beforeAll(async () => {
    cluster = await sharedCluster();
    [ada, bob, eve] = await Promise.all([
      createPerson(cluster, 'Ada'),
      createPerson(cluster, 'Bob'),
      createPerson(cluster, 'Eve'),
    ]);
    channel = await createChannel(ada, [bob]);
  });

  const remove = (person: Person, id: number) => person.client.delete(`/messages/${id}`);
  const firstMessage = async (person: Person, where: Channel): Promise<number | null> => {
    const { streams } = await person.client.succeed('GET', '/streams');
    return streams.find(({ stream_id: id }: { stream_id: number }) => id === where.id).first_message_id;
  };

  it('removes a message everywhere and tells its readers in their form', async () => {
    const [bulk, single] = await Promise.all([TestQueue.register(bob, BULK), TestQueue.register(bob)]);
    await sendToChannel(ada, channel);
    const id = await sendToChannel(ada, channel, { topic: 'gone', content: `@**${bob.fullName}**` });
    await bob.client.succeed('POST', '/messages/flags', { messages: [id], op: 'add', flag: 'starred' });
    expect((await remove(ada, id)).body).toEqual({ result: 'success', msg: '' });
    const fields = { type: 'delete_message', message_type: 'stream', stream_id: channel.id, topic: 'gone' };
    const [many, one] = [await bulk.next(isDeletion), await single.next(isDeletion)];
    expect(many).toEqual({ id: many.id, ...fields, message_ids: [id] });
    expect(one).toEqual({ id: one.id, ...fields, message_id: id });
    expectError(await bob.client.get(`/messages/${id}`), 'Invalid message(s)');
    expectError(await remove(ada, id), 'Invalid message(s)');
    const state = await registerState(bob);
    expect(unreadIds(state)).not.toContain(id);
    expect(state.starred_messages).not.toContain(id);
    expect((await fetchNewest(bob, [['channel', channel.name]])).map((message) => message.id)).not.toContain(id);
  });

  it('of direct messages tells the participants', async () => {
    const queue = await TestQueue.register(bob, BULK);
    const id = await sendDirect(ada, [bob]);
    await ada.client.succeed('DELETE', `/messages/${id}`);
    const event = await queue.next(isDeletion);
    expect(event).toEqual({ id: event.id, type: 'delete_message', message_ids: [id], message_type: 'private' });
    expectError(await bob.client.get(`/messages/${id}`), 'Invalid message(s)');
  });

  it('tells non-guests who held a message of a public channel and have left', async () => {
    const room = await createChannel(ada, [bob]);
    const ids = [await sendToChannel(ada, room), await sendToChannel(ada, room)];
    await bob.client.succeed('DELETE', '/users/me/subscriptions', { subscriptions: [room.name] });
    const queue = await TestQueue.register(bob, BULK);
    await ada.client.succeed('DELETE', `/messages/${ids[1]}`);
    expect((await queue.next(isDeletion)).message_ids).toEqual([ids[1]]);
  });

  it('lets the oldest message that is left be the first of its channel, and the next one if none is', async () => {
    const room = await createChannel(ada, [bob]);
    const [notice] = await fetchNewest(ada, [['channel', room.name]]);
    const id = await sendToChannel(ada, room);
    const { client: owner } = await ownerOf(cluster);
    const queue = await TestQueue.register(bob);
    expect(await firstMessage(bob, room)).toBe(notice!.id);
    await owner.succeed('DELETE', `/messages/${notice!.id}`);
    const isFirst = (event: Parameters) => event.type === 'stream' && event.property === 'first_message_id';
    expect(await queue.next(isFirst)).toMatchObject({ op: 'update', stream_id: room.id, name: room.name, value: id });
    await owner.succeed('DELETE', `/messages/${id}`);
    expect((await queue.next(isFirst)).value).toBeNull();
    expect(await firstMessage(bob, room)).toBeNull();
    const next = await sendToChannel(ada, room);
    expect(await firstMessage(bob, room)).toBe(next);
  });

  it('happens once, whoever asks at the same time', async () => {
    const id = await sendToChannel(ada, channel);
    const answers = await Promise.all([remove(ada, id), remove(ada, id), remove(ada, id)]);
    expect(answers.filter(({ status }) => status === 200)).toHaveLength(1);
    for (const { status, body } of answers) {
      if (status !== 200) expect(['Message already deleted', 'Invalid message(s)']).toContain(body.msg);
    }
  });

  describe('permissions', () => {
    const refusal = "You don't have permission to delete this message";
    const NOBODY = { direct_members: [], direct_subgroups: [] };
    let organization: Organization;
    let member: Person;
    let room: Channel;

    beforeAll(async () => {
      organization = await createOrganization(cluster);
      member = await organization.createPerson('Member');
      room = await createChannel(organization.owner, [member]);
    });

    it('let administrators delete everything, others what is theirs, for a time', async () => {
      const { owner } = organization;
      const [own, foreign] = [await sendToChannel(member, room), await sendToChannel(owner, room)];
      expectError(await remove(member, foreign), refusal);
      await ageMessages(cluster, [own, foreign], 601);
      expectError(await remove(member, own), 'The time limit for deleting this message has passed');
      await owner.client.succeed('DELETE', `/messages/${own}`);
      await owner.client.succeed('DELETE', `/messages/${foreign}`);
      const young = await sendToChannel(member, room);
      await member.client.succeed('DELETE', `/messages/${young}`);
    });

    it('follow the groups of organization and channel', async () => {
      const strict = await createOrganization(cluster);
      const { owner } = strict;
      const member = await strict.createPerson('Member');
      const room = await createChannel(owner, [member]);
      const only = { direct_members: [member.userId], direct_subgroups: [] };
      const deleters = await createChannel(owner, [member], { can_delete_any_message_group: only });
      const owners = await createChannel(owner, [member], { can_delete_own_message_group: only });
      await owner.client.succeed('PATCH', '/realm', { can_delete_own_message_group: { new: NOBODY } });
      expectError(await remove(member, await sendToChannel(member, room)), refusal);
      const old = await sendToChannel(owner, deleters);
      await ageMessages(cluster, [old], 1000);
      await member.client.succeed('DELETE', `/messages/${old}`);
      await member.client.succeed('DELETE', `/messages/${await sendToChannel(member, owners)}`);
      expectError(await remove(member, await sendToChannel(owner, owners)), refusal);
    });
  });

  describe('a whole topic', () => {
    let organization: Organization;
    let owner: Person;
    let member: Person;

    beforeAll(async () => {
      organization = await createOrganization(cluster);
      ({ owner } = organization);
      member = await organization.createPerson('Member');
    });

    const removeTopic = (person: Person, where: Channel, topic: string) =>
      person.client.post(`/streams/${where.id}/delete_topic`, { topic_name: topic });

    it('goes in batches, with its visibility policies', async () => {
      const room = await createChannel(owner, [member]);
      const ids: number[] = [];
      for (let index = 0; index < 103; index += 1) {
        ids.push(await sendToChannel(owner, room, { topic: index % 2 ? 'Much' : 'much' }));
      }
      const kept = await sendToChannel(owner, room, { topic: 'kept' });
      await member.client.succeed('POST', '/user_topics', { stream_id: room.id, topic: 'much', visibility_policy: 1 });
      const queue = await TestQueue.register(member, BULK);
      expect((await removeTopic(owner, room, 'MUCH')).body).toMatchObject({ complete: true });
      const events = await queue.until(isEvent('user_topic'));
      const batches = events.filter(isDeletion).map(({ message_ids: list }) => list);
      expect(batches.map((list) => list.length)).toEqual([100, 3]);
      expect(batches.flat().sort((a: number, b: number) => a - b)).toEqual(ids);
      expect(events.at(-1)).toMatchObject({ stream_id: room.id, visibility_policy: 0 });
      expect(events.find(isEvent('muted_topics')).muted_topics).toEqual([]);
      const left = await fetchNewest(member, [['channel', room.name]]);
      expect(left.map(({ id }) => id)).toContain(kept);
      expect(left.filter(({ subject }) => subject.toLowerCase() === 'much')).toEqual([]);
      expect((await removeTopic(owner, room, 'much')).body).toMatchObject({ complete: true });
    });

    it('of a protected channel goes as far as the administrator sees', async () => {
      const secret = await createChannel(member, [], { invite_only: true, history_public_to_subscribers: false });
      const before = await sendToChannel(member, secret, { topic: 'part' });
      await createChannel(member, [owner], {}, secret.name);
      const after = await sendToChannel(member, secret, { topic: 'part' });
      expect((await removeTopic(owner, secret, 'part')).body).toMatchObject({ complete: true });
      const left = await fetchNewest(member, [
        ['channel', secret.name],
        ['topic', 'part'],
      ]);
      expect(left.map(({ id }) => id)).toEqual([before]);
      expect(left.map(({ id }) => id)).not.toContain(after);
    });

    it('is for administrators, in channels whose content they can access', async () => {
      const room = await createChannel(owner, [member]);
      expectError(await removeTopic(member, room, 'x'), 'Must be an organization administrator', {
        code: 'UNAUTHORIZED_PRINCIPAL',
      });
      const secret = await createChannel(member, [], { invite_only: true });
      const hidden = { id: await channelId(member, secret.name), name: secret.name };
      expectError(await removeTopic(owner, hidden, 'x'), 'Invalid channel ID');
      expectError(await removeTopic(owner, { id: 999_999_999, name: '' }, 'x'), 'Invalid channel ID');
      expectError(await owner.client.post(`/streams/${room.id}/delete_topic`), "Missing 'topic_name' argument", {
        code: 'REQUEST_VARIABLE_MISSING',
        var_name: 'topic_name',
      });
    });
  });

  it('is only for who can read', async () => {
    const secret = await createChannel(ada, [], { invite_only: true });
    expectError(await remove(eve, await sendToChannel(ada, secret)), 'Invalid message(s)');
  });
});
