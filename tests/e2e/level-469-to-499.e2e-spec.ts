import { TestCluster, sharedCluster } from '@stoa/testing';
import { createChannel } from '../support/channels';
import { expectError } from '../support/expectations';
import { linkTo, picture, upload, uploadFile } from '../support/files';
import { fetchNewest, sendToChannel } from '../support/messages';
import { Organization, createOrganization } from '../support/organizations';
import { Person, createBot, unique } from '../support/people';
import { TestQueue, isEvent } from '../support/test-queue';

/** What levels above 468 change without taking anything away; 490 is in the file of 459, 493 in that of 443. */
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
    const queue = await TestQueue.register(member, { event_types: ['attachment'] });
    await member.client.succeed('DELETE', `/messages/${ids[0]}`);
    expect((await queue.next(isEvent('attachment', 'update'))).attachment.message_ids).toEqual([ids[1]]);
    const answer = await member.client.succeed('PATCH', `/messages/${ids[1]}`, { content: 'gone' });
    expect(answer.detached_uploads[0].message_ids).toEqual([]);
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
