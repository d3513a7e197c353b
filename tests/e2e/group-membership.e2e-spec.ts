import { Parameters, ResponseBody, TestCluster, sharedCluster } from '@stoa/testing';
import { expectError } from '../support/expectations';
import { SystemGroups, createGroup, listing, systemGroups } from '../support/groups';
import { fetchNewest } from '../support/messages';
import { Organization, createOrganization } from '../support/organizations';
import { Person, unique } from '../support/people';
import { TestQueue, isEvent } from '../support/test-queue';

describe('membership of user groups', () => {
  let cluster: TestCluster;
  let organization: Organization;
  let owner: Person;
  let ada: Person;
  let bob: Person;
  let eve: Person;
  let guest: Person;
  let roles: SystemGroups;

  beforeAll(async () => {
    cluster = await sharedCluster();
    organization = await createOrganization(cluster);
    owner = organization.owner;
    ada = await organization.createPerson('Ada');
    bob = await organization.createPerson('Bob');
    eve = await organization.createPerson('Eve');
    guest = await organization.createPerson('Guest', 600);
    roles = await systemGroups(owner);
  });

  const members = (by: Person, id: number, parameters: Parameters) =>
    by.client.post(`/user_groups/${id}/members`, parameters);
  const subgroups = (by: Person, id: number, parameters: Parameters) =>
    by.client.post(`/user_groups/${id}/subgroups`, parameters);
  const succeed = (by: Person, id: number, parameters: Parameters) =>
    by.client.succeed('POST', `/user_groups/${id}/members`, parameters);
  const listed = async (id: number, parameters: Parameters = {}): Promise<number[]> =>
    (await ada.client.succeed('GET', `/user_groups/${id}/members`, parameters)).members;
  const ids = (...people: Person[]) => people.map(({ userId }) => userId).sort((a, b) => a - b);

  it('changes with events, and messages to who is concerned', async () => {
    const { id, name } = await createGroup(ada, [guest]);
    const [queue, bobs] = await Promise.all([
      TestQueue.register(eve, { event_types: ['user_group'] }),
      TestQueue.register(bob, { event_types: ['message'] }),
    ]);
    await succeed(ada, id, { add: [bob.userId, ada.userId, bob.userId], delete: [guest.userId] });
    expect(await queue.until(isEvent('user_group', 'remove_members'))).toMatchObject([
      { op: 'add_members', group_id: id, user_ids: ids(ada, bob) },
      { op: 'remove_members', group_id: id, user_ids: [guest.userId] },
    ]);
    expect(await listed(id)).toEqual(ids(ada, bob));
    const { message } = await bobs.next(isEvent('message'));
    expect(message).toMatchObject({ type: 'private', sender_full_name: 'Notification Bot', client: 'Internal' });
    const raw = { apply_markdown: false };
    expect((await fetchNewest(bob, [['is', 'dm']], raw)).at(-1)?.content).toBe(
      `@_**${ada.fullName}|${ada.userId}** added you to the group @_*${name}*.`,
    );
    expect((await fetchNewest(guest, [['is', 'dm']], raw)).at(-1)?.content).toBe(
      `@_**${ada.fullName}|${ada.userId}** removed you from the group @_*${name}*.`,
    );
    expect(await fetchNewest(ada, [['is', 'dm']], raw)).toEqual([]);
  });

  it('is read directly and through subgroups', async () => {
    const { id: bottom } = await createGroup(ada, [eve]);
    const { id: middle } = await createGroup(ada, [bob], { subgroups: [bottom] });
    const { id: top } = await createGroup(ada, [ada], { subgroups: [middle] });
    expect(await listed(top)).toEqual(ids(ada, bob, eve));
    expect(await listed(top, { direct_member_only: true })).toEqual(ids(ada));
    expect(await listed(roles['role:everyone'] ?? 0)).toEqual(ids(owner, ada, bob, eve, guest));
    const below = async (parameters: Parameters = {}): Promise<number[]> =>
      (await ada.client.succeed('GET', `/user_groups/${top}/subgroups`, parameters)).subgroups;
    expect(await below()).toEqual([bottom, middle]);
    expect(await below({ direct_subgroup_only: true })).toEqual([middle]);
    const isMember = async (person: Person, parameters: Parameters = {}): Promise<boolean> =>
      (await ada.client.succeed('GET', `/user_groups/${top}/members/${person.userId}`, parameters))
        .is_user_group_member;
    expect(await isMember(eve)).toBe(true);
    expect(await isMember(eve, { direct_member_only: true })).toBe(false);
    expect(await isMember(owner)).toBe(false);
  });

  it('cannot be read of groups and people that there are not', async () => {
    const { id } = await createGroup(ada);
    for (const path of ['members', 'subgroups', `members/${bob.userId}`]) {
      expectError(await ada.client.get(`/user_groups/999999999/${path}`), 'Invalid user group');
      expectError(await guest.client.get(`/user_groups/${id}/${path}`), 'Not allowed for guest users');
    }
    expectError(await ada.client.get(`/user_groups/${id}/members/999999999`), 'No such user');
    await ada.client.succeed('POST', `/user_groups/${id}/deactivate`);
    for (const path of ['members', 'subgroups', `members/${bob.userId}`]) {
      expectError(await ada.client.get(`/user_groups/${id}/${path}`), 'User group is deactivated.');
    }
  });

  it('follows the permissions of the group', async () => {
    const { id } = await createGroup(ada, [], {
      can_add_members_group: listing([bob]),
      can_join_group: listing([eve]),
      can_remove_members_group: listing([bob]),
    });
    expectError(await members(eve, id, { add: [bob.userId] }), 'Insufficient permission');
    expectError(await members(eve, id, { add: [eve.userId, bob.userId] }), 'Insufficient permission');
    await succeed(eve, id, { add: [eve.userId] });
    await succeed(bob, id, { add: [guest.userId] });
    await succeed(owner, id, { add: [owner.userId] });
    expectError(await members(eve, id, { delete: [guest.userId] }), 'Insufficient permission');
    await succeed(eve, id, { delete: [eve.userId] });
    await succeed(bob, id, { delete: [guest.userId] });
    expect(await listed(id)).toEqual([owner.userId]);
    await ada.client.succeed('PATCH', `/user_groups/${id}`, { can_leave_group: { new: roles['role:nobody'] } });
    await succeed(bob, id, { add: [eve.userId] });
    expectError(await members(eve, id, { delete: [eve.userId] }), 'Insufficient permission');
    expectError(await subgroups(eve, id, { add: [roles['role:members']] }), 'Insufficient permission');
    await bob.client.succeed('POST', `/user_groups/${id}/subgroups`, { add: [roles['role:moderators']] });
    expectError(await subgroups(bob, id, { delete: [roles['role:moderators']] }), 'Insufficient permission');
    await ada.client.succeed('POST', `/user_groups/${id}/subgroups`, { delete: [roles['role:moderators']] });
  });

  it('changes as a whole or not at all', async () => {
    const { id } = await createGroup(ada, [bob]);
    expectError(
      await members(ada, id, { add: [eve.userId], delete: [guest.userId] }),
      `There is no member '${guest.userId}' in this user group`,
    );
    expect(await listed(id)).toEqual([bob.userId]);
  });

  it('refuses what the reference refuses', async () => {
    const { id } = await createGroup(ada, [bob]);
    const { id: inner } = await createGroup(ada);
    const { id: retired } = await createGroup(ada);
    await ada.client.succeed('POST', `/user_groups/${retired}/deactivate`);
    await ada.client.succeed('POST', `/user_groups/${id}/subgroups`, { add: [inner] });
    expectError(
      await members(ada, id, {}),
      'Nothing to do. Specify at least one of "add", "delete", "add_subgroups" or "delete_subgroups".',
    );
    expectError(await subgroups(ada, id, {}), 'Nothing to do. Specify at least one of "add" or "delete".');
    expectError(await members(ada, 999_999_999, { add: [eve.userId] }), 'Invalid user group');
    expectError(await members(owner, roles['role:members'] ?? 0, { add: [eve.userId] }), 'Insufficient permission');
    expectError(await members(guest, id, { add: [eve.userId] }), 'Not allowed for guest users');
    expectError(await members(ada, id, { add: [999_999_999] }), 'Invalid user ID: 999999999');
    expectError(await members(ada, id, { add: [bob.userId] }), `User ${bob.userId} is already a member of this group`);
    expectError(await members(eve, id, { delete: [999_999_999] }), 'Invalid user ID: 999999999');
    expectError(
      await members(ada, id, { delete: [eve.userId] }),
      `There is no member '${eve.userId}' in this user group`,
    );
    expectError(await subgroups(ada, id, { add: [999_999_999] }), 'Invalid user group ID: 999999999');
    expectError(await subgroups(ada, id, { add: [retired] }), 'User group is deactivated.');
    expectError(await subgroups(ada, id, { add: [inner] }), `User group ${inner} is already a subgroup of this group.`);
    expectError(
      await subgroups(ada, inner, { add: [id] }),
      `User group ${inner} is already a subgroup of one of the passed subgroups.`,
    );
    expectError(
      await members(ada, id, { add_subgroups: [id] }),
      `User group ${id} is already a subgroup of one of the passed subgroups.`,
    );
    expectError(await subgroups(ada, inner, { delete: [id] }), `User group ${id} is not a subgroup of this group.`);
    expectError(await subgroups(ada, id, { delete: [retired] }), 'User group is deactivated.');
  });

  it('changes in deactivated groups too', async () => {
    const { id } = await createGroup(ada);
    await ada.client.succeed('POST', `/user_groups/${id}/deactivate`);
    await succeed(ada, id, { add: [bob.userId], add_subgroups: [roles['role:owners']] });
    const { user_groups: groups } = await ada.client.succeed('GET', '/user_groups', {
      include_deactivated_groups: true,
    });
    expect(groups.find((group: ResponseBody) => group.id === id)).toMatchObject({
      members: [bob.userId],
      direct_subgroup_ids: [roles['role:owners']],
    });
  });

  it('opens and closes private channels that the group gives access to', async () => {
    const { id } = await createGroup(ada);
    const { id: above } = await createGroup(ada, [], { subgroups: [id] });
    const name = unique('secret');
    await ada.client.succeed('POST', '/users/me/subscriptions', {
      subscriptions: [{ name }],
      principals: [ada.userId, guest.userId],
      invite_only: true,
      can_subscribe_group: above,
    });
    const types = ['user_group', 'stream', 'subscription'];
    const [bobs, eves, guests] = await Promise.all(
      [bob, eve, guest].map((person) => TestQueue.register(person, { event_types: types })),
    );
    await succeed(ada, id, { add: [bob.userId, guest.userId] });
    const gained = await bobs!.until(isEvent('subscription', 'peer_add'));
    expect(gained.map(({ type, op }) => `${type}/${op}`)).toEqual([
      'user_group/add_members',
      'stream/create',
      'subscription/peer_add',
    ]);
    expect(gained[1].streams).toMatchObject([{ name, can_subscribe_group: above, subscriber_count: 0 }]);
    expect(gained[2]).toMatchObject({ user_ids: ids(ada, guest), stream_ids: [gained[1].streams[0].stream_id] });
    await succeed(ada, id, { delete: [bob.userId, guest.userId] });
    const lost = await bobs!.until(isEvent('stream', 'delete'));
    expect(lost.map(({ type, op }) => `${type}/${op}`)).toEqual(['user_group/remove_members', 'stream/delete']);
    for (const queue of [eves!, guests!]) {
      const events = await queue.until(isEvent('user_group', 'remove_members'));
      expect(events.map(({ type, op }) => `${type}/${op}`)).toEqual([
        'user_group/add_members',
        'user_group/remove_members',
      ]);
    }
  });
});
