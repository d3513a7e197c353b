import { ParameterValue, Parameters, TestCluster, sharedCluster } from '@stoa/testing';
import { createChannel } from '../support/channels';
import { inDatabase } from '../support/database';
import { expectError } from '../support/expectations';
import { linkTo, uploadFile } from '../support/files';
import { createGroup } from '../support/groups';
import { sendDirect, sendToChannel } from '../support/messages';
import { Organization, createOrganization } from '../support/organizations';
import { Person, createBot, unique } from '../support/people';
import { TestQueue, isEvent } from '../support/test-queue';

/** What each level changes that no other test names; 451 is in the tests of markup, 459 and 466 have files of their own. */
describe('levels 443 to 467', () => {
  let cluster: TestCluster;
  let organization: Organization;
  let owner: Person;
  let member: Person;

  beforeAll(async () => {
    cluster = await sharedCluster();
    organization = await createOrganization(cluster);
    owner = organization.owner;
    member = await organization.createPerson('Member');
  });

  const people = async <const N extends readonly string[]>(...names: N) => {
    const made = [];
    for (const name of names) made.push(await organization.createPerson(name));
    return made as { [K in keyof N]: Person };
  };

  const registered = (person: Person, ...types: string[]) =>
    person.client.succeed('POST', '/register', { fetch_event_types: types });

  it('level 443: lists and events of files have seconds, what an edit reports as detached has milliseconds', async () => {
    const file = await uploadFile(member);
    const channel = await createChannel(member);
    const id = await sendToChannel(member, channel, { content: linkTo(file) });
    const { attachments } = await member.client.succeed('GET', '/attachments');
    const listed = attachments.find(({ path_id: path }: { path_id: string }) => path === file.pathId);
    const now = Date.now() / 1000;
    expect(listed.create_time).toBeGreaterThan(now - 600);
    expect(listed.create_time).toBeLessThanOrEqual(now);
    const queue = await TestQueue.register(member, { event_types: ['attachment'] });
    const { detached_uploads: detached } = await member.client.succeed('PATCH', `/messages/${id}`, { content: 'gone' });
    expect(Math.floor(detached[0].create_time / 1000)).toBe(listed.create_time);
    const { attachment } = await queue.next(isEvent('attachment', 'update'));
    expect(attachment).toMatchObject({ create_time: listed.create_time, message_ids: [] });
  });

  describe('level 444: settings of others', () => {
    const change = (person: Person, target_users: ParameterValue, settings: Parameters) =>
      person.client.patch('/settings', { target_users, ...settings });
    const sizeOf = async (person: Person) => (await registered(person, 'user_settings')).user_settings.web_font_size_px;

    it('are given by administrators to people and members of groups, once, with an event to each', async () => {
      const [ada, bo, other] = await people('Ada', 'Bo', 'Other');
      const bot = await createBot(ada);
      const group = await createGroup(owner, [bo]);
      const queue = await TestQueue.register(bo, { event_types: ['user_settings'] });
      const targets = { user_ids: [ada.userId, bot.userId], group_ids: [group.id] };
      const answer = await change(owner, targets, { web_font_size_px: 17, full_name: 'Nobody' });
      expect(answer.body).toEqual({ result: 'success', msg: '' });
      expect(await queue.next(isEvent('user_settings', 'update'))).toMatchObject({
        property: 'web_font_size_px',
        value: 17,
      });
      expect([await sizeOf(ada), await sizeOf(bo), await sizeOf(other)]).toEqual([17, 17, 16]);
      expect((await ada.client.succeed('GET', '/users/me')).full_name).toBe(ada.fullName);
    });

    it('leave alone who chose themselves, where the caller says so', async () => {
      const [chose, kept] = await people('Chose', 'Kept');
      await chose.client.succeed('PATCH', '/settings', { web_font_size_px: 20 });
      const targets = { user_ids: [chose.userId, kept.userId] };
      await owner.client.succeed('PATCH', '/settings', {
        target_users: { ...targets, skip_if_already_edited: true },
        ...{ web_font_size_px: 18, starred_message_counts: false },
      });
      expect([await sizeOf(chose), await sizeOf(kept)]).toEqual([20, 18]);
      await owner.client.succeed('PATCH', '/settings', { target_users: targets, web_font_size_px: 18 });
      expect(await sizeOf(chose)).toBe(18);
      const { user_settings: settings } = await registered(chose, 'user_settings');
      expect(settings.starred_message_counts).toBe(false);
    });

    it('are told to early clients too, and end the drafts of who keeps none', async () => {
      const writer = await organization.createPerson('Writer');
      const draft = { type: 'private', to: [member.userId], topic: '', content: 'later' };
      await writer.client.succeed('POST', '/drafts', { drafts: [draft] });
      const queue = await TestQueue.register(writer, { event_types: ['update_display_settings'] });
      await owner.client.succeed('PATCH', '/settings', {
        target_users: { user_ids: [writer.userId] },
        enable_drafts_synchronization: false,
      });
      expect(await queue.next(isEvent('update_display_settings'))).toMatchObject({
        setting_name: 'enable_drafts_synchronization',
        setting: false,
      });
      await writer.client.succeed('PATCH', '/settings', { enable_drafts_synchronization: true });
      expect((await writer.client.succeed('GET', '/drafts')).drafts).toEqual([]);
    });

    it.each<[string, ParameterValue, Parameters, string]>([
      ['nobody', {}, {}, 'Either user_ids or group_ids must be provided.'],
      ['empty lists', { user_ids: [], group_ids: [] }, {}, 'Either user_ids or group_ids must be provided.'],
      ['an address', { user_ids: [1] }, { email: 'a@b.example' }, 'Cannot change this setting for other users.'],
      ['a time zone', { user_ids: [1] }, { timezone: 'UTC' }, 'Cannot change this setting for other users.'],
      ['receipts', { user_ids: [1] }, { send_read_receipts: false }, 'Cannot change this setting for other users.'],
      ['a stranger', { user_ids: [999_999_999] }, { enter_sends: true }, 'Invalid user ID: 999999999'],
      ['an unknown group', { group_ids: [999_999_999] }, { enter_sends: true }, 'Invalid user group ID: 999999999'],
    ])('are refused for %s', async (_what, targets, settings, message) => {
      expectError(await change(owner, targets, settings), message);
    });

    it.each(['', '/display', '/notifications'])('are refused for members, whatever they name: %s', async (path) => {
      const target_users = { user_ids: [owner.userId] };
      const refused = await member.client.patch(`/settings${path}`, { target_users, email: 'a@b.example' });
      expectError(refused, 'Must be an organization administrator', { code: 'UNAUTHORIZED_PRINCIPAL' });
    });
  });

  describe('level 445: a date as anchor', () => {
    it('is the first message of the narrow sent then or later, by time and not by id', async () => {
      const channel = await createChannel(owner, [member]);
      const ids: number[] = [];
      for (const content of ['one', 'two', 'three']) ids.push(await sendToChannel(owner, channel, { content }));
      const times = ['2026-03-02T10:00:00Z', '2026-02-13T12:00:00Z', '2026-02-14T00:00:00Z'];
      await inDatabase(cluster, (database) =>
        database.query(
          'test_age_messages',
          'UPDATE message m SET sent_at = n.at FROM unnest($1::bigint[], $2::timestamptz[]) AS n (id, at) WHERE m.id = n.id',
          [ids, times],
        ),
      );
      const anchorAt = async (anchor_date: string) => {
        const window = {
          anchor: 'date',
          anchor_date,
          num_before: 0,
          num_after: 0,
          narrow: [['channel', channel.name]],
        };
        const { anchor, found_anchor: isFound, messages } = await member.client.succeed('GET', '/messages', window);
        expect(isFound).toBe(true);
        expect(messages.map(({ id }: { id: number }) => id)).toEqual([anchor]);
        return anchor;
      };
      expect(await anchorAt('2026-02-13')).toBe(ids[1]);
      expect(await anchorAt('2026-02-13T13:00')).toBe(ids[2]);
      expect(await anchorAt('2026-02-14T02:00+02:00')).toBe(ids[2]);
      expect(await anchorAt('2026-02-14T00:00:01Z')).toBe(ids[0]);
      expect(await anchorAt('2030-01-01')).toBe(ids[2]);
    });

    it('must be there, and be a date', async () => {
      const window = { anchor: 'date', num_before: 0, num_after: 1 };
      expectError(await member.client.get('/messages', window), "Missing 'anchor_date' argument", {
        code: 'REQUEST_VARIABLE_MISSING',
        var_name: 'anchor_date',
      });
      expectError(await member.client.get('/messages', { ...window, anchor_date: 'soon' }), 'Invalid anchor_date');
      const newest = { ...window, anchor: 'newest', anchor_date: 'soon' };
      expect((await member.client.get('/messages', newest)).status).toBe(200);
    });
  });

  it('level 446: mentions finds who is mentioned by name, not silently, and not through groups', async () => {
    const ada = await organization.createPerson('Ada');
    const group = await createGroup(owner, [ada]);
    const channel = await createChannel(owner, [member, ada]);
    const send = (content: string) => sendToChannel(owner, channel, { content });
    const { email: address } = (await member.client.succeed('GET', `/users/${ada.userId}`)).user;
    const queues = [
      await TestQueue.register(member, { event_types: ['message'], narrow: [['mentions', address]] }),
      await TestQueue.register(member, { event_types: ['message'], narrow: [['mentions', String(ada.userId)]] }),
    ];
    const silent = await send(`@_**${ada.fullName}** @**all** @*${group.name}*`);
    const loud = await send(`hi @**${ada.fullName}**`);
    for (const queue of queues) expect((await queue.next(isEvent('message'))).message.id).toBe(loud);
    const find = async (person: Person, operand: number, negated = false) => {
      const narrow = [
        { operator: 'channel', operand: channel.id },
        { operator: 'mentions', operand, negated },
      ];
      const window = { anchor: 'newest', num_before: 10, num_after: 0, narrow };
      const { messages } = await person.client.succeed('GET', '/messages', window);
      return messages.map(({ id }: { id: number }) => id);
    };
    expect(await find(member, ada.userId)).toEqual([loud]);
    expect(await find(ada, address)).toEqual([loud]);
    const others = await find(member, ada.userId, true);
    expect(others).toContain(silent);
    expect(others).not.toContain(loud);
    await owner.client.succeed('PATCH', `/messages/${loud}`, { topic: 'elsewhere' });
    expect(await find(member, ada.userId)).toEqual([loud]);
    const flags = { anchor: 'newest', num_before: 5, num_after: 0 };
    const { updated_count: updated } = await member.client.succeed('POST', '/messages/flags/narrow', {
      ...{ ...flags, narrow: [{ operator: 'mentions', operand: ada.userId }], op: 'add', flag: 'starred' },
    });
    expect(updated).toBe(1);
    const wrong = { anchor: 'newest', num_before: 1, num_after: 0, narrow: [['mentions', 'nobody@nowhere.example']] };
    expectError(await member.client.get('/messages', wrong), 'Invalid narrow operator: unknown user', {
      code: 'BAD_NARROW',
      desc: 'unknown user',
    });
    const queue = { narrow: [['mentions', 'nobody@nowhere.example']] };
    expectError(await member.client.post('/register', queue), 'Invalid narrow operator: unknown user');
  });

  it('level 447: a bot gets another address', async () => {
    const bot = await createBot(member);
    const taken = await createBot(member);
    const queue = await TestQueue.register(member, { event_types: ['realm_user'] });
    const name = unique('robot').replaceAll(' ', '-');
    await member.client.succeed('PATCH', `/bots/${bot.userId}`, { short_name: name });
    const { person } = (await queue.until((event) => 'new_email' in event.person)).at(-1) ?? {};
    const address = person.new_email;
    expect(person.user_id).toBe(bot.userId);
    expect(address).toMatch(new RegExp(`^${name}-bot@`));
    expect((await member.client.succeed('GET', `/users/${bot.userId}`)).user.email).toBe(address);
    expect(await bot.client.as(address, bot.apiKey).succeed('GET', '/users/me')).toMatchObject({ email: address });
    const patch = (short_name: string) => member.client.patch(`/bots/${bot.userId}`, { short_name });
    expectError(await patch(taken.email.split('-bot@')[0] ?? ''), 'Email is already in use.');
    expectError(await patch(' '), 'Bad name or username');
  });

  it('level 448: who may not post gets no address to post to', async () => {
    const channel = await createChannel(owner, [member], {
      can_send_message_group: { direct_members: [owner.userId], direct_subgroups: [] },
    });
    expectError(
      await member.client.get(`/streams/${channel.id}/email_address`),
      'You do not have permission to post in this channel.',
    );
    expect((await owner.client.get(`/streams/${channel.id}/email_address`)).status).toBe(200);
  });

  it('level 449: types of exports have names', async () => {
    const queue = await TestQueue.register(owner, { event_types: ['realm_export'] });
    const { id } = await owner.client.succeed('POST', '/export/realm', { export_type: 'full_with_consent' });
    const typeIn = ({ exports }: { exports: { id: number; export_type: unknown }[] }) =>
      exports.find((entry) => entry.id === id)?.export_type;
    expect(typeIn((await queue.next(isEvent('realm_export'))) as never)).toBe('full_with_consent');
    expect(typeIn((await owner.client.succeed('GET', '/export/realm')) as never)).toBe('full_with_consent');
    const refused = (export_type: string) => owner.client.post('/export/realm', { export_type });
    expectError(await refused('full_without_consent'), 'Full exports without consent are not permitted.');
    expectError(await refused('everything'), 'Invalid export_type: Value error, Not in the list of possible values');
  });

  it('level 453: the rating of GIFs is a policy, and its earlier name is taken but not shown', async () => {
    const queue = await TestQueue.register(owner, { event_types: ['realm'] });
    await owner.client.succeed('PATCH', '/realm', { gif_rating_policy: 4 });
    expect(await queue.next(isEvent('realm', 'update'))).toMatchObject({ property: 'gif_rating_policy', value: 4 });
    const state = await registered(member, 'realm');
    expect(state).toMatchObject({ realm_gif_rating_policy: 4 });
    expect(state.gif_rating_policy_options.r.id).toBe(4);
    expect(Object.keys(state).filter((key) => /giphy_rating|gif_rating_options/.test(key))).toEqual([]);
    const answer = await owner.client.succeed('PATCH', '/realm', { giphy_rating: 2 });
    expect(answer).toMatchObject({ gif_rating_policy: 2 });
  });

  it('level 454: the home view is called recent, by whatever name it was chosen', async () => {
    const queue = await TestQueue.register(member, { event_types: ['user_settings'] });
    await member.client.succeed('PATCH', '/settings', { web_home_view: 'recent_topics' });
    expect(await queue.next(isEvent('user_settings', 'update'))).toMatchObject({ value: 'recent' });
    expect((await registered(member, 'user_settings')).user_settings.web_home_view).toBe('recent');
    await member.client.succeed('PATCH', '/settings', { web_home_view: 'inbox' });
    await member.client.succeed('PATCH', '/settings', { web_home_view: 'recent' });
    expect((await registered(member, 'user_settings')).user_settings.web_home_view).toBe('recent');
    await owner.client.succeed('PATCH', '/realm/user_settings_defaults', { web_home_view: 'recent' });
    const { realm_user_settings_defaults: defaults } = await registered(member, 'realm_user_settings_defaults');
    expect(defaults.web_home_view).toBe('recent');
  });

  it('level 455: people are found by some profile fields', async () => {
    const { id } = await owner.client.succeed('POST', '/realm/profile_fields', {
      ...{ field_type: 1, name: unique('Handle'), use_for_user_matching: true },
    });
    const fieldOf = async () => {
      const { custom_fields: fields } = await member.client.succeed('GET', '/realm/profile_fields');
      return fields.find((field: { id: number }) => field.id === id);
    };
    expect(await fieldOf()).toMatchObject({ use_for_user_matching: true });
    const { custom_profile_fields: known } = await registered(member, 'custom_profile_fields');
    expect(known.find((field: { id: number }) => field.id === id)).toMatchObject({ use_for_user_matching: true });
    const queue = await TestQueue.register(member, { event_types: ['custom_profile_fields'] });
    await owner.client.succeed('PATCH', `/realm/profile_fields/${id}`, { use_for_user_matching: false });
    const { fields } = await queue.next(isEvent('custom_profile_fields'));
    expect(fields.find((field: { id: number }) => field.id === id)).not.toHaveProperty('use_for_user_matching');
    expect(await fieldOf()).not.toHaveProperty('use_for_user_matching');
  });

  it('level 458: bots can be asked about', async () => {
    const bot = await createBot(member);
    const channel = await createChannel(owner, [member, bot]);
    const { subscribed_channel_ids: ids } = await member.client.succeed('GET', `/users/${bot.userId}/channels`);
    expect(ids).toEqual([channel.id]);
    const subscription = await member.client.succeed('GET', `/users/${bot.userId}/subscriptions/${channel.id}`);
    expect(subscription.is_subscribed).toBe(true);
    const group = await createGroup(owner, [bot]);
    const answer = await member.client.succeed('GET', `/user_groups/${group.id}/members/${bot.userId}`);
    expect(answer.is_user_group_member).toBe(true);
  });

  it.each([
    ['460', 'constructorgroups', 'Constructor Groups'],
    ['465', 'nextcloud_talk', 'Nextcloud Talk'],
    ['493', 'webex', 'Webex'],
  ])('level %s: calls by %s are not offered, and not listed', async (_level, provider, name) => {
    const state = await registered(member, 'realm', 'video_calls');
    expect(Object.values<{ name: string }>(state.realm_available_video_chat_providers).map((entry) => entry.name))
      .not //
      .toContain(name);
    expect(state.has_webex_token).toBe(false);
    const room = provider === 'nextcloud_talk' ? { room_name: 'Room' } : {};
    expectError(await member.client.post(`/calls/${provider}/create`, room), `${name} is not configured.`);
  });

  describe('level 463: the key of a bot', () => {
    it('is told to its owner and to administrators', async () => {
      const bot = await createBot(member);
      for (const person of [member, owner]) {
        expect(await person.client.succeed('GET', `/bots/${bot.userId}/api_key`)).toMatchObject({
          api_key: bot.apiKey,
        });
      }
    });

    it('is told to nobody else, and not of other accounts', async () => {
      const bot = await createBot(owner);
      const key = (person: Person, id: number) => person.client.get(`/bots/${id}/api_key`);
      expectError(await key(member, bot.userId), 'Insufficient permission');
      expectError(await key(member, owner.userId), 'No such bot');
      expectError(await key(owner, 999_999_999), 'No such bot');
      expectError(await key(bot, bot.userId), 'This endpoint does not accept bot requests.');
      await owner.client.succeed('DELETE', `/bots/${bot.userId}`);
      expectError(await key(owner, bot.userId), 'Bot is deactivated');
    });
  });

  it('levels 462 and 464: a new description comes with its HTML', async () => {
    const queue = await TestQueue.register(member, { event_types: ['realm'] });
    await owner.client.succeed('PATCH', '/realm', { description: 'Very **good**' });
    expect(await queue.next(isEvent('realm', 'update_dict'))).toMatchObject({
      property: 'default',
      data: { description: 'Very **good**', rendered_description: '<p>Very <strong>good</strong></p>' },
    });
  });

  it('level 457: who deletes gets the event as one of those who see the message', async () => {
    const [first, second] = [await organization.createPerson('First'), await organization.createPerson('Second')];
    const id = await sendDirect(first, [second]);
    const queue = await TestQueue.register(first, { event_types: ['delete_message'] });
    await first.client.succeed('DELETE', `/messages/${id}`);
    expect(await queue.next(isEvent('delete_message'))).toMatchObject({ message_id: id });
  });
});
