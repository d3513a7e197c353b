import { Parameters, ResponseBody, TestCluster, eventually, sharedCluster } from '@stoa/testing';
import { ErrorFields, expectError } from '../support/expectations';
import { SystemGroups, systemGroups } from '../support/groups';
import { fetchNewest } from '../support/messages';
import { Organization, createOrganization } from '../support/organizations';
import { Person, unique } from '../support/people';
import { TestQueue, isEvent } from '../support/test-queue';

describe('settings of an organization', () => {
  let cluster: TestCluster;
  let organization: Organization;
  let owner: Person;
  let administrator: Person;
  let member: Person;
  let roles: SystemGroups;

  beforeAll(async () => {
    cluster = await sharedCluster();
    organization = await createOrganization(cluster);
    owner = organization.owner;
    administrator = await organization.createPerson('Administrator', 200);
    member = await organization.createPerson('Member');
    roles = await systemGroups(owner);
  });

  const patch = (by: Person, parameters: Parameters) => by.client.patch('/realm', parameters);
  const registered = (by: Person): Promise<ResponseBody> =>
    by.client.succeed('POST', '/register', { fetch_event_types: ['realm'] });
  const channelOf = async (isPrivate: boolean): Promise<number> => {
    const name = unique('special');
    const subscriptions = [{ name }];
    await administrator.client.succeed('POST', '/users/me/subscriptions', { subscriptions, invite_only: isPrivate });
    const { streams } = await administrator.client.succeed('GET', '/streams', { include_all: true });
    return streams.find((stream: ResponseBody) => stream.name === name).stream_id;
  };

  it.each<[string, Exclude<Parameters[string], undefined>, unknown, unknown]>([
    ['name', 'Another name', 'updated', 'Another name'],
    ['description', 'Very *good*', 'updated', 'Very *good*'],
    ['org_type', 40, 40, 40],
    ['default_language', 'de', 'updated', 'de'],
    ['default_code_block_language', 'python', 'updated', 'python'],
    ['welcome_message_custom_text', 'Hello', 'updated', 'Hello'],
    ['send_welcome_emails', false, false, false],
    ['digest_emails_enabled', true, true, true],
    ['digest_weekday', 0, 0, 0],
    ['message_content_allowed_in_email_notifications', false, false, false],
    ['inline_image_preview', false, false, false],
    ['inline_url_embed_preview', true, true, true],
    ['allow_message_editing', false, false, false],
    ['message_content_edit_limit_seconds', 60, 60, 60],
    ['message_content_delete_limit_seconds', '"unlimited"', null, null],
    ['move_messages_within_stream_limit_seconds', 60, 60, 60],
    ['move_messages_between_streams_limit_seconds', 120, 120, 120],
    ['message_edit_history_visibility_policy', 'moves', 2, 'moves'],
    ['topics_policy', 'disable_empty_topic', 3, 'disable_empty_topic'],
    ['message_retention_days', 30, 30, 30],
    ['enable_read_receipts', true, true, true],
    ['enable_guest_user_indicator', false, false, false],
    ['enable_guest_user_dm_warning', false, false, false],
    ['enable_spectator_access', true, true, true],
    ['want_advertise_in_communities_directory', true, true, true],
    ['name_changes_disabled', true, true, true],
    ['email_changes_disabled', true, true, true],
    ['avatar_changes_disabled', true, true, true],
    ['require_unique_names', true, true, true],
    ['invite_required', true, true, true],
    ['emails_restricted_to_domains', true, true, true],
    ['disallow_disposable_email_addresses', false, false, false],
    ['waiting_period_threshold', 0, undefined, 0],
    ['video_chat_provider', 0, 0, 0],
    ['jitsi_server_url', '"https://meet.example"', 'updated', 'https://meet.example'],
    ['gif_rating_policy', 3, 3, 3],
    ['media_preview_size', 150, 150, 150],
    ['default_avatar_source', 'J', 'updated', 'J'],
    ['send_channel_events_messages', false, false, false],
    ['require_second_factor', true, true, true],
    ['require_e2ee_push_notifications', true, true, true],
  ])('%s can be set to %s', async (name, value, reported, stored) => {
    const queue = await TestQueue.register(member, { event_types: ['realm'] });
    const { result: _result, msg: _msg, ...report } = await owner.client.succeed('PATCH', '/realm', { [name]: value });
    expect(report).toEqual(reported === undefined ? {} : { [name]: reported });
    expect(await registered(member)).toMatchObject({ [`realm_${name}`]: stored });
    if (reported === undefined) return;
    const event = await queue.next(isEvent('realm'));
    const isDict = [
      ...['allow_message_editing', 'description', 'message_content_edit_limit_seconds', 'topics_policy'],
    ].includes(name);
    expect(event).toMatchObject(
      isDict
        ? { op: 'update_dict', property: 'default', data: { [name]: stored } }
        : { op: 'update', property: name, value: stored },
    );
    if (name === 'topics_policy') expect(event.data).toEqual({ topics_policy: stored, mandatory_topics: true });
    const {
      result: _again,
      msg: _text,
      ...repeated
    } = await owner.client.succeed('PATCH', '/realm', { [name]: value });
    expect(repeated).toEqual(
      ['org_type', 'message_edit_history_visibility_policy', 'topics_policy'].includes(name) ? report : {},
    );
  });

  it('tells of the limits first, in an order of its own', async () => {
    const queue = await TestQueue.register(member, { event_types: ['realm'] });
    await owner.client.succeed('PATCH', '/realm', {
      name: unique('Limits'),
      move_messages_between_streams_limit_seconds: 71,
      message_content_edit_limit_seconds: 72,
      message_content_delete_limit_seconds: 73,
    });
    const events = await queue.until((event) => event.property === 'name');
    expect(events.map(({ property, data }) => (property === 'default' ? Object.keys(data)[0] : property))).toEqual([
      'message_content_delete_limit_seconds',
      'message_content_edit_limit_seconds',
      'move_messages_between_streams_limit_seconds',
      'name',
    ]);
  });

  it('goes back to no limit, no server and no channel', async () => {
    await owner.client.succeed('PATCH', '/realm', { message_content_edit_limit_seconds: 5, message_retention_days: 5 });
    const report = await owner.client.succeed('PATCH', '/realm', {
      message_content_edit_limit_seconds: '"unlimited"',
      message_retention_days: '"unlimited"',
      jitsi_server_url: '"default"',
      new_stream_announcements_stream_id: -7,
    });
    expect(report).toMatchObject({
      message_content_edit_limit_seconds: null,
      message_retention_days: -1,
      new_stream_announcements_stream_id: -1,
    });
    expect(await registered(member)).toMatchObject({
      realm_message_content_edit_limit_seconds: null,
      realm_message_retention_days: -1,
      realm_jitsi_server_url: null,
      realm_new_stream_announcements_stream_id: -1,
    });
  });

  it('sends one event per setting, in order, and shows the description rendered', async () => {
    const queue = await TestQueue.register(member, { event_types: ['realm'] });
    const description = unique('*fine*');
    await administrator.client.succeed('PATCH', '/realm', {
      description,
      name: 'Renamed',
      can_add_subscribers_group: { new: roles['role:moderators'] },
    });
    const last = ({ data }: { data?: unknown }) => 'can_add_subscribers_group' in ((data ?? {}) as object);
    expect(await queue.until(last)).toMatchObject([
      { property: 'name', value: 'Renamed' },
      { op: 'update_dict', data: { description } },
      { op: 'update_dict', data: { can_add_subscribers_group: roles['role:moderators'] } },
    ]);
    // The gateway's copy of what it shows without an account is a little old.
    await eventually(async () => {
      const settings = await organization.anonymous.succeed('GET', '/server_settings');
      return settings.realm_description.includes('<em>fine</em>');
    });
  });

  it('points to special channels', async () => {
    const [open, secret] = [await channelOf(false), await channelOf(true)];
    const settings = {
      new_stream_announcements_stream_id: open,
      signup_announcements_stream_id: secret,
      service_update_announcements_stream_id: open,
      moderation_request_channel_id: secret,
    };
    const report = await administrator.client.succeed('PATCH', '/realm', settings);
    expect(report).toMatchObject({ zulip_update_announcements_stream_id: open, moderation_request_channel_id: secret });
    expect(await registered(member)).toMatchObject({
      realm_new_stream_announcements_stream_id: open,
      realm_signup_announcements_stream_id: secret,
      realm_zulip_update_announcements_stream_id: open,
      realm_service_update_announcements_stream_id: open,
      realm_moderation_request_channel_id: secret,
    });
    expectError(
      await patch(administrator, { moderation_request_channel_id: open }),
      'Moderation request channel must be private.',
    );
    expectError(await patch(administrator, { signup_announcements_stream_id: 999_999_999 }), 'Invalid channel ID');
  });

  it('switches authentication methods', async () => {
    const queue = await TestQueue.register(member, { event_types: ['realm'] });
    const report = await owner.client.succeed('PATCH', '/realm', {
      authentication_methods: { Dev: true, Email: false },
    });
    expect(report.authentication_methods).toEqual({ Dev: true, Email: false });
    const methods = { Dev: { enabled: true, available: true }, Email: { enabled: false, available: true } };
    expect((await queue.next(isEvent('realm'))).data).toEqual({ authentication_methods: methods });
    expect(await registered(member)).toMatchObject({
      realm_authentication_methods: methods,
      realm_email_auth_enabled: false,
      realm_password_auth_enabled: false,
    });
    await owner.client.succeed('PATCH', '/realm', { authentication_methods: { Email: true } });
    expect((await registered(member)).realm_email_auth_enabled).toBe(true);
  });

  it('makes members wait before they are full members', async () => {
    const queue = await TestQueue.register(member, { event_types: ['realm', 'user_group'] });
    const full = async (): Promise<boolean> => {
      const path = `/user_groups/${roles['role:fullmembers'] ?? 0}/members/${member.userId}`;
      return (await member.client.succeed('GET', path, { direct_member_only: true })).is_user_group_member;
    };
    await owner.client.succeed('PATCH', '/realm', { waiting_period_threshold: 10 });
    expect(await queue.until(isEvent('user_group'))).toMatchObject([
      { type: 'realm', property: 'waiting_period_threshold', value: 10 },
      { op: 'remove_members', group_id: roles['role:fullmembers'], user_ids: [member.userId] },
    ]);
    expect(await full()).toBe(false);
    await owner.client.succeed('PATCH', '/realm', { waiting_period_threshold: 0 });
    expect(await queue.next(isEvent('user_group'))).toMatchObject({ op: 'add_members', user_ids: [member.userId] });
    expect(await full()).toBe(true);
  });

  it.each<[string, Parameters, string, ErrorFields?]>([
    ['a long name', { name: 'x'.repeat(41) }, 'name is too long (limit: 40 characters)'],
    ['a long description', { description: 'x'.repeat(1001) }, 'description is too long (limit: 1000 characters)'],
    ['an unknown kind of organization', { org_type: 5 }, 'Invalid org_type'],
    ['an unknown language', { default_language: 'tlh' }, "Invalid language 'tlh'"],
    ['an unknown weekday', { digest_weekday: 7 }, 'Invalid digest_weekday'],
    ['a text for a switch', { invite_required: 'yes' }, 'invite_required is not valid JSON'],
    ['a number for a switch', { invite_required: 1 }, 'invite_required is not a boolean'],
    [
      'an unknown visibility',
      { message_edit_history_visibility_policy: 'some' },
      'Invalid message_edit_history_visibility_policy',
    ],
    ['an unknown topics policy', { topics_policy: 'inherit' }, 'Invalid topics_policy'],
    ['a negative waiting period', { waiting_period_threshold: -1 }, 'waiting_period_threshold is too small'],
    ['an unknown video provider', { video_chat_provider: 9 }, 'Invalid video_chat_provider 9'],
    ['an unknown rating', { gif_rating_policy: 9 }, 'Invalid gif_rating_policy 9'],
    ['no URL', { jitsi_server_url: '"meet"' }, 'jitsi_server_url is not an allowed_type'],
    [
      'a limit of zero',
      { message_content_edit_limit_seconds: 0 },
      "Bad value for 'message_content_edit_limit_seconds': 0",
      { code: 'REQUEST_VARIABLE_INVALID', var_name: 'message_content_edit_limit_seconds', bad_value: 0 },
    ],
    [
      'a limit in words',
      { message_retention_days: '"forever"' },
      "Bad value for 'message_retention_days': forever",
      { code: 'REQUEST_VARIABLE_INVALID', var_name: 'message_retention_days', bad_value: 'forever' },
    ],
    ['a limit of another type', { message_retention_days: true }, 'message_retention_days["int"] is not an integer'],
    [
      'an unknown method',
      { authentication_methods: { Fax: true } },
      "Invalid authentication method: Fax. Valid methods are: ['Dev', 'Email']",
    ],
    [
      'no method at all',
      { authentication_methods: { Email: false } },
      'At least one authentication method must be enabled.',
    ],
    [
      'a method of another type',
      { authentication_methods: { Email: 1 } },
      'authentication_methods["Email"] is not a boolean',
    ],
    ['a subdomain', { string_id: 'other' }, 'Must be a demo organization.'],
  ])('refuses %s', async (_what, parameters, msg, extra = {}) => {
    const before = await registered(owner);
    expectError(await patch(owner, { require_e2ee_push_notifications: false, ...parameters }), msg, extra);
    const after = await registered(owner);
    expect(after.realm_require_e2ee_push_notifications).toBe(before.realm_require_e2ee_push_notifications);
  });

  it.each<[string, Parameters]>([
    ['retention', { message_retention_days: 5 }],
    ['invitations', { invite_required: false }],
    ['the waiting period', { waiting_period_threshold: 1 }],
    ['methods', { authentication_methods: { Email: true } }],
    ['who creates groups', { can_create_groups: { new: 1 } }],
    ['who manages groups', { can_manage_all_groups: { new: 1 } }],
  ])('leaves %s to owners', async (_what, parameters) => {
    expectError(await patch(administrator, parameters), 'Must be an organization owner', {
      code: 'UNAUTHORIZED_PRINCIPAL',
    });
  });

  it('is for administrators only', async () => {
    expectError(await patch(member, { name: 'x' }), 'Must be an organization administrator', {
      code: 'UNAUTHORIZED_PRINCIPAL',
    });
    expect(await administrator.client.succeed('PATCH', '/realm', { mandatory_topics: true })).toMatchObject({
      ignored_parameters_unsupported: ['mandatory_topics'],
    });
  });

  it('tries the text for new users', async () => {
    const text = 'Mind the ```fences```';
    const path = '/realm/test_welcome_bot_custom_message';
    const { message_id: id } = await administrator.client.succeed('POST', path, { welcome_message_custom_text: text });
    const messages = await fetchNewest(administrator, [['is', 'dm']], { apply_markdown: false });
    expect(messages.at(-1)).toMatchObject({ id, sender_full_name: 'Welcome Bot' });
    expect(messages.at(-1)?.content).toBe(`A note from @_*role:administrators*:\n\`\`\`\` quote\n${text}\n\`\`\`\``);
    const post = (by: Person, value: string) => by.client.post(path, { welcome_message_custom_text: value });
    expectError(await post(administrator, '  '), 'Message must not be empty');
    expectError(
      await post(administrator, 'x'.repeat(8001)),
      'welcome_message_custom_text is too long (limit: 8000 characters)',
    );
    expectError(await post(member, 'x'), 'Must be an organization administrator', { code: 'UNAUTHORIZED_PRINCIPAL' });
  });
});
