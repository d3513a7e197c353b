import { Parameters, ResponseBody, TestCluster, sharedCluster } from '@stoa/testing';
import { expectError } from '../support/expectations';
import { SystemGroups, createGroup, listing, systemGroups } from '../support/groups';
import { Organization, createOrganization } from '../support/organizations';
import { Person, unique } from '../support/people';
import { TestQueue, isEvent } from '../support/test-queue';

/** Permission settings of the organization (organization.md 4.3); those of groups are in user-groups. */
describe('permission settings', () => {
  let cluster: TestCluster;
  let organization: Organization;
  let owner: Person;
  let ada: Person;
  let roles: SystemGroups;

  beforeAll(async () => {
    cluster = await sharedCluster();
    organization = await createOrganization(cluster);
    owner = organization.owner;
    ada = await organization.createPerson('Ada');
    roles = await systemGroups(owner);
  });

  const patch = (parameters: Parameters) => owner.client.patch('/realm', parameters);
  const succeed = (parameters: Parameters): Promise<ResponseBody> =>
    owner.client.succeed('PATCH', '/realm', parameters);
  const value = async (name: string): Promise<unknown> =>
    (await ada.client.succeed('POST', '/register', { fetch_event_types: ['realm'] }))[`realm_${name}`];

  const OTHERS: Record<string, string> = {
    can_access_all_users_group: 'role:members',
    can_create_web_public_channel_group: 'role:administrators',
  };
  const SETTINGS = [
    'can_access_all_users_group',
    'can_add_custom_emoji_group',
    'can_add_subscribers_group',
    'can_create_bots_group',
    'can_create_write_only_bots_group',
    'can_create_groups',
    'can_create_public_channel_group',
    'can_create_private_channel_group',
    'can_create_web_public_channel_group',
    'can_delete_any_message_group',
    'can_delete_own_message_group',
    'can_invite_users_group',
    'create_multiuse_invite_group',
    'can_manage_all_groups',
    'can_manage_billing_group',
    'can_mention_many_users_group',
    'can_move_messages_between_channels_group',
    'can_move_messages_between_topics_group',
    'can_resolve_topics_group',
    'can_set_delete_message_policy_group',
    'can_set_topics_policy_group',
    'can_summarize_topics_group',
    'direct_message_initiator_group',
    'direct_message_permission_group',
    'workplace_users_group',
  ];

  it.each(SETTINGS)('%s changes, with its event', async (name) => {
    const queue = await TestQueue.register(ada, { event_types: ['realm'] });
    const old = await value(name);
    const wanted = roles[OTHERS[name] ?? 'role:fullmembers'];
    expect(await succeed({ [name]: { new: wanted, old } })).toMatchObject({ [name]: wanted });
    expect(await queue.next(isEvent('realm'))).toMatchObject({
      op: 'update_dict',
      property: 'default',
      data: { [name]: wanted },
    });
    expect(await value(name)).toBe(wanted);
    expect(await succeed({ [name]: { new: wanted } })).not.toHaveProperty(name);
    expectError(await patch({ [name]: { new: roles['role:internet'] } }), refusal(name, 'role:internet'));
    await succeed({ [name]: { new: old } });
  });

  function refusal(name: string, group: string): string {
    return `'${name}' setting cannot be set to '${group}' group.`;
  }

  it('takes lists of users and groups, in every order, and drops them again', async () => {
    const name = 'can_add_custom_emoji_group';
    const { id: team } = await createGroup(ada);
    const list = { direct_members: [ada.userId, owner.userId], direct_subgroups: [team] };
    const normal = listing([owner, ada], [team]);
    expect(await succeed({ [name]: { new: list } })).toMatchObject({ [name]: normal });
    expect(await value(name)).toEqual(normal);
    expect(await succeed({ [name]: { new: normal, old: list } })).not.toHaveProperty(name);
    await succeed({ [name]: { new: listing([ada]), old: normal } });
    expect(await value(name)).toEqual(listing([ada]));
    await succeed({ [name]: { new: listing([], [team]), old: listing([ada]) } });
    expect(await value(name)).toBe(team);
    await succeed({ [name]: { new: listing([]) } });
    expect(await value(name)).toBe(roles['role:nobody']);
    const { user_groups: groups } = await ada.client.succeed('GET', '/user_groups');
    expect(groups.every((group: ResponseBody) => group.name !== null && group.name !== '')).toBe(true);
  });

  it('refuses groups that a setting does not allow', async () => {
    const { id: team } = await createGroup(ada);
    const { id: retired } = await createGroup(ada);
    await ada.client.succeed('POST', `/user_groups/${retired}/deactivate`);
    const refused = async (name: string, wanted: unknown, msg: string, extra = {}) => {
      const before = await value(name);
      expectError(await patch({ [name]: { new: wanted } }), msg, extra);
      expect(await value(name)).toEqual(before);
    };
    const required = (name: string) => ({ code: 'SYSTEM_GROUP_REQUIRED', setting_name: name });
    const access = 'can_access_all_users_group';
    const webPublic = 'can_create_web_public_channel_group';
    await refused(access, team, `'${access}' must be a system user group.`, required(access));
    await refused(access, listing([ada]), `'${access}' must be a system user group.`, required(access));
    await refused(webPublic, team, `'${webPublic}' must be a system user group.`, required(webPublic));
    await refused(access, roles['role:moderators'], refusal(access, 'role:moderators'));
    await refused(access, roles['role:nobody'], refusal(access, 'role:nobody'));
    await refused(webPublic, roles['role:members'], refusal(webPublic, 'role:members'));
    await refused('can_manage_all_groups', roles['role:nobody'], refusal('can_manage_all_groups', 'role:nobody'));
    await refused('can_manage_all_groups', listing([]), refusal('can_manage_all_groups', 'role:nobody'));
    await refused('can_create_groups', roles['role:everyone'], refusal('can_create_groups', 'role:everyone'));
    await refused('can_create_groups', 999_999_999, 'Invalid user group');
    await refused('can_create_groups', retired, 'User group is deactivated.');
    await refused('can_create_groups', listing([ada], [retired]), 'User group is deactivated.');
    await refused(
      'can_create_groups',
      { direct_members: [ada.userId], direct_subgroups: [999_999_999] },
      'Invalid user group ID: 999999999',
    );
    await refused(
      'can_create_groups',
      { direct_members: [999_999_999], direct_subgroups: [] },
      'Invalid user ID: 999999999',
    );
    expectError(await patch({ can_create_groups: {} }), 'can_create_groups["new"] field is missing: Field required');
    expectError(
      await patch({ can_create_groups: { new: roles['role:internet'], old: roles['role:nobody'] } }),
      "'old' value does not match the expected value.",
      { code: 'EXPECTATION_MISMATCH', field_name: 'old' },
    );
  });

  it('decides at once who may do something', async () => {
    const create = () =>
      ada.client.post('/user_groups/create', { name: unique('permitted'), description: '', members: [] });
    expect((await create()).status).toBe(200);
    await succeed({ can_create_groups: { new: listing([owner]) } });
    expectError(await create(), 'Insufficient permission');
    await succeed({ can_create_groups: { new: listing([owner, ada]) } });
    expect((await create()).status).toBe(200);
    await succeed({ can_create_groups: { new: roles['role:members'] } });
  });
});
