import { Parameters, ResponseBody, TestCluster, sharedCluster } from '@stoa/testing';
import { expectError } from '../support/expectations';
import { Organization, createOrganization } from '../support/organizations';
import { Person, unique } from '../support/people';

const NOT_LOGGED_IN = 'Not logged in: API authentication or user session required';
const UNAUTHORIZED = { status: 401, code: 'UNAUTHORIZED' };

/** Registration without an account (realtime.md 1.2, 2.9). */
describe('spectators', () => {
  let cluster: TestCluster;
  let organization: Organization;
  let owner: Person;
  let openChannel: number;

  beforeAll(async () => {
    cluster = await sharedCluster();
    organization = await createOrganization(cluster, { enable_spectator_access: true });
    owner = organization.owner;
    await organization.createPerson('Max');
    openChannel = await createChannel({ is_web_public: true });
    await createChannel();
    await owner.client.succeed('PATCH', '/settings', { email_address_visibility: 1 });
  });

  const createChannel = async (parameters: Parameters = {}) => {
    const name = unique('Channel');
    return (
      await owner.client.succeed('POST', '/channels/create', { name, subscribers: [owner.userId], ...parameters })
    ).id as number;
  };
  const register = (parameters: Parameters = {}) => organization.anonymous.post('/register', parameters);
  const registered = async (parameters: Parameters = {}): Promise<ResponseBody> => {
    const { status, body } = await register(parameters);
    expect(status).toBe(200);
    return body;
  };

  it('get the open channels, with made-up personal fields', async () => {
    const state = await registered();
    expect(state.subscriptions.map(({ stream_id: id }: ResponseBody) => id)).toEqual([openChannel]);
    expect(state.subscriptions[0]).toMatchObject({
      is_muted: false,
      pin_to_top: false,
      desktop_notifications: true,
      color: expect.stringMatching(/^#[0-9a-f]{6}$/),
      is_web_public: true,
    });
    expect(state).toMatchObject({ unsubscribed: [], never_subscribed: [] });
    expect(state).not.toHaveProperty('streams');
    expect(state).toMatchObject({ realm_default_streams: [], realm_default_stream_groups: [] });
  });

  it('have no personal data', async () => {
    expect(await registered()).toMatchObject({
      ...{ alert_words: [], drafts: [], scheduled_messages: [], reminders: [], saved_snippets: [] },
      ...{ navigation_views: [], muted_topics: [], muted_users: [], user_topics: [], starred_messages: [] },
      ...{ recent_private_conversations: [], realm_bots: [], onboarding_steps: [], custom_profile_fields: [] },
      ...{ presences: {}, user_status: {}, push_devices: {}, devices: {}, max_message_id: -1 },
      unread_msgs: { count: 0, pms: [], streams: [], huddles: [], mentions: [] },
      has_zoom_token: false,
    });
    expect(await registered()).not.toHaveProperty('presence_last_update_id');
  });

  it('are an anonymous guest without a queue', async () => {
    expect(await registered()).toMatchObject({
      queue_id: null,
      last_event_id: -1,
      ...{ user_id: 0, is_guest: true, is_admin: false, is_owner: false, is_moderator: false },
      email: 'username@example.com',
      full_name: 'Anonymous User',
      realm_allow_message_editing: false,
      realm_presence_disabled: true,
      user_settings: { default_language: 'en' },
    });
  });

  it('see users without their addresses', async () => {
    const { realm_users: users } = await registered();
    const user = users.find(({ user_id: id }: ResponseBody) => id === owner.userId);
    expect(user).toMatchObject({ full_name: owner.fullName, delivery_email: null });
    expect(user).not.toHaveProperty('timezone');
    expect(user).not.toHaveProperty('profile_data');
    expect(user.date_joined).toMatch(/^\d{4}-\d{2}-\d{2}$/);
  });

  it('get only what they ask for', async () => {
    const state = await registered({ fetch_event_types: ['realm'] });
    expect(state).toHaveProperty('realm_name');
    expect(state).not.toHaveProperty('subscriptions');
  });

  it('may not ask for what needs an account', async () => {
    expectError(await register({ client_gravatar: true }), "Invalid 'client_gravatar' parameter for anonymous request");
    for (const include of ['true', 'partial']) {
      expectError(
        await register({ include_subscribers: include }),
        "Invalid 'include_subscribers' parameter for anonymous request",
      );
    }
    expectError(await register({ narrow: [['near', '1']] }), 'Operator near not supported.');
    const { status, headers } = await organization.anonymous.get('/events', { queue_id: 'x', last_event_id: -1 });
    expect([status, headers.get('www-authenticate')]).toEqual([401, 'Basic realm="zulip"']);
  });

  it('are refused where they are not admitted, or there is nothing for them', async () => {
    const closed = await createOrganization(cluster);
    expectError(await closed.anonymous.post('/register'), NOT_LOGGED_IN, UNAUTHORIZED);
    const empty = await createOrganization(cluster, { enable_spectator_access: true });
    expectError(await empty.anonymous.post('/register'), NOT_LOGGED_IN, UNAUTHORIZED);
    const limited = await createOrganization(cluster, { enable_spectator_access: true, plan_type: 2 });
    expectError(await limited.anonymous.post('/register'), NOT_LOGGED_IN, UNAUTHORIZED);
    const settings = await limited.anonymous.succeed('GET', '/server_settings');
    expect(settings.realm_web_public_access_enabled).toBe(false);
  });

  it('read what is open, and list users', async () => {
    const { id } = await owner.client.succeed('POST', '/messages', {
      type: 'channel',
      to: openChannel,
      topic: 'open',
      content: 'for everybody',
    });
    const { messages } = await organization.anonymous.succeed('GET', '/messages', {
      narrow: [
        { operator: 'channels', operand: 'web-public' },
        { operator: 'channel', operand: openChannel },
      ],
      anchor: 'newest',
      num_before: 10,
      num_after: 0,
    });
    expect(messages.map((message: ResponseBody) => message.id)).toContain(id);
    const { topics } = await organization.anonymous.succeed('GET', `/users/me/${openChannel}/topics`);
    expect(topics.map(({ name }: ResponseBody) => name)).toContain('open');
    const { members } = await organization.anonymous.succeed('GET', '/users');
    expect(members.length).toBeGreaterThanOrEqual(2);
  });
});
