import { Parameters, TestClient, TestCluster, eventually, sharedCluster } from '@stoa/testing';
import { expectError } from '../support/expectations';
import { Organization, createOrganization } from '../support/organizations';
import { mailTo, mailsTo } from '../support/mail';
import { pathOf, visit } from '../support/pages';
import { Person, addPerson, createBot, createPerson, ownerOf } from '../support/people';
import { ClientEvent, TestQueue, isEvent } from '../support/test-queue';

const MODERN = { client_capabilities: { user_settings_object: true } };
const SETTINGS_EVENTS = [
  'user_settings',
  'update_display_settings',
  'update_global_notifications',
  'realm_user',
  'realm_export_consent',
];

describe('settings', () => {
  let cluster: TestCluster;
  let ada: Person;
  let bob: Person;

  beforeAll(async () => {
    cluster = await sharedCluster();
    [ada, bob] = await Promise.all([createPerson(cluster, 'Ada'), createPerson(cluster, 'Bob')]);
  });

  const change = (person: Person, parameters: Parameters, path = '/settings') =>
    person.client.succeed('PATCH', path, parameters);
  const register = (person: Person, parameters: Parameters = MODERN) =>
    TestQueue.register(person, { event_types: SETTINGS_EVENTS, ...parameters });
  /** What came up to the last event of the change. */
  const until = async (queue: TestQueue, last: (event: ClientEvent) => boolean) =>
    (await queue.until(last)).map(({ id: _id, ...event }) => event);
  const property = (name: string) => (event: ClientEvent) => event.property === name;

  it('change one by one, told once each, and are registered', async () => {
    const queue = await register(ada);
    await change(ada, {
      twenty_four_hour_time: true,
      color_scheme: 2,
      web_font_size_px: 18,
      notification_sound: 'ding',
    });
    expect(await until(queue, property('notification_sound'))).toEqual([
      { type: 'user_settings', op: 'update', property: 'twenty_four_hour_time', value: true },
      { type: 'user_settings', op: 'update', property: 'color_scheme', value: 2 },
      { type: 'user_settings', op: 'update', property: 'web_font_size_px', value: 18 },
      { type: 'user_settings', op: 'update', property: 'notification_sound', value: 'ding' },
    ]);
    const { state } = await register(ada, { ...MODERN, fetch_event_types: ['user_settings'] });
    expect(state.user_settings).toMatchObject({ twenty_four_hour_time: true, color_scheme: 2, web_font_size_px: 18 });
  });

  it('are told once more to clients of the older form', async () => {
    const queue = await register(bob, {});
    await change(bob, { enter_sends: true, enable_sounds: false, user_list_style: 1 }, '/settings/notifications');
    const { email } = await bob.client.succeed('GET', '/users/me');
    expect((await until(queue, property('user_list_style'))).slice(0, 2)).toEqual([
      { type: 'user_settings', op: 'update', property: 'enter_sends', value: true },
      { type: 'update_display_settings', user: email, setting_name: 'enter_sends', setting: true },
    ]);
    const [sound, legacy] = await until(queue, isEvent('update_global_notifications'));
    expect(sound).toEqual({ type: 'user_settings', op: 'update', property: 'enable_sounds', value: false });
    expect(legacy).toEqual({
      type: 'update_global_notifications',
      user: email,
      notification_name: 'enable_sounds',
      setting: false,
    });
  });

  it('that are the same already change nothing', async () => {
    const queue = await register(ada);
    await change(ada, { emojiset: 'twitter' });
    await change(ada, { emojiset: 'twitter', web_home_view: 'all_messages' }, '/settings/display');
    expect((await until(queue, property('web_home_view'))).map((event) => event.property)).toEqual([
      'emojiset',
      'web_home_view',
    ]);
  });

  it('name the language in events', async () => {
    const queue = await register(ada, {});
    await change(ada, { default_language: 'de' });
    const events = await until(queue, isEvent('update_display_settings'));
    expect(events[0]).toMatchObject({ property: 'default_language', value: 'de', language_name: 'German' });
    expect(events[1]).toMatchObject({ setting_name: 'default_language', setting: 'de', language_name: 'German' });
    await change(ada, { default_language: 'en' });
  });

  it('leave out what they do not know', async () => {
    const { ignored_parameters_unsupported: ignored } = await change(ada, { dense_mode: true, default_view: 'x' });
    expect(ignored).toEqual(['default_view', 'dense_mode']);
  });

  it.each<[Parameters, string]>([
    [{ color_scheme: 7 }, 'Invalid color_scheme: Value error, Not in the list of possible values'],
    [{ color_scheme: '"2"' }, 'color_scheme is not an integer'],
    [{ enter_sends: 1 }, 'enter_sends is not a boolean'],
    [{ emojiset: 'google-blob' }, 'Invalid emojiset: Value error, Not in the list of possible values'],
    [{ web_home_view: 'latest' }, 'Invalid web_home_view: Value error, Not in the list of possible values'],
    [
      { web_animate_image_previews: 'x' },
      'Invalid web_animate_image_previews: Value error, Not in the list of possible values',
    ],
    [{ resolved_topic_notice_auto_read_policy: 'x' }, 'Invalid resolved_topic_notice_auto_read_policy'],
    [{ default_language: 'xx' }, 'Invalid default_language'],
    [{ notification_sound: 'gong' }, "Invalid notification sound 'gong'"],
    [{ email_notifications_batching_period_seconds: 0 }, 'Invalid email batching period: 0 seconds'],
    [{ email_notifications_batching_period_seconds: 604_801 }, 'Invalid email batching period: 604801 seconds'],
    [{ timezone: 'Mars/Olympus' }, 'Invalid timezone: Value error, Not a recognized time zone'],
    [{ web_font_size_px: 99_999_999 }, 'web_font_size_px is too large'],
    [{ full_name: '' }, 'Name must not be empty!'],
    [{ full_name: 'Ada*' }, 'Invalid characters in name!'],
    [{ full_name: 'x'.repeat(101) }, 'Name too long!'],
    [{ full_name: 'Ada|12' }, 'Invalid format!'],
    [{ new_password: 'longer-4-quartz' }, 'Wrong password!'],
    [{ old_password: 'nonsense', new_password: 'longer-4-quartz' }, 'Wrong password!'],
    [{ email: 'nonsense' }, 'Invalid address.'],
    [{ email: 'ada@mailinator.com' }, 'Please use your real email address.'],
  ])('%j is refused, and nothing else changes either', async (parameters, msg) => {
    expectError(await ada.client.patch('/settings', { high_contrast_mode: true, ...parameters }), msg);
    const { user_settings: settings } = (await register(ada, { ...MODERN, fetch_event_types: ['user_settings'] }))
      .state;
    expect(settings.high_contrast_mode).toBe(false);
  });

  it('tell others a time zone, in its canonical name', async () => {
    const [queue, bobs] = await Promise.all([register(ada), register(bob)]);
    await change(ada, { timezone: 'Asia/Calcutta' });
    const isZone = (event: ClientEvent) => event.person?.timezone !== undefined;
    const { email } = await ada.client.succeed('GET', '/users/me');
    const person = { user_id: ada.userId, email, timezone: 'Asia/Kolkata' };
    expect((await bobs.next(isZone)).person).toEqual(person);
    const [own] = await until(queue, isZone);
    expect(own).toMatchObject({ type: 'user_settings', property: 'timezone', value: 'Asia/Kolkata' });
    expect((await ada.client.succeed('GET', '/users/me')).timezone).toBe('Asia/Kolkata');
  });

  it('tell others a new name', async () => {
    const bobs = await register(bob);
    await change(ada, { full_name: ` ${ada.fullName} Lovelace ` });
    const { person } = await bobs.next((event) => event.person?.full_name !== undefined);
    expect(person).toEqual({ user_id: ada.userId, full_name: `${ada.fullName} Lovelace` });
  });

  it('change a password; keys stay valid', async () => {
    const eve = await addPerson(await ownerOf(cluster), 'Eve');
    const password = 'quartz-7-lemur-42';
    expectError(
      await eve.client.patch('/settings', { old_password: eve.password, new_password: 'abcdef' }),
      'New password is too weak!',
    );
    await change(eve, { old_password: eve.password, new_password: password });
    await eve.client.succeed('GET', '/users/me');
    await eve.client.anonymous().succeed('POST', '/fetch_api_key', { username: eve.email, password });
    expect(
      (await eve.client.anonymous().post('/fetch_api_key', { username: eve.email, password: eve.password })).status,
    ).toBe(401);
  });

  it('refuse addresses that are taken, and keep the address until the new one is confirmed', async () => {
    expectError(await ada.client.patch('/settings', { email: bob.email }), 'Already has an account.');
    const { cross_realm_bots: bots } = (await register(ada, { fetch_event_types: ['realm_user'] })).state;
    expectError(await ada.client.patch('/settings', { email: bots[0].delivery_email }), 'Reserved for system bots.');
    await change(ada, { email: ` ${ada.email} ` });
    expect((await ada.client.succeed('GET', '/users/me')).delivery_email).toBe(ada.email);
  });

  it('change the address once the link in the mail is opened, and not before', async () => {
    const eve = await createPerson(cluster, 'Eve');
    const address = `new-${eve.email}`;
    const owner = await ownerOf(cluster);
    const [own, owners] = await Promise.all([register(eve), register(owner)]);
    await change(eve, { email: address });
    expect((await eve.client.succeed('GET', '/users/me')).delivery_email).toBe(eve.email);
    const link = /http\S+/.exec((await mailTo(cluster, address)).text.split('confirm it:')[1] ?? '')?.[0] ?? '';
    // Programs that look at mails open links: that alone changes nothing.
    expect((await visit(cluster, eve.client.host ?? '', pathOf(link))).status).toBeLessThan(500);
    expect((await eve.client.succeed('GET', '/users/me')).delivery_email).toBe(eve.email);
    const confirm = (key: string) => eve.client.browser().post('/email_change/confirm', { key });
    const key = link.split('/').at(-1) ?? '';
    expect([(await confirm(`${key}x`)).status, (await confirm(`${key}x`)).body.reason]).toEqual([404, 'unknown']);
    const page = eve.client.browser();
    const foreign = await page.post('/email_change/confirm', { key }, { headers: { origin: 'https://evil.example' } });
    expect([foreign.status, foreign.body.code]).toEqual([403, 'CSRF_FAILED']);
    const nowhere = new TestClient(page.baseUrl, undefined, `none.${new URL(page.baseUrl).host}`).browser();
    expect((await nowhere.post('/email_change/confirm', { key })).body.code).toBe('NONEXISTENT_SUBDOMAIN');
    expect((await confirm(key)).status).toBe(200);
    const told = await eventually(async () =>
      (await mailsTo(cluster, eve.email)).find(({ subject }) => subject.startsWith('The address of your account of')),
    );
    expect(told.text).toContain(`from ${eve.email} to ${address}`);
    // The key is good for the new address at once, and no longer for the old one.
    const renamed = eve.client.as(address, eve.apiKey);
    expect((await renamed.succeed('GET', '/users/me')).delivery_email).toBe(address);
    expect((await eve.client.get('/users/me')).status).toBe(401);
    const isAddress = (event: ClientEvent) => event.person?.delivery_email !== undefined;
    const person = { user_id: eve.userId, delivery_email: address };
    const mine = own.readBy(renamed);
    expect((await mine.next(isAddress)).person).toEqual(person);
    expect((await owners.next(isAddress)).person).toEqual(person);
    expect((await mine.next((event) => event.person?.avatar_url !== undefined)).person.avatar_source).toBe('G');
    expectError(await confirm(key), 'This link has been used already.', { status: 404, reason: 'used' });
  });

  it('are not for bots', async () => {
    const { client: bot } = await createBot(ada);
    expectError(await bot.patch('/settings', { enter_sends: true }), 'This endpoint does not accept bot requests.');
  });

  describe('of an organization of its own', () => {
    let organization: Organization;
    let member: Person;
    let other: Person;

    beforeAll(async () => {
      organization = await createOrganization(cluster, { name_changes_disabled: true, email_changes_disabled: true });
      member = await organization.createPerson('Member');
      other = await organization.createPerson('Other');
    });

    it('keep a name that may not be changed without saying so, and refuse another address', async () => {
      await change(member, { full_name: 'Somebody Else' });
      expect((await member.client.succeed('GET', '/users/me')).full_name).toBe(member.fullName);
      expectError(
        await member.client.patch('/settings', { email: 'new@people.example' }),
        'Email address changes are disabled in this organization.',
      );
      const name = `${organization.owner.fullName} II`;
      await change(organization.owner, { full_name: name });
      expect((await organization.owner.client.succeed('GET', '/users/me')).full_name).toBe(name);
    });

    it('show an address to whom it becomes visible, and hide it again', async () => {
      const [others, owners] = await Promise.all([register(other), register(organization.owner)]);
      await change(member, { email_address_visibility: 1 });
      const isPerson = (key: string) => (event: ClientEvent) => event.person?.[key] !== undefined;
      const person = { user_id: member.userId };
      expect((await others.next(isPerson('delivery_email'))).person).toEqual({
        ...person,
        delivery_email: member.email,
      });
      expect((await others.next(isPerson('new_email'))).person).toEqual({ ...person, new_email: member.email });
      expect((await others.next(isPerson('avatar_url'))).person).toMatchObject({ ...person, avatar_source: 'G' });
      await change(member, { email_address_visibility: 4 });
      expect((await others.next(isPerson('delivery_email'))).person).toEqual({ ...person, delivery_email: null });
      const dummy = (await others.next(isPerson('new_email'))).person.new_email;
      expect(dummy).toMatch(new RegExp(`^user${member.userId}@`));
      expect((await owners.next(isPerson('delivery_email'))).person.delivery_email).toBeNull();
      expect((await member.client.succeed('GET', '/users/me')).email).toBe(dummy);
    });

    it('tell administrators alone about consent to exports', async () => {
      const [owners, others] = await Promise.all([register(organization.owner), register(other)]);
      await change(member, { allow_private_data_export: true });
      const { id: _id, ...event } = await owners.next(isEvent('realm_export_consent'));
      expect(event).toEqual({ type: 'realm_export_consent', user_id: member.userId, consented: true });
      await change(other, { enter_sends: true });
      expect((await until(others, property('enter_sends'))).map(({ type }) => type)).toEqual(['user_settings']);
    });

    it('delete drafts that are not to be kept on the server', async () => {
      const drafts = [{ type: '', to: [], topic: '', content: 'unfinished', timestamp: 1 }];
      await member.client.succeed('POST', '/drafts', { drafts });
      await change(member, { enable_drafts_synchronization: false });
      await change(member, { enable_drafts_synchronization: true });
      expect((await member.client.succeed('GET', '/drafts')).drafts).toEqual([]);
    });
  });
});
