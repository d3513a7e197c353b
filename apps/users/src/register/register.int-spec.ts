import { TypeCompiler } from '@sinclair/typebox/compiler';
import { NO_CAPABILITIES, RegisterRequest, RegisterResponseSchema, RopeSegment, decodeRope } from '@stoa/contracts';
import { CreatedRealm } from '@stoa/database';
import { TEST_HOST, UsersApplication } from '../test-support/users-application';
import { RegisterService } from './register.service';

const schema = TypeCompiler.Compile(RegisterResponseSchema);
type Fields = Record<string, unknown>;
/** A state as a test looks at it: lists of objects by name. */
type State = Record<string, Fields[]>;

/** Every capability declared. */
const ALL_CAPABILITIES = Object.fromEntries(
  Object.keys(NO_CAPABILITIES).map((name) => [name, true]),
) as unknown as typeof NO_CAPABILITIES;

describe('registration', () => {
  let app: UsersApplication;
  let realm: CreatedRealm;
  let owner = 0;
  let member = 0;
  let guest = 0;
  let bot = 0;

  beforeAll(async () => {
    app = await UsersApplication.start();
    realm = await app.createRealm();
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

  const request = (changes: Partial<RegisterRequest> = {}): RegisterRequest => ({
    realmId: realm.id,
    applyMarkdown: false,
    clientGravatar: true,
    includeSubscribers: 'false',
    slimPresence: false,
    presenceHistoryLimitDays: 14,
    eventTypes: null,
    fetchEventTypes: null,
    allPublicStreams: null,
    capabilities: NO_CAPABILITIES,
    narrow: null,
    queueLifespanSeconds: 0,
    withoutPronouns: false,
    known: {},
    ...changes,
  });
  const segments = async (userId: number | null, changes: Partial<RegisterRequest> = {}): Promise<RopeSegment[]> => {
    const context = userId === null ? { requestId: 't', deadlineAt: Date.now() + 9_000 } : await app.contextOf(userId);
    return decodeRope(await app.get(RegisterService).register(context, request(changes)));
  };
  const registered = async (userId: number | null, changes: Partial<RegisterRequest> = {}): Promise<State> => {
    const parts = await segments(userId, changes);
    const state: State = JSON.parse(Buffer.concat(parts.map(({ bytes }) => bytes ?? Buffer.alloc(0))).toString());
    expect([...schema.Errors(state)].slice(0, 3)).toEqual([]);
    return state;
  };

  it('gives every part of the state in its declared form', async () => {
    const state = await registered(owner, { includeSubscribers: 'true' });
    const missing = Object.entries(RegisterResponseSchema.properties)
      .map(([name]) => name)
      .filter((name) => !(name in state));
    expect(missing).toEqual(['demo_organization_scheduled_deletion_date']);
    expect(state).toMatchObject({
      last_event_id: -1,
      queue_id: expect.stringMatching(/^[0-9a-f-]{36}$/),
      zulip_feature_level: 421,
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
      for (const capabilities of [NO_CAPABILITIES, ALL_CAPABILITIES]) {
        for (const includeSubscribers of ['true', 'false', 'partial'] as const) {
          await registered(userId, { capabilities, includeSubscribers, clientGravatar: false, slimPresence: true });
        }
      }
    },
  );

  it('shows users as the viewer may see them', async () => {
    const byId = (state: State): Map<number, Fields> =>
      new Map((state.realm_users ?? []).map((user) => [Number(user.user_id), user]));
    const seenByOwner = byId(await registered(owner));
    expect([...seenByOwner.keys()]).toEqual([owner, member, guest, bot]);
    expect(seenByOwner.get(member)).toMatchObject({ delivery_email: 'max@example.com', avatar_url: null });
    const seenByMember = byId(await registered(member));
    expect(seenByMember.get(owner)).toMatchObject({
      delivery_email: null,
      avatar_url: expect.stringContaining('gravatar'),
    });
    expect(seenByMember.get(member)).toMatchObject({ delivery_email: 'max@example.com', avatar_url: null });
    expect(seenByMember.get(bot)).toMatchObject({ bot_type: 1, bot_owner_id: member });
  });

  it('lists channels by subscription, with their subscribers', async () => {
    const state = await registered(member, { includeSubscribers: 'true' });
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
      capabilities: { ...NO_CAPABILITIES, notification_settings_null: true },
    });
    expect(inheriting.subscriptions?.[0]).toMatchObject({ desktop_notifications: null });
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
    const state = await registered(bot, { eventTypes: ['message'], fetchEventTypes: ['message'] });
    expect(Object.keys(state).sort()).toEqual([
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
    const first = await segments(owner);
    const known: Record<string, string[]> = {};
    for (const { fragment } of first) {
      if (fragment) (known[fragment.scope] ??= []).push(`${fragment.name}@${fragment.version}`);
    }
    expect(Object.keys(known).length).toBeGreaterThan(0);
    const withheld = async (): Promise<number> =>
      (await segments(owner, { known })).filter(({ fragment, bytes }) => fragment && bytes === null).length;
    expect(await withheld()).toBe(Object.values(known).flat().length);
    await app.createAccounts(realm, [{ fullName: 'Late', deliveryEmail: 'late@example.com' }]);
    expect(await withheld()).toBe(0);
    const state = await registered(owner);
    expect(state.realm_users?.at(-1)).toMatchObject({ full_name: 'Late' });
  });

  it('refuses the deactivated, spectators where there is nothing public, and guests who want everything', async () => {
    await expect(segments(null)).rejects.toMatchObject({ status: 401, code: 'UNAUTHORIZED' });
    await expect(segments(guest, { allPublicStreams: true })).rejects.toMatchObject({
      message: 'User not authorized for this query',
    });
  });
});
