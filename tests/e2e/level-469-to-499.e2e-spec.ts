import { randomBytes } from 'node:crypto';
import { TestCluster, sharedCluster } from '@stoa/testing';
import { createChannel } from '../support/channels';
import { expectError } from '../support/expectations';
import { createGroup, systemGroups } from '../support/groups';
import { linkTo, picture, upload, uploadFile } from '../support/files';
import { inDatabase } from '../support/database';
import { fetchNewest, sendDirect, sendToChannel } from '../support/messages';
import { Organization, createOrganization } from '../support/organizations';
import { Person, addPerson, createBot, unique } from '../support/people';
import { TestQueue, isEvent } from '../support/test-queue';

/**
 * What levels above 468 change. 471 and 478 are in linkifiers, 481 in limits, 490 in the file of 459, 492 in
 * client-devices, 493 in the file of 443, 494 in bots, 500 in push-legacy.
 */
describe('levels 469 to 499', () => {
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

  const registered = (...types: string[]) => member.client.succeed('POST', '/register', { fetch_event_types: types });

  it('level 469: organizations choose how large previews are', async () => {
    expect(await registered('realm')).toMatchObject({ realm_media_preview_size: 100 });
    const queue = await TestQueue.register(member, { event_types: ['realm'] });
    expect(await owner.client.succeed('PATCH', '/realm', { media_preview_size: 150 })).toMatchObject({
      media_preview_size: 150,
    });
    expect(await queue.next(isEvent('realm'))).toMatchObject({ property: 'media_preview_size', value: 150 });
    expect(await registered('realm')).toMatchObject({ realm_media_preview_size: 150 });
    expectError(await owner.client.patch('/realm', { media_preview_size: 120 }), 'Invalid media_preview_size');
  });

  it('level 472: files name their messages by id', async () => {
    const file = await uploadFile(member);
    const channel = await createChannel(member);
    const ids = [
      await sendToChannel(member, channel, { content: linkTo(file) }),
      await sendToChannel(member, channel, { content: linkTo(file) }),
    ];
    const { attachments } = await member.client.succeed('GET', '/attachments');
    const found = attachments.find(({ path_id: path }: { path_id: string }) => path === file.pathId);
    expect(found.message_ids).toEqual(ids);
    expect(found).not.toHaveProperty('messages');
    const queue = await TestQueue.register(member, { event_types: ['attachment'] });
    await member.client.succeed('DELETE', `/messages/${ids[0]}`);
    expect((await queue.next(isEvent('attachment', 'update'))).attachment.message_ids).toEqual([ids[1]]);
    const answer = await member.client.succeed('PATCH', `/messages/${ids[1]}`, { content: 'gone' });
    // What the service promised when it began stays beside what came later.
    expect(answer.detached_uploads[0]).toMatchObject({ message_ids: [], messages: [] });
  });

  it('level 473: bots of administrators set the status of others, other bots do not', async () => {
    const bot = await createBot(owner);
    const status = { status_text: 'away' };
    expectError(await bot.client.post(`/users/${member.userId}/status`, status), 'Insufficient permission');
    await owner.client.succeed('PATCH', `/bots/${bot.userId}`, { role: 200 });
    await bot.client.succeed('POST', `/users/${member.userId}/status`, status);
    const answer = await owner.client.succeed('GET', `/users/${member.userId}/status`);
    expect(answer.status.status_text).toBe('away');
  });

  it('levels 461 and 474: bots are what their accounts do not show', async () => {
    const queue = await TestQueue.register(member, { event_types: ['realm_bot', 'realm_user'] });
    const bot = await createBot(member);
    const shown = {
      user_id: bot.userId,
      ...{ default_sending_stream: null, default_events_register_stream: null, default_all_public_streams: false },
      services: [],
    };
    expect((await queue.next(isEvent('realm_bot', 'add'))).bot).toEqual(shown);
    expect((await registered('realm_bot')).realm_bots).toEqual([shown]);
    await member.client.succeed('PATCH', `/bots/${bot.userId}`, { full_name: unique('Renamed') });
    await bot.client.succeed('POST', '/users/me/api_key/regenerate');
    await member.client.succeed('PATCH', `/bots/${bot.userId}`, { default_all_public_streams: true });
    const events = await queue.until(isEvent('realm_bot', 'update'));
    expect(events.filter(({ type }) => type === 'realm_bot').map(({ bot: change }) => change)).toEqual([
      { user_id: bot.userId, default_all_public_streams: true },
    ]);
  });

  it('level 475: an account that was made for somebody joins with the first sign-in', async () => {
    const team = await createOrganization(cluster, { waiting_period_threshold: 1 });
    const late = await team.createPerson('Late');
    const reader = await team.createPerson('Reader');
    const set = (columns: string) =>
      inDatabase(cluster, (database) =>
        database.query('test_await', `UPDATE account SET ${columns} WHERE id = $1`, [late.userId]),
      );
    await set(`awaits_first_sign_in = true, date_joined = '2020-01-01T00:00:00Z'`);
    const { 'role:fullmembers': group } = await systemGroups(team.owner);
    await inDatabase(cluster, (database) =>
      database.query('test_enter', 'INSERT INTO group_membership (group_id, user_id) VALUES ($1, $2)', [
        group,
        late.userId,
      ]),
    );
    const queue = await TestQueue.register(reader, { event_types: ['realm_user', 'user_group'] });
    const signIn = () => team.anonymous.succeed('POST', '/dev_fetch_api_key', { username: late.email });
    await Promise.all([signIn(), signIn()]);
    const { person } = await queue.next(isEvent('realm_user', 'update'));
    expect(person).toEqual({ user_id: late.userId, date_joined: expect.stringMatching(/^20\d\d-.*\+00:00$/) });
    expect(Date.parse(person.date_joined)).toBeGreaterThan(Date.now() - 600_000);
    expect(await queue.next(isEvent('user_group', 'remove_members'))).toMatchObject({
      group_id: group,
      user_ids: [late.userId],
    });
    const { user } = await reader.client.succeed('GET', `/users/${late.userId}`);
    expect(user.date_joined).toBe(person.date_joined);
  });

  it('level 475: so does one that the API made, and one that joins by itself does not', async () => {
    const added = await addPerson(owner, 'Added');
    const awaiting = await inDatabase(cluster, (database) =>
      database.query<{ id: number; awaits_first_sign_in: boolean }>(
        'test_awaiting',
        'SELECT id, awaits_first_sign_in FROM account WHERE id = $1',
        [added.userId],
      ),
    );
    expect(awaiting).toEqual([{ id: added.userId, awaits_first_sign_in: false }]);
    const queue = await TestQueue.register(member, { event_types: ['realm_user'] });
    const email = `${unique('made').replaceAll(' ', '')}@people.example`;
    const fields = { email, password: randomBytes(12).toString('hex'), full_name: unique('Made') };
    const { user_id: id } = await owner.client.succeed('POST', '/users', fields);
    await owner.client.anonymous().succeed('POST', '/dev_fetch_api_key', { username: email });
    const told = await queue.until(isEvent('realm_user', 'update'));
    expect(told.at(-1)?.person).toEqual({ user_id: id, date_joined: expect.any(String) });
  });

  it('level 476: long texts are shown in the summary of profiles, people are not', async () => {
    const create = (field_type: number) =>
      owner.client.post('/realm/profile_fields', { name: unique('F'), field_type, display_in_profile_summary: true });
    expect((await create(2)).status).toBe(200);
    expect((await create(6)).body).toMatchObject({ result: 'error', code: 'BAD_REQUEST' });
  });

  it('level 477: the organization says who belongs to the workplace', async () => {
    const groups = await systemGroups(owner);
    expect(await registered('realm')).toMatchObject({ realm_workplace_users_group: groups['role:members'] });
    const queue = await TestQueue.register(member, { event_types: ['realm'] });
    const patch = (value: unknown) => owner.client.patch('/realm', { workplace_users_group: { new: value } });
    expect((await patch(groups['role:fullmembers'])).status).toBe(200);
    expect(await queue.next(isEvent('realm', 'update_dict'))).toMatchObject({
      data: { workplace_users_group: groups['role:fullmembers'] },
    });
    for (const name of ['role:nobody', 'role:internet']) {
      expectError(await patch(groups[name]), `'workplace_users_group' setting cannot be set to '${name}' group.`);
    }
    const { id } = await createGroup(owner);
    const text =
      "'workplace_users_group' must be a group whose membership can only be managed by organization administrators.";
    expectError(await patch(id), text);
    expectError(await patch({ direct_members: [member.userId], direct_subgroups: [id] }), text);
    await owner.client.succeed('PATCH', `/user_groups/${id}`, {
      can_leave_group: { new: groups['role:administrators'] },
    });
    expect((await patch(id)).status).toBe(200);
    expect(await registered('realm')).toMatchObject({ realm_workplace_users_group: id });
  });

  it('level 479: one can ask whether an image has a thumbnail', async () => {
    const { body } = await upload(member, { file: { name: 'a.png', content: await picture(), type: 'image/png' } });
    const path = `/thumbnail/status/${body.url.slice('/user_uploads/'.length)}`;
    expect(await member.client.succeed('GET', path)).toMatchObject({ has_thumbnail: true });
    const text = await uploadFile(member);
    const ofText = await member.client.succeed('GET', `/thumbnail/status/${text.pathId}`);
    expect(ofText.has_thumbnail).toBe(false);
    expectError(await owner.client.get(path), 'Access denied', { status: 403 });
    expectError(await member.client.get(`${path}x`), 'File not found', { status: 404 });
  });

  it('levels 480 and 489: archived channels are read, and found by a narrow', async () => {
    const channel = await createChannel(owner, [member]);
    const id = await sendToChannel(owner, channel, { topic: 'last' });
    const other = await sendToChannel(owner, await createChannel(owner, [member]));
    const hidden = await createChannel(owner, [], { invite_only: true });
    await owner.client.succeed('DELETE', `/streams/${channel.id}`);
    await owner.client.succeed('DELETE', `/streams/${hidden.id}`);
    expect((await member.client.succeed('GET', `/streams/${channel.id}`)).stream.is_archived).toBe(true);
    const { subscribers } = await member.client.succeed('GET', `/streams/${channel.id}/members`);
    expect(subscribers).toContain(member.userId);
    const { topics } = await member.client.succeed('GET', `/users/me/${channel.id}/topics`);
    expect(topics.map(({ name }: { name: string }) => name)).toContain('last');
    for (const path of [`/streams/${hidden.id}`, `/streams/${hidden.id}/members`, `/users/me/${hidden.id}/topics`]) {
      expectError(await member.client.get(path), 'Invalid channel ID');
    }
    const idsIn = async (negated: boolean) =>
      (await fetchNewest(member, [{ operator: 'channels', operand: 'archived', negated }])).map((found) => found.id);
    expect(await idsIn(false)).toContain(id);
    expect(await idsIn(false)).not.toContain(other);
    expect(await idsIn(true)).toContain(other);
    expect(await idsIn(true)).not.toContain(id);
    const narrow = [['channels', 'archived']];
    expect((await member.client.post('/register', { narrow })).status).toBe(200);
    expectError(
      await member.client.post('/register', { narrow: [['channels', 'public']] }),
      'Operator channels not supported.',
    );
  });

  it('level 482: both sides of a conversation of two have one recipient_id', async () => {
    const recipientOf = async (id: number) =>
      (await member.client.succeed('GET', `/messages/${id}`)).message.recipient_id;
    const sent = [await sendDirect(member, [owner]), await sendDirect(owner, [member])];
    const [first, second] = [await recipientOf(sent[0] ?? 0), await recipientOf(sent[1] ?? 0)];
    expect(first).toBe(second);
    expect(await recipientOf(await sendDirect(member, [member]))).not.toBe(first);
  });

  it('level 484: events of reactions name who reacted by id alone', async () => {
    const queue = await TestQueue.register(owner, { event_types: ['reaction'] });
    const message_id = await sendToChannel(owner, await createChannel(owner, [member]));
    const heart = { emoji_name: 'heart', emoji_code: '2764', reaction_type: 'unicode_emoji' };
    await member.client.succeed('POST', `/messages/${message_id}/reactions`, heart);
    const added = { type: 'reaction', op: 'add', user_id: member.userId, message_id, ...heart };
    expect(await queue.next(isEvent('reaction'))).toEqual({ id: expect.any(Number), ...added });
    await member.client.succeed('DELETE', `/messages/${message_id}/reactions`, heart);
    expect(await queue.next(isEvent('reaction'))).toEqual({ id: expect.any(Number), ...added, op: 'remove' });
  });

  it('level 485: options of the addresses of webhooks say how they are asked for', async () => {
    const { realm_incoming_webhook_bots: bots } = await registered('realm_incoming_webhook_bots');
    const github = bots.find(({ name }: { name: string }) => name === 'github');
    expect(github.url_options).toContainEqual({ key: 'branches', label: expect.any(String), input_type: 'text' });
    expect(github.url_options).toContainEqual(expect.objectContaining({ input_type: 'checkbox' }));
  });

  it('levels 486 and 488: a third service of GIFs and one more way to sign in are named', async () => {
    expect(await member.client.succeed('POST', '/register', { fetch_event_types: ['klipy'] })).toMatchObject({
      klipy_api_key: '',
    });
    const { authentication_methods: methods } = await organization.anonymous.succeed('GET', '/server_settings');
    expect(methods.discord).toBe(false);
  });

  it('levels 487 and 497: the presence of one user is there in the modern form too', async () => {
    await member.client.succeed('POST', '/users/me/presence', { status: 'active', new_user_input: true });
    const answer = await owner.client.succeed('GET', `/users/${member.userId}/presence`);
    const { presence, server_timestamp: now } = answer;
    expect(now).toBeGreaterThan(Date.now() / 1000 - 600);
    expect(presence.active_timestamp).toBe(presence.website.timestamp);
    expect(presence.idle_timestamp).toBeLessThanOrEqual(now);
  });

  it('level 491: who wants to know of each custom emoji gets that, others the whole table', async () => {
    const register = (individual_emoji_changes: boolean) =>
      TestQueue.register(member, { event_types: ['realm_emoji'], client_capabilities: { individual_emoji_changes } });
    const [modern, early] = [await register(true), await register(false)];
    const name = unique('party').toLowerCase().replace(/\W/g, '_');
    const files = { file: { name: 'a.png', content: await picture(64, 64), type: 'image/png' } };
    expect((await owner.client.post(`/realm/emoji/${name}`, {}, { multipart: true, files })).status).toBe(200);
    const { op, emoji } = await modern.next(isEvent('realm_emoji'));
    expect({ op, emoji }).toMatchObject({ op: 'add', emoji: { name, deactivated: false, author_id: owner.userId } });
    const table = (await early.next(isEvent('realm_emoji'))).realm_emoji;
    expect(table[emoji.id]).toEqual(emoji);
    await owner.client.succeed('DELETE', `/realm/emoji/${name}`);
    expect(await modern.next(isEvent('realm_emoji'))).toMatchObject({
      ...{ op: 'update_one', emoji_id: emoji.id, data: { deactivated: true } },
    });
    expect((await early.next(isEvent('realm_emoji', 'update'))).realm_emoji[emoji.id].deactivated).toBe(true);
  });

  it('level 495: videos of phones are shown in their place', async () => {
    const file = await uploadFile(member, { name: 'a.mov', type: 'video/quicktime' });
    const id = await sendToChannel(member, await createChannel(member), { content: linkTo(file) });
    const { content } = (await member.client.succeed('GET', `/messages/${id}`)).message;
    expect(content).toContain('<div class="message_inline_image message_inline_video">');
    expect(content).toMatch(new RegExp(`<video [^>]*src="${file.url}"`));
  });

  it('level 498: the version of the service is that of its level', async () => {
    const settings = await organization.anonymous.succeed('GET', '/server_settings');
    expect(settings).toMatchObject({ zulip_feature_level: 500, zulip_version: '12.2' });
    expect(await registered('realm')).toMatchObject({
      ...{ zulip_feature_level: 500, service_feature_level: 500, zulip_version: '12.2', service_version: '12.2' },
    });
  });

  it('level 499: exports say that they were made here', async () => {
    const { id } = await owner.client.succeed('POST', '/export/realm', { export_type: 'public' });
    const { exports } = await owner.client.succeed('GET', '/export/realm');
    expect(exports.find((made: { id: number }) => made.id === id)).toMatchObject({ export_from_prior_server: false });
  });

  it('level 496: bots use groups by their own permissions', async () => {
    const bot = await createBot(owner);
    const group = { name: unique('of a bot'), description: '', members: [member.userId] };
    const { group_id: id } = await bot.client.succeed('POST', '/user_groups/create', group);
    await bot.client.succeed('PATCH', `/user_groups/${id}`, { description: 'made by a bot' });
    expect((await bot.client.succeed('GET', `/user_groups/${id}/members`)).members).toEqual([member.userId]);
    await bot.client.succeed('POST', `/user_groups/${id}/members`, { add: [owner.userId] });
    const { user_groups: groups } = await bot.client.succeed('GET', '/user_groups');
    expect(groups.map((found: { id: number }) => found.id)).toContain(id);
  });
});
