import { TestCluster, sharedCluster } from '@stoa/testing';
import { createChannel } from '../support/channels';
import { inDatabase } from '../support/database';
import { kindOf } from '../support/events';
import { expectError } from '../support/expectations';
import { listing, systemGroups } from '../support/groups';
import { fetchNewest, sendToChannel } from '../support/messages';
import { Organization, createOrganization } from '../support/organizations';
import { Person } from '../support/people';
import { TestQueue, isEvent } from '../support/test-queue';

/** What each level changes that no other test names; 441 has a file of its own, 437 is in the tests of markup. */
describe('levels above 421', () => {
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

  const registered = (person: Person, ...types: string[]) =>
    person.client.succeed('POST', '/register', { fetch_event_types: types });

  it('level 426: nothing is said of mirrors of other systems', async () => {
    const state = await registered(member, 'realm');
    expect(Object.keys(state).filter((key) => key.includes('mirror'))).toEqual([]);
  });

  it('level 427: the default of what belongs to the creator is called channel_creator', async () => {
    const { server_supported_permission_settings: supported } = await registered(member, 'realm');
    expect(supported.stream.can_administer_channel_group.default_group_name).toBe('channel_creator');
    expect(JSON.stringify(supported)).not.toContain('stream_creator_or_nobody');
  });

  it('level 428: who is deactivated leaves archived channels too', async () => {
    const gone = await organization.createPerson('Gone');
    const archived = await createChannel(owner, [gone, member]);
    await owner.client.succeed('DELETE', `/streams/${archived.id}`);
    const queue = await TestQueue.register(member, { event_types: ['subscription'] });
    await owner.client.succeed('DELETE', `/users/${gone.userId}`);
    const told = await queue.next(
      ({ op, stream_ids: ids }) => op === 'peer_remove' && (ids as number[]).includes(archived.id),
    );
    expect(told.user_ids).toEqual([gone.userId]);
  });

  it('level 430: consents to exports say who sees the address', async () => {
    await member.client.succeed('PATCH', '/settings', { email_address_visibility: 4 });
    const { export_consents: consents } = await owner.client.succeed('GET', '/export/realm/consents');
    expect(consents).toContainEqual({ user_id: member.userId, consented: false, email_address_visibility: 4 });
  });

  it('level 431: the inbox groups channels by folder, unless somebody does not want it', async () => {
    const queue = await TestQueue.register(member, { event_types: ['user_settings'] });
    const before = await registered(member, 'user_settings', 'realm_user_settings_defaults');
    expect(before.user_settings.web_inbox_show_channel_folders).toBe(true);
    expect(before.realm_user_settings_defaults.web_inbox_show_channel_folders).toBe(true);
    await member.client.succeed('PATCH', '/settings', { web_inbox_show_channel_folders: false });
    expect(await queue.next(isEvent('user_settings', 'update'))).toMatchObject({
      property: 'web_inbox_show_channel_folders',
      value: false,
    });
    const { user_settings: settings } = await registered(member, 'user_settings');
    expect(settings.web_inbox_show_channel_folders).toBe(false);
  });

  it('level 433: accounts that an import made are stubs until somebody signs in with them', async () => {
    const author = await organization.createPerson('Author');
    await inDatabase(cluster, (database) =>
      database.query('test_make_stub', 'UPDATE account SET is_imported_stub = true WHERE id = $1', [author.userId]),
    );
    const own = await organization.createPerson('Other');
    const { user } = await own.client.succeed('GET', `/users/${own.userId}`);
    expect(user.is_imported_stub).toBe(false);
    const { cross_realm_bots: bots, realm_users: users } = await registered(own, 'realm_user');
    const isStub = new Map<number, unknown>(
      [...bots, ...users].map(({ user_id: id, is_imported_stub: value }) => [id, value]),
    );
    expect(isStub.get(author.userId)).toBe(true);
    isStub.delete(author.userId);
    expect(new Set(isStub.values())).toEqual(new Set([false]));
    expect((await own.client.succeed('GET', '/users/me')).is_imported_stub).toBe(false);

    const queue = await TestQueue.register(own, { event_types: ['realm_user'] });
    const signIn = () => organization.anonymous.succeed('POST', '/dev_fetch_api_key', { username: author.email });
    await Promise.all([signIn(), signIn(), signIn()]);
    await own.client.succeed('PATCH', '/settings', { full_name: 'Renamed' });
    const events = await queue.until(({ person }) => (person as { full_name?: string }).full_name === 'Renamed');
    expect(events.filter(({ person }) => 'is_imported_stub' in (person as object))).toEqual([
      expect.objectContaining({
        type: 'realm_user',
        op: 'update',
        person: { user_id: author.userId, is_imported_stub: false },
      }),
    ]);
  });

  it('level 434: a new organization tells changes of channels only where it wants to', async () => {
    const quiet = await createOrganization(cluster, { send_channel_events_messages: false });
    const channel = await createChannel(quiet.owner);
    const change = (description: string) =>
      quiet.owner.client.succeed('PATCH', `/streams/${channel.id}`, { description });
    const told = () => fetchNewest(quiet.owner, [['channel', channel.name]], { apply_markdown: false });
    await change('first');
    expect(await told()).toEqual([]);
    await quiet.owner.client.succeed('PATCH', '/realm', { send_channel_events_messages: true });
    await change('second');
    expect((await told()).map(({ content }) => content)).toEqual([expect.stringContaining('second')]);
  });

  it('level 434: notices about topics are not affected', async () => {
    const quiet = await createOrganization(cluster, { send_channel_events_messages: false });
    const channel = await createChannel(quiet.owner);
    const id = await sendToChannel(quiet.owner, channel, { topic: 'task' });
    await quiet.owner.client.succeed('PATCH', `/messages/${id}`, { topic: '✔ task', propagate_mode: 'change_all' });
    const found = await fetchNewest(quiet.owner, [['channel', channel.name]], { apply_markdown: false });
    expect(found.map(({ client }) => client)).toContain('Internal');
  });

  it("level 435: kinds of reports come with names in the user's language", async () => {
    await member.client.succeed('PATCH', '/settings', { default_language: 'en' });
    const { server_report_message_types: types } = await registered(member, 'realm');
    expect(types).toEqual([
      { key: 'spam', name: 'Spam' },
      { key: 'harassment', name: 'Harassment' },
      { key: 'inappropriate', name: 'Inappropriate content' },
      { key: 'norms', name: 'Violates community norms' },
      { key: 'other', name: 'Other reason' },
    ]);
    await member.client.succeed('PATCH', '/settings', { default_language: 'de' });
    const { server_report_message_types: translated } = await registered(member, 'realm');
    expect(translated.map(({ key }: { key: string }) => key)).toEqual(types.map(({ key }: { key: string }) => key));
    expect(translated).not.toEqual(types);
  });

  it('level 438: owners have no access to private content', async () => {
    expect(await registered(owner, 'realm')).toMatchObject({ realm_owner_full_content_access: false });
  });

  it('level 439: clients that declare user_settings_object get user_settings alone, others the earlier events too', async () => {
    const types = ['user_settings', 'update_display_settings'];
    const [modern, early] = [
      await TestQueue.register(owner, { event_types: types, client_capabilities: { user_settings_object: true } }),
      await TestQueue.register(owner, { event_types: types }),
    ];
    await owner.client.succeed('PATCH', '/settings', { starred_message_counts: false });
    await owner.client.succeed('PATCH', '/settings', { web_font_size_px: 15 });
    const last = ({ property }: { property?: unknown }) => property === 'web_font_size_px';
    expect((await modern.until(last)).map(kindOf)).not.toContain('update_display_settings');
    expect((await early.until(last)).map(kindOf)).toContain('update_display_settings');
  });

  it('level 442: GIFs of two services share their ratings', async () => {
    const state = await registered(member, 'realm', 'giphy', 'tenor');
    expect(state).toMatchObject({ giphy_api_key: '', tenor_api_key: '' });
    expect(state).not.toHaveProperty('giphy_rating_options');
    expect(state.gif_rating_policy_options).toEqual({
      disabled: { name: 'GIF integration disabled', id: 0 },
      g: { name: 'Allow GIFs rated G (General audience)', id: 1 },
      pg: { name: 'Allow GIFs rated PG (Parental guidance)', id: 2 },
      'pg-13': { name: 'Allow GIFs rated PG-13 (Parental guidance - under 13)', id: 3 },
      r: { name: 'Allow GIFs rated R (Restricted)', id: 4 },
    });
    expect(await member.client.succeed('POST', '/register')).toMatchObject({ tenor_api_key: '' });
  });

  describe('level 440: the channels of a user', () => {
    const channelsOf = async (viewer: Person, target: Person) =>
      (await viewer.client.succeed('GET', `/users/${target.userId}/channels`)).subscribed_channel_ids;
    const refused = (viewer: Person, id: number) => viewer.client.get(`/users/${id}/channels`);

    it('are those that the caller can see, ascending, without archived ones', async () => {
      const [ada, guest] = [await organization.createPerson('Ada'), await organization.createPerson('Gus', 600)];
      const open = await createChannel(owner, [ada, guest]);
      const hidden = await createChannel(ada, [], { invite_only: true });
      const granted = await createChannel(ada, [], {
        invite_only: true,
        can_add_subscribers_group: listing([member]),
      });
      const archived = await createChannel(owner, [ada]);
      await owner.client.succeed('DELETE', `/streams/${archived.id}`);
      const own = await channelsOf(ada, ada);
      expect(own).toEqual([...own].sort((first: number, second: number) => first - second));
      expect(own).toEqual(expect.arrayContaining([open.id, hidden.id, granted.id]));
      expect(own).not.toContain(archived.id);
      // Administrators see that private channels are there.
      expect(await channelsOf(owner, ada)).toEqual(own);
      const seen = await channelsOf(member, ada);
      expect(seen).toEqual(own.filter((id: number) => id !== hidden.id));
      // What guests share: the channel, and the default channels.
      expect(await channelsOf(guest, ada)).toEqual(own.filter((id: number) => ![hidden.id, granted.id].includes(id)));
      expect(await channelsOf(guest, ada)).toContain(open.id);
    });

    it('are not told of strangers, and people whom a limited guest cannot access', async () => {
      expectError(await refused(owner, 999_999_999), 'No such user');
      const gone = await organization.createPerson('Gone');
      await owner.client.succeed('DELETE', `/users/${gone.userId}`);
      expectError(await refused(owner, gone.userId), 'User is deactivated');
      const limited = await createOrganization(cluster);
      const [stranger, guest] = [await limited.createPerson('Stranger'), await limited.createPerson('Gus', 600)];
      await limited.owner.client.succeed('PATCH', '/realm', {
        can_access_all_users_group: { new: (await systemGroups(limited.owner))['role:members'] },
      });
      const { subscriptions } = await guest.client.succeed('GET', '/users/me/subscriptions');
      await guest.client.succeed('DELETE', '/users/me/subscriptions', {
        subscriptions: subscriptions.map(({ name }: { name: string }) => name),
      });
      expectError(await refused(guest, stranger.userId), 'No such user');
    });
  });
});
