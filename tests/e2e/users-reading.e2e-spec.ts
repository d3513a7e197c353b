import { ResponseBody, TestCluster, sharedCluster } from '@stoa/testing';
import { expectError } from '../support/expectations';
import { Organization, createOrganization } from '../support/organizations';
import { Person } from '../support/people';

describe('reading users', () => {
  let cluster: TestCluster;
  let organization: Organization;
  let owner: Person;
  let ada: Person;
  let grace: Person;

  beforeAll(async () => {
    cluster = await sharedCluster();
    organization = await createOrganization(cluster);
    owner = organization.owner;
    ada = await organization.createPerson('Ada');
    grace = await organization.createPerson('Grace');
  });

  const get = async (viewer: Person, whom: number | string, parameters = {}): Promise<ResponseBody> =>
    (await viewer.client.succeed('GET', `/users/${whom}`, parameters)).user;

  it('GET /users/{user_id} shows what the viewer may see', async () => {
    const seen = await get(ada, grace.userId);
    expect(seen).toMatchObject({
      user_id: grace.userId,
      full_name: grace.fullName,
      delivery_email: null,
      is_active: true,
      role: 400,
      bot_type: null,
      bot_owner_id: null,
      avatar_url: expect.stringContaining('https://secure.gravatar.com/avatar/'),
    });
    expect(seen.email).toMatch(new RegExp(`^user${grace.userId}@`));
    expect(seen).not.toHaveProperty('profile_data');
    expect(await get(ada, grace.userId, { include_custom_profile_fields: true })).toMatchObject({ profile_data: {} });
    expect(await get(owner, grace.userId)).toMatchObject({
      delivery_email: grace.email,
      // Clients would compute it from the dummy address.
      avatar_url: expect.any(String),
    });
    expect(await get(ada, ada.userId)).toMatchObject({ delivery_email: ada.email });
  });

  it('GET /users/{email} finds dummies always and real addresses where they may be seen', async () => {
    const { email } = await get(ada, grace.userId);
    expect(await get(ada, email)).toMatchObject({ user_id: grace.userId, delivery_email: null });
    expect(await get(ada, email.toUpperCase())).toMatchObject({ user_id: grace.userId });
    expect(await get(owner, encodeURIComponent(grace.email.toUpperCase()))).toMatchObject({ user_id: grace.userId });
    expectError(await ada.client.get(`/users/${grace.email}`), 'No such user');
    // The own address too, as the own visibility does not admit the own role.
    expectError(await ada.client.get(`/users/${ada.email}`), 'No such user');
    expectError(await owner.client.get('/users/nobody@people.example'), 'No such user');
    expectError(await owner.client.get(`/users/user999999999@${email.split('@')[1]}`), 'No such user');
    expectError(await owner.client.get('/users/999999999'), 'No such user');
  });

  it('finds bots and deactivated users', async () => {
    const gone = await organization.createPerson('Gone');
    await owner.client.succeed('DELETE', `/users/${gone.userId}`);
    expect(await get(ada, gone.userId)).toMatchObject({ is_active: false });
    const bot = await owner.client.succeed('POST', '/bots', { full_name: 'Finder', short_name: 'finder' });
    const seen = await get(ada, bot.user_id, { include_custom_profile_fields: true });
    expect(seen).toMatchObject({ is_bot: true, bot_type: 1, bot_owner_id: owner.userId });
    expect(seen.delivery_email).toBe(seen.email);
    expect(seen).not.toHaveProperty('profile_data');
    expect(await get(ada, seen.email)).toMatchObject({ user_id: bot.user_id });
  });

  it('GET /users lists everybody, or those that are asked for', async () => {
    const { members } = await ada.client.succeed('GET', '/users', { include_custom_profile_fields: true });
    const ids = members.map((user: ResponseBody) => user.user_id);
    expect(ids).toEqual(expect.arrayContaining([owner.userId, ada.userId, grace.userId]));
    expect(members.every((user: ResponseBody) => user.is_bot || user.profile_data)).toBe(true);
    const some = await ada.client.succeed('GET', '/users', { user_ids: [grace.userId, 999_999_999, grace.userId] });
    expect(some.members.map((user: ResponseBody) => user.user_id)).toEqual([grace.userId]);
    expectError(await ada.client.get('/users', { user_ids: 'x' }), 'user_ids is not valid JSON');
    expectError(await ada.client.get('/users', { client_gravatar: 'x' }), 'client_gravatar is not valid JSON');
  });

  it('GET /users/me always shows an avatar', async () => {
    expect(await ada.client.succeed('GET', '/users/me')).toMatchObject({
      user_id: ada.userId,
      delivery_email: ada.email,
      avatar_url: expect.any(String),
      profile_data: {},
      max_message_id: -1,
    });
  });
});
