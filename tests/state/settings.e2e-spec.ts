import { Parameters, TestCluster, sharedCluster } from '@stoa/testing';
import { expectStateFolds } from '../support/folding';
import { Organization, createOrganization } from '../support/organizations';
import { Person } from '../support/people';

const TYPES = [
  ...['realm_user', 'user_settings', 'update_display_settings', 'update_global_notifications', 'realm_linkifiers'],
  ...['realm_user_settings_defaults', 'realm_playgrounds', 'realm_domains', 'custom_profile_fields', 'alert_words'],
  ...['muted_users', 'onboarding_steps', 'message', 'update_message_flags', 'navigation_views', 'realm'],
];

/** State plus events is state, also for settings and lists (realtime.md 9.1). */
describe('folding changes of settings and lists into the state', () => {
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

  /** Names of kinds of reports are in the language of the registration, and clients start anew in another language. */
  const except = ['server_report_message_types'];

  async function expectFolded(viewer: Person, isModern: boolean, act: () => Promise<unknown>): Promise<void> {
    const registration: Parameters = {
      client_gravatar: false,
      event_types: [...TYPES, 'navigation_view'],
      fetch_event_types: TYPES,
      client_capabilities: { user_settings_object: isModern, linkifier_url_template: true, empty_topic_name: true },
    };
    await expectStateFolds({ viewers: [{ person: viewer, registration }], markedBy: owner, except }, act);
  }

  const change = (person: Person, parameters: Parameters) => person.client.succeed('PATCH', '/settings', parameters);

  it.each([true, false])('of personal settings, modern client: %s', (isModern) =>
    expectFolded(member, isModern, async () => {
      await change(member, { enter_sends: isModern, enable_sounds: isModern, user_list_style: isModern ? 1 : 2 });
      await change(member, { timezone: isModern ? 'Europe/Berlin' : 'Asia/Tokyo', default_language: 'de' });
      await change(member, { full_name: `Member ${String(isModern)}`, email_address_visibility: isModern ? 1 : 4 });
    }),
  );

  it('of what others change of themselves', () =>
    expectFolded(owner, true, async () => {
      await change(member, { timezone: 'Africa/Lagos', full_name: 'Somebody' });
      await change(member, { email_address_visibility: 2 });
      await change(member, { email_address_visibility: 1 });
    }));

  it('of personal lists', () =>
    expectFolded(member, true, async () => {
      const { client } = member;
      await owner.client.succeed('POST', '/messages', { type: 'direct', to: [member.userId], content: 'hi' });
      await client.succeed('POST', '/users/me/alert_words', { alert_words: ['tea', 'coffee'] });
      await client.succeed('DELETE', '/users/me/alert_words', { alert_words: ['tea'] });
      await client.succeed('POST', '/users/me/onboarding_steps', { onboarding_step: 'intro_inbox_view_modal' });
      await client.succeed('POST', '/navigation_views', { fragment: 'inbox', is_pinned: true });
      await client.succeed('PATCH', '/navigation_views/inbox', { is_pinned: false });
      await client.succeed('POST', `/users/me/muted_users/${owner.userId}`);
    }));

  it('of what administrators configure', () =>
    expectFolded(member, true, async () => {
      const { client } = owner;
      await client.succeed('PATCH', '/realm/user_settings_defaults', { emojiset: 'twitter', enter_sends: true });
      await client.succeed('POST', '/realm/filters', { pattern: 'a', url_template: 'https://a/' });
      const playground = { name: 'p', pygments_language: 'Python', url_template: 'https://p/{code}' };
      await client.succeed('POST', '/realm/playgrounds', playground);
      await client.succeed('POST', '/realm/domains', { domain: 'a.example', allow_subdomains: true });
      await client.succeed('PATCH', '/realm/domains/a.example', { allow_subdomains: false });
      await client.succeed('POST', '/realm/domains', { domain: 'b.example', allow_subdomains: true });
      await client.succeed('DELETE', '/realm/domains/b.example');
    }));

  it('of profile fields and their values', async () => {
    const create = async (parameters: Parameters): Promise<number> =>
      (await owner.client.succeed('POST', '/realm/profile_fields', parameters)).id;
    const options = { '0': { text: 'Red', order: '1' }, '1': { text: 'Blue', order: '2' } };
    const list = await create({ field_type: 3, name: 'Colour', field_data: options });
    const text = await create({ field_type: 1, name: 'Food' });
    await expectFolded(owner, true, async () => {
      const data = [
        { id: list, value: '0' },
        { id: text, value: 'tea' },
      ];
      await member.client.succeed('PATCH', '/users/me/profile_data', { data });
      await member.client.succeed('DELETE', '/users/me/profile_data', { data: [text] });
    });
    await expectFolded(owner, true, async () => {
      await owner.client.succeed('PATCH', `/realm/profile_fields/${list}`, { field_data: { '1': options[1] } });
      await owner.client.succeed('DELETE', `/realm/profile_fields/${text}`);
    });
  });
});
