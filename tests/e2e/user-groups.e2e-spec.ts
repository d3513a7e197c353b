import { Parameters, ResponseBody, TestCluster, sharedCluster } from '@stoa/testing';
import { ErrorFields, expectError } from '../support/expectations';
import { SystemGroups, createGroup, listing, systemGroups } from '../support/groups';
import { Organization, createOrganization } from '../support/organizations';
import { Person, unique } from '../support/people';
import { statementsOf } from '../support/statements';
import { TestQueue, isEvent } from '../support/test-queue';

const HIDES_DEACTIVATED = { event_types: ['user_group'], client_capabilities: {} };
const SHOWS_DEACTIVATED = {
  event_types: ['user_group'],
  client_capabilities: { include_deactivated_groups: true },
};

describe('user groups', () => {
  let cluster: TestCluster;
  let organization: Organization;
  let owner: Person;
  let ada: Person;
  let bob: Person;
  let guest: Person;
  let roles: SystemGroups;

  beforeAll(async () => {
    cluster = await sharedCluster();
    organization = await createOrganization(cluster);
    owner = organization.owner;
    ada = await organization.createPerson('Ada');
    bob = await organization.createPerson('Bob');
    guest = await organization.createPerson('Guest', 600);
    roles = await systemGroups(owner);
  });

  const all = async (person: Person, parameters: Parameters = {}): Promise<ResponseBody[]> =>
    (await person.client.succeed('GET', '/user_groups', parameters)).user_groups;
  const one = async (id: number): Promise<ResponseBody> =>
    (await all(ada, { include_deactivated_groups: true })).find((group) => group.id === id);
  const patch = (by: Person, id: number, parameters: Parameters) => by.client.patch(`/user_groups/${id}`, parameters);

  describe('creating', () => {
    it('gives the creator what the defaults say, and tells everybody', async () => {
      const other = await createGroup(bob);
      const queue = await TestQueue.register(guest, SHOWS_DEACTIVATED);
      const { id, name } = await createGroup(ada, [bob, guest], { subgroups: [other.id, other.id] });
      const expected = {
        id,
        name,
        description: 'what for',
        creator_id: ada.userId,
        date_created: expect.any(Number),
        members: [bob.userId, guest.userId].sort((a, b) => a - b),
        direct_subgroup_ids: [other.id],
        is_system_group: false,
        deactivated: false,
        can_add_members_group: listing([ada]),
        can_manage_group: listing([ada]),
        can_join_group: roles['role:nobody'],
        can_leave_group: roles['role:everyone'],
        can_mention_group: roles['role:everyone'],
        can_remove_members_group: roles['role:nobody'],
      };
      expect(await one(id)).toEqual(expected);
      const added = await queue.next((event) => isEvent('user_group', 'add')(event) && event.group.id === id);
      expect(added.group).toEqual({ ...expected, direct_subgroup_ids: [] });
      expect(await queue.next(isEvent('user_group', 'add_subgroups'))).toMatchObject({
        group_id: id,
        direct_subgroup_ids: [other.id],
      });
    });

    it('takes settings, in their normal form', async () => {
      const { id: team } = await createGroup(ada);
      const { id } = await createGroup(ada, [], {
        can_manage_group: listing([], [team]),
        can_join_group: { direct_members: [bob.userId, ada.userId, bob.userId], direct_subgroups: [team] },
        can_leave_group: listing([]),
        can_mention_group: roles['role:members'],
      });
      expect(await one(id)).toMatchObject({
        can_manage_group: team,
        can_join_group: listing([ada, bob], [team]),
        can_leave_group: roles['role:nobody'],
        can_mention_group: roles['role:members'],
      });
    });

    it.each<[string, () => Parameters, string, ErrorFields?]>([
      ['a blank name', () => ({ name: '  ' }), "User group name can't be empty!"],
      ['a long name', () => ({ name: 'x'.repeat(101) }), 'User group name cannot exceed 100 characters.'],
      ['a reserved prefix', () => ({ name: 'role:x' }), "User group name cannot start with 'role:'."],
      ['an unknown member', () => ({ members: [999_999_999] }), 'Invalid user ID: 999999999'],
      ['an unknown subgroup', () => ({ subgroups: [999_999_999] }), 'Invalid user group ID: 999999999'],
      ['an unknown group as value', () => ({ can_join_group: 999_999_999 }), 'Invalid user group'],
      [
        'everyone as managers',
        () => ({ can_manage_group: roles['role:everyone'] }),
        "'can_manage_group' setting cannot be set to 'role:everyone' group.",
      ],
      [
        'owners as who may mention',
        () => ({ can_mention_group: roles['role:owners'] }),
        "'can_mention_group' setting cannot be set to 'role:owners' group.",
      ],
      [
        'the internet as who may mention',
        () => ({ can_mention_group: roles['role:internet'] }),
        "'can_mention_group' setting cannot be set to 'role:internet' group.",
      ],
      [
        'an unknown user in a value',
        () => ({ can_join_group: { direct_members: [999_999_999], direct_subgroups: [] } }),
        'Invalid user ID: 999999999',
      ],
      [
        'an unknown group in a value',
        () => ({ can_join_group: { direct_members: [ada.userId], direct_subgroups: [999_999_999] } }),
        'Invalid user group ID: 999999999',
      ],
      ['half a value', () => ({ can_join_group: { direct_members: [] } }), 'can_join_group["int"] is not an integer'],
      [
        'no members',
        () => ({ members: undefined }),
        "Missing 'members' argument",
        { code: 'REQUEST_VARIABLE_MISSING', var_name: 'members' },
      ],
    ])('refuses %s', async (_what, parameters, msg, extra = {}) => {
      const response = await ada.client.post('/user_groups/create', {
        name: unique('refused'),
        description: '',
        members: [],
        ...parameters(),
      });
      expectError(response, msg, extra);
    });

    it('refuses names that are taken, also by deactivated groups', async () => {
      const { id, name } = await createGroup(ada);
      const create = () => ada.client.post('/user_groups/create', { name, description: '', members: [] });
      expectError(await create(), `User group '${name}' already exists.`);
      await ada.client.succeed('POST', `/user_groups/${id}/deactivate`);
      expectError(await create(), `User group '${name}' already exists.`);
    });

    it('is not for guests, nor for whom the organization denies it', async () => {
      const small = await createOrganization(cluster);
      const member = await small.createPerson('Member');
      const { 'role:administrators': administrators } = await systemGroups(small.owner);
      await small.owner.client.succeed('PATCH', '/realm', { can_create_groups: { new: administrators } });
      const request = { name: unique('denied'), description: '', members: [] };
      expectError(await member.client.post('/user_groups/create', request), 'Insufficient permission');
      expectError(await guest.client.post('/user_groups/create', request), 'Not allowed for guest users');
      await small.owner.client.succeed('POST', '/user_groups/create', request);
    });
  });

  describe('updating', () => {
    it('changes properties and settings with one event each', async () => {
      const { id } = await createGroup(ada, [bob]);
      const queue = await TestQueue.register(bob, HIDES_DEACTIVATED);
      const name = unique('renamed');
      await ada.client.succeed('PATCH', `/user_groups/${id}`, {
        name,
        description: 'other',
        can_join_group: { new: roles['role:members'], old: roles['role:nobody'] },
        can_manage_group: { new: listing([bob, ada]), old: listing([ada]) },
        can_leave_group: { new: roles['role:everyone'] },
      });
      const changes = [];
      for (let count = 0; count < 4; count++) changes.push((await queue.next(isEvent('user_group', 'update'))).data);
      expect(changes).toEqual([
        { name },
        { description: 'other' },
        { can_join_group: roles['role:members'] },
        { can_manage_group: listing([ada, bob]) },
      ]);
      expect(await one(id)).toMatchObject(Object.assign({}, ...changes));
      await bob.client.succeed('PATCH', `/user_groups/${id}`, {
        can_manage_group: { new: roles['role:administrators'] },
      });
      expectError(await patch(bob, id, { name: unique('late') }), 'Insufficient permission');
    });

    it('refuses what the reference refuses', async () => {
      const { id } = await createGroup(ada);
      const { name: taken } = await createGroup(bob);
      expectError(await patch(ada, id, {}), 'No new data supplied');
      expectError(await patch(ada, 999_999_999, { name: 'x' }), 'Invalid user group');
      expectError(await patch(bob, id, { name: 'x' }), 'Insufficient permission');
      expectError(await patch(owner, roles['role:members'] ?? 0, { description: 'x' }), 'Insufficient permission');
      expectError(await patch(guest, id, { name: 'x' }), 'Not allowed for guest users');
      expectError(await patch(ada, id, { name: taken }), `User group '${taken}' already exists.`);
      expectError(await patch(ada, id, { name: '' }), "User group name can't be empty!");
      expectError(
        await patch(ada, id, { can_join_group: {} }),
        'can_join_group["new"] field is missing: Field required',
      );
      expectError(
        await patch(ada, id, { can_join_group: { new: 1, old: roles['role:members'] } }),
        "'old' value does not match the expected value.",
        { code: 'EXPECTATION_MISMATCH', field_name: 'old' },
      );
      expectError(
        await patch(ada, id, { can_manage_group: { new: roles['role:internet'] } }),
        "'can_manage_group' setting cannot be set to 'role:internet' group.",
      );
    });

    it('is open to who may manage all groups', async () => {
      const { id } = await createGroup(ada);
      await owner.client.succeed('PATCH', `/user_groups/${id}`, { description: 'by the owner' });
      expect(await one(id)).toMatchObject({ description: 'by the owner' });
    });
  });

  describe('deactivating', () => {
    it('hides the group from clients that do not know such groups, until it is active again', async () => {
      const { id } = await createGroup(ada, [bob]);
      const [hiding, showing] = await Promise.all([
        TestQueue.register(bob, HIDES_DEACTIVATED),
        TestQueue.register(bob, SHOWS_DEACTIVATED),
      ]);
      const name = unique('retired');
      await ada.client.succeed('POST', `/user_groups/${id}/deactivate`);
      await ada.client.succeed('PATCH', `/user_groups/${id}`, { name });
      await ada.client.succeed('PATCH', `/user_groups/${id}`, { deactivated: true });
      expect((await all(ada)).map((group) => group.id)).not.toContain(id);
      expect(await one(id)).toMatchObject({ deactivated: true, name });
      await ada.client.succeed('PATCH', `/user_groups/${id}`, { deactivated: false });
      const hidden = await hiding.until(isEvent('user_group', 'add'));
      expect(hidden.map(({ op }) => op)).toEqual(['remove', 'add']);
      expect(hidden[1].group).toEqual(await one(id));
      const shown = await showing.until((event) => event.data?.deactivated === false);
      expect(shown.map(({ data }) => data)).toEqual([{ deactivated: true }, { name }, { deactivated: false }]);
    });

    it('tells what still uses the group', async () => {
      const { id } = await createGroup(ada, [bob]);
      const { id: above } = await createGroup(ada, [], { subgroups: [id] });
      const { id: managed } = await createGroup(ada, [], { can_join_group: listing([bob], [id]) });
      await owner.client.succeed('PATCH', '/realm', { can_add_custom_emoji_group: { new: id } });
      const channel = unique('restricted');
      await ada.client.succeed('POST', '/users/me/subscriptions', {
        subscriptions: [{ name: channel }],
        can_send_message_group: id,
      });
      const { streams } = await ada.client.succeed('GET', '/streams');
      const channelId = streams.find((stream: ResponseBody) => stream.name === channel).stream_id;
      const deactivate = () => ada.client.post(`/user_groups/${id}/deactivate`);
      expectError(await deactivate(), 'Cannot deactivate user group in use.', {
        code: 'CANNOT_DEACTIVATE_GROUP_IN_USE',
        objections: [
          { type: 'subgroup', supergroup_ids: [above] },
          { type: 'channel', channel_id: channelId, settings: ['can_send_message_group'] },
          { type: 'user_group', group_id: managed, settings: ['can_join_group'] },
          { type: 'realm', settings: ['can_add_custom_emoji_group'] },
        ],
      });
      await owner.client.succeed('PATCH', '/realm', { can_add_custom_emoji_group: { new: roles['role:members'] } });
      await ada.client.succeed('POST', `/user_groups/${above}/subgroups`, { delete: [id] });
      expect((await deactivate()).body.objections).toHaveLength(2);
    });

    it('refuses what the reference refuses', async () => {
      const { id } = await createGroup(ada);
      const deactivate = (by: Person, groupId = id) => by.client.post(`/user_groups/${groupId}/deactivate`);
      expectError(await deactivate(bob), 'Insufficient permission');
      expectError(await deactivate(owner, roles['role:nobody']), 'Insufficient permission');
      expectError(await deactivate(owner, 999_999_999), 'Invalid user group');
      expectError(await deactivate(guest), 'Not allowed for guest users');
      expect((await deactivate(ada)).status).toBe(200);
      expectError(await deactivate(ada), 'User group is deactivated.');
    });
  });

  it('are listed by id, system groups first, as a registration gives them', async () => {
    const groups = await all(ada, { include_deactivated_groups: true });
    const ids = groups.map((group) => group.id);
    expect(ids).toEqual([...ids].sort((a, b) => a - b));
    expect(groups[0]).toMatchObject({ name: 'role:nobody', is_system_group: true, creator_id: null, members: [] });
    const { realm_user_groups: registered } = await ada.client.succeed('POST', '/register', {
      fetch_event_types: ['realm_user_groups'],
      client_capabilities: { include_deactivated_groups: true },
    });
    expect(registered).toEqual(groups);
    expectError(await guest.client.get('/user_groups'), 'Not allowed for guest users');
  });

  it('are read by a number of statements that does not grow', async () => {
    const { id } = await createGroup(ada, [bob]);
    const reads = [
      () => all(ada, { include_deactivated_groups: true }),
      () => ada.client.succeed('GET', `/user_groups/${id}/members`),
      () => ada.client.succeed('GET', `/user_groups/${id}/subgroups`),
    ];
    for (const read of reads) {
      await read();
      const few = await statementsOf(cluster, read);
      for (let count = 0; count < 4; count++) await createGroup(ada, [bob, ada], { subgroups: [id] });
      // The first read afterwards takes in all changes, of any size.
      await read();
      expect(await statementsOf(cluster, read)).toBe(few);
    }
  });
});
