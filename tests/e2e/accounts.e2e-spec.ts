import { VERSION_FIELDS } from '@stoa/contracts/server';
import { Parameters, ResponseBody, TestCluster, eventually, sharedCluster } from '@stoa/testing';
import { ErrorFields, expectError } from '../support/expectations';
import { fetchOne, sendDirect } from '../support/messages';
import { createOrganization } from '../support/organizations';
import { Person, addPerson, demoPerson, unique } from '../support/people';
import { TestQueue, isEvent } from '../support/test-queue';

describe('accounts', () => {
  let cluster: TestCluster;
  let ada: Person;
  let owner: Person;

  beforeAll(async () => {
    cluster = await sharedCluster();
    owner = demoPerson(cluster, 'owner');
    ada = await addPerson(owner, 'Ada');
  });

  it('GET /server_settings describes the organization to everybody', async () => {
    const { base_url: baseUrl, realm } = cluster.description;
    const settings = await ada.client.anonymous().succeed('GET', '/server_settings');
    expect(settings).toMatchObject({
      ...VERSION_FIELDS,
      realm_name: realm.name,
      realm_url: realm.url,
      realm_uri: realm.url,
      is_incompatible: false,
      require_email_format_usernames: true,
      external_authentication_methods: [],
    });
    expect(realm.url).toBe(baseUrl);
    expect(settings.service_version).toBe(settings.zulip_version);
    expect(settings.authentication_methods).toMatchObject({ password: true, dev: true, email: true, ldap: false });
    const incompatible = await ada.client.anonymous().get(
      '/server_settings',
      {},
      {
        headers: { 'user-agent': 'ZulipInvalid/1' },
      },
    );
    expect(incompatible.body.is_incompatible).toBe(true);
  });

  describe('POST /fetch_api_key', () => {
    it('gives a key for the password, whatever the case of the address', async () => {
      for (const username of [ada.email, ada.email.toUpperCase()]) {
        const fetched = await ada.client
          .anonymous()
          .succeed('POST', '/fetch_api_key', { username, password: ada.password });
        expect(fetched).toMatchObject({ email: ada.email, user_id: ada.userId });
        // Keys are stored as hashes only, so every fetch makes one; the earlier ones keep working.
        for (const key of [fetched.api_key, ada.apiKey])
          await ada.client.as(ada.email, key).succeed('GET', '/users/me');
      }
    });

    it.each<[string, () => Parameters, number, string, string]>([
      [
        'a wrong password',
        () => ({ username: ada.email, password: 'wrong' }),
        401,
        'AUTHENTICATION_FAILED',
        'Your username or password is incorrect',
      ],
      [
        'an unknown address',
        () => ({ username: 'nobody@x.example', password: 'x' }),
        401,
        'AUTHENTICATION_FAILED',
        'Your username or password is incorrect',
      ],
      [
        'a bot',
        () => ({ username: demoPerson(cluster, 'bot').email, password: 'x' }),
        401,
        'AUTHENTICATION_FAILED',
        'Your username or password is incorrect',
      ],
      ['no address', () => ({ username: 'nobody', password: 'x' }), 400, 'BAD_REQUEST', 'Enter a valid email address.'],
    ])('refuses %s', async (_what, parameters, status, code, msg) => {
      expectError(await ada.client.anonymous().post('/fetch_api_key', parameters()), msg, { status, code });
    });

    it('needs both parameters', async () => {
      expectError(
        await ada.client.anonymous().post('/fetch_api_key', { username: ada.email }),
        "Missing 'password' argument",
        { code: 'REQUEST_VARIABLE_MISSING', var_name: 'password' },
      );
    });
  });

  it('POST /dev_fetch_api_key gives it without password in development', async () => {
    expect(await ada.client.anonymous().succeed('POST', '/dev_fetch_api_key', { username: ada.email })).toMatchObject({
      api_key: expect.stringMatching(/^[A-Za-z0-9]{32}$/),
      email: ada.email,
      user_id: ada.userId,
    });
    const { status } = await ada.client.anonymous().post('/dev_fetch_api_key', { username: 'nobody@x.example' });
    expect(status).toBe(401);
  });

  it('POST /users/me/api_key/regenerate ends the old key everywhere within a second', async () => {
    const carl = await addPerson(owner, 'Carl');
    // Every replica of the gateway has the key in its cache.
    await Promise.all(Array.from({ length: 8 }, () => carl.client.succeed('GET', '/users/me')));
    const { api_key: fresh } = await carl.client.succeed('POST', '/users/me/api_key/regenerate');
    expect(fresh).toMatch(/^[A-Za-z0-9]{32}$/);
    expect(fresh).not.toBe(carl.apiKey);
    await eventually(
      async () => {
        const answers = await Promise.all(Array.from({ length: 8 }, () => carl.client.get('/users/me')));
        return answers.every(({ status }) => status === 401);
      },
      { timeoutMs: 1000, stepMs: 50 },
    );
    const late = await carl.client.get('/users/me');
    expect([late.status, late.body.code, late.body.msg]).toEqual([401, 'UNAUTHORIZED', 'Invalid API key']);
    const again = carl.client.as(carl.email, fresh);
    expect((await again.succeed('GET', '/users/me')).user_id).toBe(carl.userId);
    const login = { username: carl.email, password: carl.password };
    const { api_key: fetched } = await carl.client.anonymous().succeed('POST', '/fetch_api_key', login);
    expect((await carl.client.as(carl.email, fetched).succeed('GET', '/users/me')).user_id).toBe(carl.userId);
  });

  describe('GET /users/me', () => {
    it('is the own account', async () => {
      const me = await ada.client.succeed('GET', '/users/me');
      expect(me).toMatchObject({
        user_id: ada.userId,
        full_name: ada.fullName,
        delivery_email: ada.email,
        role: 400,
        is_active: true,
        is_owner: false,
        is_admin: false,
        is_guest: false,
        is_bot: false,
        profile_data: {},
        avatar_url: expect.any(String),
        max_message_id: expect.any(Number),
      });
      expect(me.email).not.toBe(ada.email);
      const id = await sendDirect(owner, [ada]);
      expect((await ada.client.succeed('GET', '/users/me')).max_message_id).toBe(id);
    });

    it('works under either of the account’s names and in any case', async () => {
      const { email } = await ada.client.succeed('GET', '/users/me');
      for (const name of [email, ada.email.toUpperCase()]) {
        expect((await ada.client.as(name, ada.apiKey).succeed('GET', '/users/me')).user_id).toBe(ada.userId);
      }
      const wrong = await ada.client.as(owner.email, ada.apiKey).get('/users/me');
      expect([wrong.status, wrong.body.msg]).toEqual([401, 'Invalid API key']);
    });
  });

  describe('GET /users', () => {
    const listed = async (person: Person, parameters: Parameters = {}): Promise<Map<number, ResponseBody>> => {
      const { members } = await person.client.succeed('GET', '/users', parameters);
      return new Map(members.map((member: ResponseBody) => [member.user_id, member]));
    };

    it('lists everybody as the viewer may see them', async () => {
      const [mine, owners] = [await listed(ada), await listed(owner)];
      for (const { user_id: id } of cluster.description.accounts) expect(mine.has(id)).toBe(true);
      expect(mine.get(demoPerson(cluster, 'bot').userId)).toMatchObject({ is_bot: true, bot_type: 1 });
      const bob = await addPerson(owner, 'Bob');
      expect((await listed(ada)).get(bob.userId)).toMatchObject({ delivery_email: null, full_name: bob.fullName });
      expect((await listed(owner)).get(bob.userId)).toMatchObject({ delivery_email: bob.email });
      expect(owners.get(ada.userId)).toMatchObject({ delivery_email: ada.email, role: 400 });
      const { email } = owners.get(owner.userId);
      expect(email).toBe(owner.email);
    });

    it('may be limited to some and takes the avatar option', async () => {
      const ids = [owner.userId, ada.userId, 999_999_999];
      const plain = await listed(ada, { user_ids: ids, client_gravatar: false });
      expect([...plain.keys()].sort()).toEqual([owner.userId, ada.userId].sort());
      expect(plain.get(owner.userId).avatar_url).toEqual(expect.any(String));
      expect((await listed(ada, { user_ids: ids })).get(owner.userId).avatar_url).toBeNull();
      const withProfiles = await listed(ada, { user_ids: ids, include_custom_profile_fields: true });
      expect(withProfiles.get(ada.userId).profile_data).toEqual({});
      expect(plain.get(ada.userId)).not.toHaveProperty('profile_data');
    });

    it('needs an account where nobody may look without', async () => {
      const { anonymous } = await createOrganization(cluster);
      const { status, body } = await anonymous.get('/users');
      expect([status, body.code]).toEqual([401, 'UNAUTHORIZED']);
    });
  });

  describe('POST /users', () => {
    const account = (rest: Parameters = {}): Parameters => ({
      email: `${unique('new').replace(' ', '-')}@people.example`,
      password: 'correct horse battery',
      full_name: unique('New'),
      ...rest,
    });

    it('creates a member and tells everybody', async () => {
      const [queue, admins] = await Promise.all([
        TestQueue.register(ada, { event_types: ['realm_user', 'user_group', 'subscription'] }),
        TestQueue.register(owner, { event_types: ['realm_user'] }),
      ]);
      const parameters = account();
      const { user_id: id } = await owner.client.succeed('POST', '/users', parameters);
      const isAbout = (event: ResponseBody) => event.type === 'realm_user' && event.person.user_id === id;
      const event = await queue.next(isAbout);
      expect(event).toMatchObject({
        op: 'add',
        person: {
          full_name: parameters.full_name,
          delivery_email: null,
          role: 400,
          is_active: true,
          profile_data: {},
          avatar_url: expect.any(String),
        },
      });
      expect((await admins.next(isAbout)).person.delivery_email).toBe(parameters.email);
      const groups = await queue.next(isEvent('user_group', 'add_members'));
      expect(groups.user_ids).toEqual([id]);
      const peers = await queue.next(isEvent('subscription', 'peer_add'));
      expect(peers.user_ids).toEqual([id]);
      const types = queue.received.map(({ type, op }) => `${type}/${op}`);
      expect(types.indexOf('realm_user/add')).toBeLessThan(types.indexOf('user_group/add_members'));
      expect(types.indexOf('user_group/add_members')).toBeLessThan(types.indexOf('subscription/peer_add'));
    });

    it('gives the new account the default channels and a working password', async () => {
      const bob = await addPerson(owner, 'Bob');
      const { subscriptions } = await bob.client.succeed('GET', '/users/me/subscriptions');
      const names = subscriptions.map((subscription: ResponseBody) => subscription.name);
      expect(names).toEqual(expect.arrayContaining(['general', 'sandbox']));
      const login = { username: bob.email, password: bob.password };
      const { api_key: key } = await bob.client.anonymous().succeed('POST', '/fetch_api_key', login);
      expect((await bob.client.as(bob.email, key).succeed('GET', '/users/me')).user_id).toBe(bob.userId);
      const id = await sendDirect(bob, [ada]);
      expect((await fetchOne(ada, id)).sender_full_name).toBe(bob.fullName);
    });

    it.each<[string, () => Parameters, string, ErrorFields?]>([
      ['a taken address', () => account({ email: ada.email.toUpperCase() }), 'Email is already in use.'],
      ['an empty name', () => account({ full_name: ' ' }), 'Name must not be empty!'],
      ['a long name', () => account({ full_name: 'n'.repeat(101) }), 'Name too long!'],
      ['characters of the markup', () => account({ full_name: 'a*b' }), 'Invalid characters in name!'],
      ['a name that looks like a mention', () => account({ full_name: 'a|12' }), 'Invalid format!'],
      ['no address', () => account({ email: 'nobody' }), 'Bad name or username'],
      ['a weak password', () => account({ password: 'x' }), 'The password is too weak.'],
      [
        'no password',
        () => account({ password: undefined }),
        "Missing 'password' argument",
        { code: 'REQUEST_VARIABLE_MISSING', var_name: 'password' },
      ],
    ])('refuses %s', async (_what, parameters, msg, extra = {}) => {
      expectError(await owner.client.post('/users', parameters()), msg, extra);
    });

    it('is for administrators who may create accounts', async () => {
      expectError(await ada.client.post('/users', account()), 'Must be an organization administrator', {
        code: 'UNAUTHORIZED_PRINCIPAL',
      });
      const administrator = demoPerson(cluster, 'administrator');
      expectError(await administrator.client.post('/users', account()), 'User not authorized to create users');
    });
  });
});
