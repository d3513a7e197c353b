import { TypeCompiler } from '@sinclair/typebox/compiler';
import { ChangeEvent } from '@stoa/contracts/events';
import { UserListSchema, getOwnUser } from '@stoa/contracts/users';
import { CreatedRealm } from '@stoa/database';
import { DomainError } from '@stoa/errors';
import { decodeFragmentedAnswer } from '@stoa/fragments';
import { UsersApplication } from '../../test-support/users-application';
import { CreateAccountService } from './create-account.service';
import { OwnUserService } from './own-user.service';
import { UserListService } from './user-list.service';

const PASSWORD = 'quartz7-lemur-42';

describe('accounts', () => {
  let app: UsersApplication;
  let realm: CreatedRealm;
  let owner = 0;
  let administrator = 0;
  let member = 0;
  let guest = 0;

  beforeAll(async () => {
    app = await UsersApplication.start();
    realm = await app.createRealm();
    [owner = 0, administrator = 0, member = 0, guest = 0] = await app.createAccounts(realm, [
      { fullName: 'Olive Owner', deliveryEmail: 'olive@example.com', role: 100, canCreateUsers: true },
      { fullName: 'Adam Administrator', deliveryEmail: 'adam@example.com', role: 200 },
      { fullName: 'Max Member', deliveryEmail: 'Max@example.com', canCreateUsers: true },
      { fullName: 'Gina Guest', deliveryEmail: 'gina@example.com', role: 600 },
    ]);
  });
  afterAll(() => app.stop());

  const create = async (
    creator: number,
    changes: Partial<{ email: string; password: string; full_name: string }> = {},
  ): Promise<number> => {
    const { user_id } = await app.get(CreateAccountService).create(await app.contextOf(creator), {
      email: `user-${Math.random()}@example.com`,
      password: PASSWORD,
      full_name: 'New User',
      ...changes,
    });
    return user_id;
  };

  it('creates an account with everything that belongs to it', async () => {
    const id = await create(owner, { email: ' Ada@example.com', full_name: ' Ada Lovelace ' });
    const [row] = await app.database.query<Record<string, unknown>>(
      'test_created',
      `SELECT a.*, (SELECT array_agg(g.name ORDER BY g.name) FROM group_membership m JOIN user_group g ON g.id = m.group_id
                    WHERE m.user_id = a.id) AS groups,
         (SELECT count(*)::int FROM subscription s WHERE s.user_id = a.id AND s.active) AS subscriptions,
         (SELECT count(*)::int FROM membership_span s WHERE s.user_id = a.id AND s.last_message_id IS NULL) AS spans
       FROM account a WHERE a.id = $1`,
      [id],
    );
    expect(row).toMatchObject({
      full_name: 'Ada Lovelace',
      delivery_email: 'Ada@example.com',
      role: 400,
      password_hash: expect.stringMatching(/^\$argon2id\$/),
      groups: ['role:fullmembers', 'role:members'],
      subscriptions: 3,
      spans: 3,
    });
  });

  it('tells everybody, in order', async () => {
    const id = await create(owner);
    const [row] = await app.database.query<{ body: string }>(
      'test_newest_change',
      'SELECT body FROM outbox WHERE realm_id = $1 ORDER BY id DESC LIMIT 1',
      [realm.id],
    );
    const { events } = JSON.parse(row?.body ?? '{}') as { events: ChangeEvent['body'][] };
    expect(events.map(({ event }) => `${event.type} ${event.op ?? ''}`)).toEqual([
      'realm_user add',
      'realm_user add',
      'user_group add_members',
      'user_group add_members',
      ...Array<string>(3).fill('subscription peer_add'),
      'realm_export_consent ',
    ]);
    expect(events[0]?.event.person).toMatchObject({ user_id: id, delivery_email: expect.stringContaining('@') });
    expect(events[1]?.event.person).toMatchObject({ user_id: id, delivery_email: null });
  });

  it.each<[string, Parameters<typeof create>[1], string]>([
    ['no name', { full_name: '  ' }, 'Name must not be empty!'],
    ['a long name', { full_name: 'x'.repeat(101) }, 'Name too long!'],
    ['a bad name', { full_name: 'Ada*' }, 'Invalid characters in name!'],
    ['a mention suffix', { full_name: 'Ada|3' }, 'Invalid format!'],
    ['a bad address', { email: 'ada' }, 'Bad name or username'],
    [
      'a disposable address',
      { email: 'ada@mailinator.com' },
      'Disposable email addresses are not allowed in this organization',
    ],
    ['a used address', { email: 'OLIVE@example.com' }, 'Email is already in use.'],
    ['a system address', { email: 'welcome-bot@stoa.example' }, 'Reserved for system bots.'],
    ['a weak password', { password: 'password' }, 'The password is too weak.'],
    ['the name as password', { password: 'newuser' }, 'The password is too weak.'],
    ['a bad name and a bad address', { full_name: '', email: 'ada' }, 'Name must not be empty!'],
    ['a used address and a weak password', { email: 'olive@example.com', password: 'x' }, 'Email is already in use.'],
  ])('refuses %s', async (_what, changes, message) => {
    await expect(create(owner, changes)).rejects.toMatchObject({ code: 'BAD_REQUEST', status: 400, message });
  });

  it('refuses creators without the role or the permission', async () => {
    await expect(create(member)).rejects.toMatchObject({
      code: 'UNAUTHORIZED_PRINCIPAL',
      message: 'Must be an organization administrator',
    });
    await expect(create(administrator)).rejects.toMatchObject({ message: 'User not authorized to create users' });
  });

  it('gives an address to one of two who ask at the same time', async () => {
    const outcomes = await Promise.allSettled([1, 2, 3].map(() => create(owner, { email: 'twice@example.com' })));
    expect(outcomes.filter(({ status }) => status === 'fulfilled')).toHaveLength(1);
    for (const outcome of outcomes) {
      if (outcome.status === 'rejected') {
        expect((outcome.reason as DomainError).message).toBe('Email is already in use.');
      }
    }
  });

  it('keeps to the rules of an organization', async () => {
    const strict = await app.createRealm('strict');
    const [boss = 0] = await app.createAccounts(strict, [
      { fullName: 'Boss', deliveryEmail: 'boss@example.com', role: 100, canCreateUsers: true },
    ]);
    await app.database.query(
      'test_strict',
      'UPDATE realm SET emails_restricted_to_domains = true, require_unique_names = true WHERE id = $1',
      [strict.id],
    );
    await app.database.query('test_domain', 'INSERT INTO realm_domain (realm_id, domain) VALUES ($1, $2)', [
      strict.id,
      'example.com',
    ]);
    await expect(create(boss, { email: 'a@elsewhere.example' })).rejects.toMatchObject({
      message: "Email 'a@elsewhere.example' not allowed in this organization",
    });
    await expect(create(boss, { email: 'a+b@example.com' })).rejects.toMatchObject({
      message: 'Email addresses containing + are not allowed.',
    });
    await expect(create(boss, { full_name: 'ＢＯＳＳ' })).rejects.toMatchObject({
      message: 'Unique names required in this organization.',
    });
    await expect(create(boss, { email: 'a@example.com', full_name: 'Other' })).resolves.toBeGreaterThan(0);
  });

  describe('lists', () => {
    const listed = TypeCompiler.Compile(UserListSchema);
    const list = async (
      viewer: number,
      changes: Partial<Parameters<UserListService['list']>[1]> = {},
    ): Promise<Record<string, unknown>[]> => {
      const request = {
        realm_id: realm.id,
        client_gravatar: true,
        include_custom_profile_fields: false,
        known: {},
        ...changes,
      };
      const list = await app.get(UserListService).list(await app.contextOf(viewer), request);
      const parts = decodeFragmentedAnswer(Buffer.from(list.text));
      const answer: unknown = JSON.parse(Buffer.concat(parts.map(({ bytes }) => bytes ?? Buffer.alloc(0))).toString());
      expect([...listed.Errors(answer)].slice(0, 3)).toEqual([]);
      return listed.Check(answer) ? answer.members : [];
    };

    it('show everybody, as the viewer may see them', async () => {
      const seen = new Map((await list(member)).map((user) => [user.user_id, user]));
      expect([...seen.keys()]).toEqual(expect.arrayContaining([owner, administrator, member, guest]));
      expect(seen.get(owner)).toMatchObject({ delivery_email: null, is_owner: true, is_active: true });
      expect(seen.get(member)).toMatchObject({
        delivery_email: 'Max@example.com',
        avatar_url: expect.stringContaining('gravatar'),
      });
      expect(seen.get(member)).not.toHaveProperty('profile_data');
      const [self] = await list(administrator, { user_ids: [administrator], include_custom_profile_fields: true });
      expect(self).toMatchObject({ delivery_email: 'adam@example.com', profile_data: {} });
    });

    it('can be of some users; unknown ones are skipped', async () => {
      const ids = (await list(member, { user_ids: [guest, 987_654, guest, owner] })).map(({ user_id }) => user_id);
      expect(ids).toEqual([guest, owner]);
    });

    it('leave out whom a limited guest cannot access', async () => {
      const limited = await app.createRealm('limited');
      const [hidden = 0, loner = 0, fellow = 0] = await app.createAccounts(limited, [
        { fullName: 'Hidden', deliveryEmail: 'hidden@example.com', role: 100 },
        { fullName: 'Loner', deliveryEmail: 'loner@example.com', role: 600 },
        { fullName: 'Fellow', deliveryEmail: 'fellow@example.com' },
      ]);
      await app.database.query('test_limit', 'UPDATE realm SET can_access_all_users_group = $2 WHERE id = $1', [
        limited.id,
        limited.groups['role:members'],
      ]);
      await app.database.query(
        'test_leave',
        `UPDATE subscription SET active = false WHERE user_id = $1 AND channel_id <> (SELECT min(id) FROM channel WHERE realm_id = $3)
           OR user_id = $2 AND channel_id = (SELECT min(id) FROM channel WHERE realm_id = $3)`,
        [loner, hidden, limited.id],
      );
      const ids = (await list(loner, { realm_id: limited.id })).map(({ user_id }) => user_id);
      expect(ids).toEqual([loner, fellow]);
      expect(await list(hidden, { realm_id: limited.id })).toHaveLength(3);
    });
  });

  it('shows a user himself', async () => {
    const own = await app.get(OwnUserService).read(await app.contextOf(member));
    expect([...TypeCompiler.Compile(getOwnUser.response).Errors(own)]).toEqual([]);
    expect(own).toMatchObject({
      user_id: member,
      delivery_email: 'Max@example.com',
      avatar_url: expect.stringContaining('gravatar'),
      max_message_id: -1,
      profile_data: {},
    });
  });
});
