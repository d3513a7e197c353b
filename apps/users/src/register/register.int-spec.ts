import { VERSION_FIELDS } from '@stoa/contracts/server';
import { ALL_CAPABILITIES, NO_CAPABILITIES, RegisterResponseSchema } from '@stoa/contracts/users';
import { CreatedRealm } from '@stoa/database';
import { AnswerSegment, FragmentId, KnownFragments } from '@stoa/fragments';
import { type Fields, Registrations, type State } from '../test-support/registrations';
import { TEST_HOST, UsersApplication } from '../test-support/users-application';

describe('registration', () => {
  let app: UsersApplication;
  let realm: CreatedRealm;
  let registrations: Registrations;
  let owner = 0;
  let member = 0;
  let guest = 0;
  let bot = 0;

  beforeAll(async () => {
    app = await UsersApplication.start();
    realm = await app.createRealm();
    registrations = new Registrations(app, realm.id);
    [owner = 0, member = 0, guest = 0] = await app.createAccounts(realm, [
      { fullName: 'Olive Owner', deliveryEmail: 'olive@example.com', role: 100 },
      { fullName: 'Max Member', deliveryEmail: 'max@example.com' },
      { fullName: 'Gina Guest', deliveryEmail: 'gina@example.com', role: 600 },
    ]);
    [bot = 0] = await app.createAccounts(realm, [
      { fullName: 'Bob Bot', deliveryEmail: 'bob-bot@example.com', botType: 1, botOwnerId: member },
    ]);
  });
  afterAll(() => app.stop());

  const segments: Registrations['segments'] = (userId, changes) => registrations.segments(userId, changes);
  const registered: Registrations['state'] = (userId, changes) => registrations.state(userId, changes);

  it('gives every part of the state in its declared form', async () => {
    const state = await registered(owner, { include_subscribers: 'true' });
    const missing = Object.entries(RegisterResponseSchema.properties)
      .map(([name]) => name)
      .filter((name) => !(name in state));
    expect(missing).toEqual(['demo_organization_scheduled_deletion_date']);
    expect(state).toMatchObject({
      last_event_id: -1,
      queue_id: expect.stringMatching(/^[0-9a-f-]{36}$/),
      ...VERSION_FIELDS,
      user_id: owner,
      is_owner: true,
      is_admin: true,
      is_moderator: true,
      is_guest: false,
      realm_url: `http://${TEST_HOST}`,
      max_message_id: -1,
      email: `user${owner}@${TEST_HOST}`,
      delivery_email: 'olive@example.com',
    });
  });

  it.each(['owner', 'member', 'guest', 'bot'] as const)(
    'conforms for %s with all capabilities and none',
    async (who) => {
      const userId = { owner, member, guest, bot }[who];
      for (const client_capabilities of [NO_CAPABILITIES, ALL_CAPABILITIES]) {
        for (const include_subscribers of ['true', 'false', 'partial'] as const) {
          await registered(userId, {
            client_capabilities,
            include_subscribers,
            client_gravatar: false,
            slim_presence: true,
          });
        }
      }
    },
  );

  it('shows users as the viewer may see them', async () => {
    const byId = (state: State): Map<number, Fields> =>
      new Map((state.realm_users ?? []).map((user) => [Number(user.user_id), user]));
    const seenByOwner = byId(await registered(owner));
    expect([...seenByOwner.keys()]).toEqual([owner, member, guest, bot]);
    expect(seenByOwner.get(member)).toMatchObject({
      delivery_email: 'max@example.com',
      avatar_url: expect.stringContaining('gravatar'),
    });
    const seenByMember = byId(await registered(member));
    expect(seenByMember.get(owner)).toMatchObject({
      delivery_email: null,
      avatar_url: expect.stringContaining('gravatar'),
    });
    expect(seenByMember.get(member)).toMatchObject({
      delivery_email: 'max@example.com',
      avatar_url: expect.stringContaining('gravatar'),
    });
    expect(seenByMember.get(bot)).toMatchObject({ bot_type: 1, bot_owner_id: member });
  });

  it('says to whom the operator gives the right to change addresses', async () => {
    const told = async (userId: number) =>
      (await registered(userId, { event_types: ['realm_user'] })).can_change_user_emails;
    expect(await told(owner)).toBe(false);
    await app.run('UPDATE account SET can_change_user_emails = true WHERE id = $1', [owner]);
    expect([await told(owner), await told(member)]).toEqual([true, false]);
    await app.run('UPDATE account SET can_change_user_emails = false WHERE id = $1', [owner]);
  });

  it('lists channels by subscription, with their subscribers', async () => {
    const state = await registered(member, { include_subscribers: 'true' });
    expect(state.subscriptions?.map(({ name }) => name)).toEqual(['general', 'sandbox', 'stoa']);
    expect(state.subscriptions?.[0]).toMatchObject({
      subscribers: [owner, member, guest],
      subscriber_count: 3,
      is_muted: false,
      in_home_view: true,
      color: expect.stringMatching(/^#[0-9a-f]{6}$/),
      desktop_notifications: false,
      wildcard_mentions_notify: null,
      can_administer_channel_group: realm.groups['role:nobody'],
    });
    expect(state.never_subscribed).toEqual([]);
    expect((await registered(bot)).never_subscribed).toHaveLength(3);
    const inheriting = await registered(member, {
      client_capabilities: { ...NO_CAPABILITIES, notification_settings_null: true },
    });
    expect(inheriting.subscriptions?.[0]).toMatchObject({ desktop_notifications: null });
  });

  it('says how much is written in channels, of each organization its own', async () => {
    const busy = await app.createRealm('busy');
    const [reader = 0] = await app.createAccounts(busy, [
      { fullName: 'Rita Reader', deliveryEmail: 'rita@example.com', role: 100 },
    ]);
    const [first, second] = busy.channels;
    await app.database.query(
      'test_old_channels',
      "UPDATE channel SET date_created = now() - interval '90 days' WHERE realm_id = $1",
      [busy.id],
    );
    await app.database.query(
      'test_traffic',
      `INSERT INTO channel_traffic (channel_id, day, messages)
       VALUES ($1, current_date - 40, 4000), ($1, current_date - 27, 40), ($1, current_date, 60), ($2, current_date, 1)`,
      [first?.id, second?.id],
    );
    const { subscriptions = [] } = await registered(reader, { realm_id: busy.id });
    const traffic = new Map(subscriptions.map((channel) => [channel.stream_id, channel.stream_weekly_traffic]));
    expect([...traffic.values()].sort()).toEqual([0, 1, 25]);
    expect([traffic.get(first?.id), traffic.get(second?.id)]).toEqual([25, 1]);
    const { subscriptions: others = [] } = await registered(member);
    expect(others.map((channel) => channel.stream_weekly_traffic)).toEqual([null, null, null]);
  });

  it('counts full members and roles in groups', async () => {
    const state = await registered(member);
    const groups = state.realm_user_groups as { name: string; members: number[]; direct_subgroup_ids: number[] }[];
    const members = Object.fromEntries(groups.map((group) => [group.name, group.members]));
    expect(members).toMatchObject({
      'role:owners': [owner],
      'role:fullmembers': [member, bot],
      'role:members': [member, bot],
      'role:everyone': [guest],
    });
  });

  it('fetches only what was asked for', async () => {
    const state = await registered(bot, { event_types: ['message'], fetch_event_types: ['message'] });
    expect(Object.keys(state).sort()).toEqual([
      'idle_queue_timeout_secs',
      'last_event_id',
      'max_message_id',
      'queue_id',
      'service_feature_level',
      'service_merge_base',
      'service_version',
      'zulip_feature_level',
      'zulip_merge_base',
      'zulip_version',
    ]);
  });

  it('withholds fragments that the caller holds, until they change', async () => {
    const other = await app.createRealm('other');
    const account = { fullName: 'Olga', deliveryEmail: 'olga@example.com', role: 100 };
    const [olga = 0] = await app.createAccounts(other, [account]);
    const known: Record<string, string[]> = {};
    for (const { fragment } of await segments(olga, { realm_id: other.id })) {
      if (fragment) (known[fragment.scope] ??= []).push(`${fragment.name}@${fragment.version}`);
    }
    const withheld = async (): Promise<number> => {
      const parts = await segments(olga, { realm_id: other.id, known });
      return parts.filter(({ fragment, bytes }) => fragment?.scope.startsWith('users:') && bytes === null).length;
    };
    expect(await withheld()).toBe(1);
    await app.createAccounts(other, [{ fullName: 'Late', deliveryEmail: 'late@example.com' }]);
    expect(await withheld()).toBe(0);
    const state = await registered(olga, { realm_id: other.id });
    expect(state.realm_users?.map(({ full_name }) => full_name)).toEqual(['Olga', 'Late']);
  });

  it('shows settings as they are, whoever was shown them before', async () => {
    const other = await app.createRealm('settings');
    const [english = 0, german = 0] = await app.createAccounts(other, [
      { fullName: 'Olga', deliveryEmail: 'olga@settings.example', role: 100 },
      { fullName: 'Karl', deliveryEmail: 'karl@settings.example' },
    ]);
    const seenBy = async (userId: number) => {
      const state = await registered(userId, { realm_id: other.id });
      const reasons = state.server_report_message_types?.map(({ name }) => name).join();
      const { twenty_four_hour_time: hours } = Object(state.realm_user_settings_defaults);
      return { name: state.realm_name, isPushed: state.realm_push_notifications_enabled, reasons, hours };
    };
    await app.database.query('test_language', `UPDATE account SET default_language = 'de' WHERE id = $1`, [german]);
    const before = await seenBy(english);
    const { reasons, ...same } = await seenBy(german);
    expect(before).toEqual({ ...same, reasons: expect.any(String) });
    expect(before.reasons).not.toBe(reasons);
    for (const [name, text] of [
      ['test_name', `UPDATE realm SET name = 'Renamed' WHERE id = $1`],
      ['test_hours', 'UPDATE realm_user_default SET twenty_four_hour_time = true WHERE realm_id = $1'],
      ['test_pushed', 'INSERT INTO realm_push_status (realm_id, push_notifications_enabled) VALUES ($1, true)'],
    ] as const) {
      await app.database.query(name, text, [other.id]);
    }
    expect([before.hours, before.isPushed]).toEqual([false, false]);
    expect(await seenBy(english)).toEqual({ name: 'Renamed', isPushed: true, reasons: before.reasons, hours: true });
  });

  it('gives each viewer the parts of shared texts that the viewer may see', async () => {
    const other = await app.createRealm('parts');
    const [olga = 0] = await app.createAccounts(other, [
      { fullName: 'Olga', deliveryEmail: 'olga@parts.example', role: 100 },
    ]);
    const [outsider = 0] = await app.createAccounts(other, [
      { fullName: 'Bea', deliveryEmail: 'bea-bot@parts.example', botType: 1, botOwnerId: olga },
    ]);
    const sandbox = other.channels.find(({ name }) => name === 'sandbox')?.id;
    await app.database.query(
      'test_private',
      'UPDATE channel SET invite_only = true, history_public_to_subscribers = false, version = version + 1 WHERE id = $1',
      [sandbox],
    );
    await app.database.query(
      'test_private_version',
      'UPDATE set_version SET version = (SELECT max(version) FROM channel WHERE realm_id = $2) WHERE key = $1',
      [`realm:${other.id}:channels`, other.id],
    );
    const held = new Map<string, Buffer>();
    const known: KnownFragments = {};
    const own = (parts: readonly AnswerSegment[]): number =>
      parts.reduce((sum, { fragment, bytes }) => sum + (fragment ? 0 : (bytes?.length ?? 0)), 0);
    const keep = ({ scope, name, version }: FragmentId, bytes: Buffer): void => {
      held.set(`${scope}#${name}@${version}`, bytes);
      (known[scope] ??= []).push(`${name}@${version}`);
    };
    const assembled = async (userId: number): Promise<{ state: Fields; sent: number; ownBytes: number }> => {
      const asked = { realm_id: other.id, include_subscribers: 'true', known, takes_parts: true } as const;
      const parts = await segments(userId, asked);
      for (const { fragment, bytes } of parts) if (fragment && bytes) keep(fragment, bytes);
      const texts = parts.map(({ fragment, bytes, range }) => {
        const whole = fragment ? held.get(`${fragment.scope}#${fragment.name}@${fragment.version}`) : bytes;
        if (!whole) throw new Error('something was withheld that nobody has');
        return whole.subarray(...(range ?? []));
      });
      const { queue_id: _queue, server_timestamp: _time, ...state } = JSON.parse(Buffer.concat(texts).toString());
      return { state, sent: parts.filter(({ fragment, bytes }) => fragment && bytes).length, ownBytes: own(parts) };
    };
    for (const userId of [outsider, olga]) {
      const whole = await registered(userId, { realm_id: other.id, include_subscribers: 'true' });
      const { queue_id: _queue, server_timestamp: _time, ...expected } = whole;
      expect((await assembled(userId)).state).toEqual(expected);
      const again = await assembled(userId);
      expect(again.state).toEqual(expected);
      expect(again.sent).toBe(0);
      expect(again.ownBytes).toBeLessThan(JSON.stringify(whole).length / 2);
    }
    const names = async (userId: number) => {
      const { streams } = await registered(userId, { realm_id: other.id });
      return streams?.map(({ name }) => name);
    };
    expect(await names(outsider)).toEqual(['general', 'stoa']);
    expect(await names(olga)).toEqual(['general', 'sandbox', 'stoa']);
  });

  it('lets spectators in where something is public on the web', async () => {
    const open = await app.createRealm('open');
    await app.createAccounts(open, [{ fullName: 'Host', deliveryEmail: 'host@example.com', role: 100 }]);
    await app.database.query('test_open', 'UPDATE realm SET enable_spectator_access = true WHERE id = $1', [open.id]);
    const asSpectator = { realm_id: open.id, client_gravatar: false };
    await expect(segments(null, asSpectator)).rejects.toMatchObject({ status: 401 });
    const [channel] = open.channels;
    await app.database.query(
      'test_web',
      'UPDATE channel SET is_web_public = true, version = version + 1 WHERE id = $1',
      [channel?.id],
    );
    await app.database.query(
      'test_web_version',
      'UPDATE set_version SET version = (SELECT max(version) FROM channel WHERE realm_id = $2) WHERE key = $1',
      [`realm:${open.id}:channels`, open.id],
    );
    const state = await registered(null, asSpectator);
    expect(state).toMatchObject({
      queue_id: null,
      user_id: 0,
      is_guest: true,
      can_change_user_emails: false,
      full_name: 'Anonymous User',
      realm_presence_disabled: true,
      realm_allow_message_editing: false,
      max_message_id: -1,
      presences: {},
      realm_default_streams: [],
    });
    expect(state).not.toHaveProperty('streams');
    expect(state).not.toHaveProperty('presence_last_update_id');
    expect(state.subscriptions?.map(({ stream_id }) => stream_id)).toEqual([channel?.id]);
    expect(state.realm_users?.[0]).not.toHaveProperty('timezone');
  });

  it('refuses the deactivated, spectators where there is nothing public, and guests who want everything', async () => {
    await expect(segments(null)).rejects.toMatchObject({ status: 401, code: 'UNAUTHORIZED' });
    await expect(segments(guest, { all_public_streams: true })).rejects.toMatchObject({
      message: 'User not authorized for this query',
    });
  });
});
