import { ResponseBody, TestCluster, eventually, sharedCluster } from '@stoa/testing';
import { createChannel } from '../support/channels';
import { expectError } from '../support/expectations';
import { fetchNewest, sendDirect, sendToChannel } from '../support/messages';
import { Organization, createOrganization } from '../support/organizations';
import { Person, unique } from '../support/people';
import { ClientEvent, TestQueue } from '../support/test-queue';

const TYPES = ['realm_user', 'realm_bot', 'user_group', 'subscription', 'stream', 'realm_export_consent', 'message'];
const NOT_OWNER = { code: 'UNAUTHORIZED_PRINCIPAL' };

describe('deactivation', () => {
  let cluster: TestCluster;
  let organization: Organization;
  let owner: Person;
  let administrator: Person;
  let member: Person;

  beforeAll(async () => {
    cluster = await sharedCluster();
    organization = await createOrganization(cluster);
    owner = organization.owner;
    administrator = await organization.createPerson('Admin', 200);
    member = await organization.createPerson('Member');
  });

  async function eventsUntilNow(queue: TestQueue, to: Person): Promise<ClientEvent[]> {
    const marker = await sendDirect(owner, [to]);
    const events = await queue.untilMessage(marker);
    return events.filter(({ type }) => type !== 'message').map(({ id: _id, ...event }) => event);
  }

  it('is for administrators, and of owners for owners', async () => {
    expectError(await member.client.delete(`/users/${administrator.userId}`), 'Insufficient permission');
    expectError(await member.client.delete(`/users/${member.userId}`), 'Insufficient permission');
    expectError(await owner.client.delete('/users/999999999'), 'No such user');
    expectError(
      await administrator.client.delete(`/users/${owner.userId}`),
      'Must be an organization owner',
      NOT_OWNER,
    );
    expectError(await owner.client.delete(`/users/${owner.userId}`), 'Cannot deactivate the only organization owner');
    expectError(
      await owner.client.delete(`/users/${member.userId}`, { deactivation_notification_comment: 'x'.repeat(2001) }),
      'deactivation_notification_comment is too long (limit: 2000 characters)',
    );
    expectError(await member.client.post(`/users/${member.userId}/reactivate`), 'Insufficient permission');
    expectError(await owner.client.post('/users/999999999/reactivate'), 'No such user');
  });

  it('ends keys, memberships and spans, and reactivation restores them', async () => {
    const gone = await organization.createPerson('Gone');
    const channel = await createChannel(owner, [gone, member], {
      invite_only: true,
      history_public_to_subscribers: true,
    });
    const bot = await gone.client.succeed('POST', '/bots', {
      full_name: unique('Bot'),
      short_name: unique('b').replace(' ', ''),
    });
    const before = await sendToChannel(owner, channel);
    const held = gone.client.get('/events', {
      queue_id: (await TestQueue.register(gone)).id,
      last_event_id: -1,
    });
    const queue = await TestQueue.register(member, { event_types: TYPES });
    const administrators = await TestQueue.register(owner, { event_types: TYPES });
    await administrator.client.succeed('DELETE', `/users/${gone.userId}`);
    await eventually(async () => (await gone.client.get('/users/me')).status === 401, { timeoutMs: 1000, stepMs: 50 });
    // Ended at once, to be asked for again with credentials that are refused then.
    expect((await held).body.events ?? []).toEqual([]);
    expectError(await gone.client.get('/users/me'), 'Account is deactivated', { status: 401, code: 'UNAUTHORIZED' });
    expectError(await owner.client.delete(`/users/${gone.userId}`), 'User is deactivated');
    const seen = await eventsUntilNow(queue, member);
    expect(seen).toEqual([
      { type: 'realm_user', op: 'update', person: { user_id: bot.user_id, is_active: false } },
      { type: 'subscription', op: 'peer_remove', stream_ids: expect.any(Array), user_ids: [gone.userId] },
      { type: 'subscription', op: 'peer_remove', stream_ids: [channel.id], user_ids: [gone.userId] },
      { type: 'realm_user', op: 'update', person: { user_id: gone.userId, is_active: false } },
    ]);
    expect((await eventsUntilNow(administrators, owner)).filter(({ type }) => type === 'realm_bot')).toEqual([]);
    const { subscribers } = await owner.client.succeed('GET', `/streams/${channel.id}/members`);
    expect(subscribers).toEqual([owner.userId, member.userId].sort((a, b) => a - b));
    const missed = await sendToChannel(owner, channel);

    await administrator.client.succeed('POST', `/users/${gone.userId}/reactivate`);
    await administrator.client.succeed('POST', `/users/${gone.userId}/reactivate`);
    const returned = await eventsUntilNow(queue, member);
    expect(returned.slice(0, 3)).toEqual([
      { type: 'realm_user', op: 'update', person: { user_id: gone.userId, is_active: true } },
      { type: 'subscription', op: 'peer_add', stream_ids: expect.any(Array), user_ids: [gone.userId] },
      { type: 'subscription', op: 'peer_add', stream_ids: [channel.id], user_ids: [gone.userId] },
    ]);
    expect(returned.slice(3).every(({ type, op }) => type === 'user_group' && op === 'add_members')).toBe(true);
    expect(returned.slice(3).length).toBe(2);
    const told = await eventsUntilNow(administrators, owner);
    expect(told).toContainEqual({ type: 'realm_export_consent', user_id: gone.userId, consented: false });
    await eventually(async () => (await gone.client.get('/users/me')).status === 200, { timeoutMs: 2000, stepMs: 50 });
    const after = await sendToChannel(owner, channel);
    const messages = await fetchNewest(gone, [['channel', channel.name]]);
    const flags = new Map(messages.map((message: ResponseBody) => [message.id, message.flags]));
    // What was sent meanwhile was not received: it is history to the returned user.
    expect(flags.get(before)).toEqual([]);
    expect(flags.get(missed)).toEqual(['read', 'historical']);
    expect(flags.get(after)).toEqual([]);
  });

  it('leaves no trace in groups, and reactivation announces it everywhere', async () => {
    const creator = await organization.createPerson('Creator');
    const channel = await createChannel(creator, [member]);
    const settingOf = async (): Promise<unknown> => {
      const { streams } = await owner.client.succeed('GET', '/streams', { include_all: true });
      return streams.find((stream: ResponseBody) => stream.stream_id === channel.id).can_administer_channel_group;
    };
    expect(await settingOf()).toEqual({ direct_members: [creator.userId], direct_subgroups: [] });
    await owner.client.succeed('DELETE', `/users/${creator.userId}`);
    expect(await settingOf()).toEqual({ direct_members: [], direct_subgroups: [] });
    const queue = await TestQueue.register(member, { event_types: ['stream', 'message'] });
    await owner.client.succeed('POST', `/users/${creator.userId}/reactivate`);
    expect(await eventsUntilNow(queue, member)).toEqual([
      {
        type: 'stream',
        op: 'update',
        stream_id: channel.id,
        name: channel.name,
        property: 'can_administer_channel_group',
        value: { direct_members: [creator.userId], direct_subgroups: [] },
      },
    ]);
  });

  it('of oneself is refused to the last owner only', async () => {
    const leaver = await organization.createPerson('Leaver');
    await leaver.client.succeed('DELETE', '/users/me');
    expectError(await owner.client.delete('/users/me'), 'Cannot deactivate the only organization owner.', {
      code: 'CANNOT_DEACTIVATE_LAST_USER',
      is_last_owner: true,
      entity: 'organization owner',
    });
    const alone = await createOrganization(cluster);
    expectError(await alone.owner.client.delete('/users/me'), 'Cannot deactivate the only user.', {
      code: 'CANNOT_DEACTIVATE_LAST_USER',
      is_last_owner: false,
      entity: 'user',
    });
  });

  it('of an owner is fine while another is there', async () => {
    const second = await organization.createPerson('Second', 100);
    await owner.client.succeed('DELETE', `/users/${second.userId}`);
    // A deactivated owner does not count.
    expectError(await owner.client.delete(`/users/${owner.userId}`), 'Cannot deactivate the only organization owner');
  });

  it('of a bot whose owner is gone makes it the requester’s', async () => {
    const former = await organization.createPerson('Former');
    const bot = await former.client.succeed('POST', '/bots', {
      full_name: unique('Orphan'),
      short_name: unique('o').replace(' ', ''),
    });
    await owner.client.succeed('DELETE', `/users/${former.userId}`);
    const queue = await TestQueue.register(owner, { event_types: ['realm_bot', 'realm_user', 'message'] });
    await owner.client.succeed('POST', `/users/${bot.user_id}/reactivate`);
    const { user } = await owner.client.succeed('GET', `/users/${bot.user_id}`);
    expect(user).toMatchObject({ is_active: true, bot_owner_id: owner.userId });
    const marker = await sendDirect(administrator, [owner]);
    const events = (await queue.untilMessage(marker)).slice(0, -1).map(({ id: _id, ...event }) => event);
    expect(events).toEqual([
      { type: 'realm_user', op: 'update', person: { user_id: bot.user_id, is_active: true } },
      { type: 'realm_user', op: 'update', person: { user_id: bot.user_id, bot_owner_id: owner.userId } },
    ]);
  });
});
