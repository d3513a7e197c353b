import { Database } from '@stoa/database';
import { ResponseBody, TestCluster, sharedCluster } from '@stoa/testing';
import { createChannel } from '../support/channels';
import { expectError } from '../support/expectations';
import { sendDirect } from '../support/messages';
import { Organization, createOrganization } from '../support/organizations';
import { Person, unique } from '../support/people';
import { ClientEvent, TestQueue } from '../support/test-queue';

jest.setTimeout(60_000);

const INCOMPLETE = { client_capabilities: { user_list_incomplete: true } };

/** Guests who see only whom they share something with (users.md 3). */
describe('limited guests', () => {
  let cluster: TestCluster;
  let organization: Organization;
  let owner: Person;
  let guest: Person;
  let fellow: Person;
  let partner: Person;
  let stranger: Person;

  beforeAll(async () => {
    cluster = await sharedCluster();
    organization = await createOrganization(cluster);
    owner = organization.owner;
    guest = await organization.createPerson('Guest', 600);
    fellow = await organization.createPerson('Fellow');
    partner = await organization.createPerson('Partner');
    stranger = await organization.createPerson('Stranger');
    await leaveAll(guest);
    await createChannel(fellow, [guest]);
    await sendDirect(partner, [guest]);
    await limitGuests();
  });

  async function leaveAll(person: Person): Promise<void> {
    const { subscriptions } = await person.client.succeed('GET', '/users/me/subscriptions');
    const names = subscriptions.map(({ name }: ResponseBody) => name);
    if (names.length > 0) await person.client.succeed('DELETE', '/users/me/subscriptions', { subscriptions: names });
  }

  /** The setting, as its endpoint writes it. */
  async function limitGuests(): Promise<void> {
    const database = Database.open({ url: cluster.description.database_url, size: 1, applicationName: 'test' });
    await database.query(
      'test_limit_guests',
      `WITH changed AS (
         UPDATE realm SET can_access_all_users_group =
           (SELECT id FROM user_group WHERE realm_id = $1 AND name = 'role:members') WHERE id = $1)
       INSERT INTO set_version (key, version) VALUES ('realm:' || $1::int || ':settings', 1)
       ON CONFLICT (key) DO UPDATE SET version = set_version.version + 1`,
      [organization.id],
    );
    await database.close();
  }

  const idsOf = (users: ResponseBody[]): number[] => users.map(({ user_id }) => user_id);
  async function eventsUntilNow(queue: TestQueue, to: Person = guest): Promise<ClientEvent[]> {
    const marker = await sendDirect(partner, [to]);
    return (await queue.untilMessage(marker)).slice(0, -1).map(({ id: _id, ...event }) => event);
  }

  it('read only users that they share a channel or direct messages with', async () => {
    const { members } = await guest.client.succeed('GET', '/users');
    expect(idsOf(members)).toEqual(expect.arrayContaining([guest.userId, fellow.userId, partner.userId]));
    expect(idsOf(members)).not.toContain(stranger.userId);
    expectError(await guest.client.get(`/users/${stranger.userId}`), 'Insufficient permission');
    expect((await guest.client.succeed('GET', `/users/${fellow.userId}`)).user.full_name).toMatch(/^Fellow /);
    expect(idsOf((await fellow.client.succeed('GET', '/users')).members)).toContain(stranger.userId);
  });

  it('get placeholders for the others, or nothing', async () => {
    const complete = await TestQueue.register(guest);
    const unknown = complete.state.realm_users.find(({ user_id }: ResponseBody) => user_id === stranger.userId);
    expect(unknown).toMatchObject({ full_name: 'Unknown user', role: 400, delivery_email: null, profile_data: {} });
    const incomplete = await TestQueue.register(guest, INCOMPLETE);
    expect(idsOf(incomplete.state.realm_users)).not.toContain(stranger.userId);
  });

  it('hear of changes of whom they can access only', async () => {
    const queue = await TestQueue.register(guest, { event_types: ['realm_user', 'message'] });
    await owner.client.succeed('PATCH', `/users/${stranger.userId}`, { full_name: unique('Strange') });
    await owner.client.succeed('PATCH', `/users/${fellow.userId}`, { full_name: unique('Fellow') });
    await owner.client.succeed('PATCH', `/users/${partner.userId}`, { full_name: unique('Partner') });
    expect((await eventsUntilNow(queue)).map(({ person }) => person.user_id)).toEqual([fellow.userId, partner.userId]);
  });

  it('hear of new bots as they are', async () => {
    const queue = await TestQueue.register(guest, { event_types: ['realm_user', 'message'], ...INCOMPLETE });
    const bot = await owner.client.succeed('POST', '/bots', {
      full_name: unique('Bot'),
      short_name: unique('b').replace(' ', ''),
    });
    expect(await eventsUntilNow(queue)).toMatchObject([{ op: 'add', person: { user_id: bot.user_id, is_bot: true } }]);
  });

  it('lose a deactivated fellow, and get it back', async () => {
    const mate = await organization.createPerson('Mate');
    const channel = await createChannel(mate, [guest]);
    const queue = await TestQueue.register(guest, {
      event_types: ['realm_user', 'user_group', 'subscription', 'message'],
      ...INCOMPLETE,
    });
    await owner.client.succeed('DELETE', `/users/${mate.userId}`);
    const lost = await eventsUntilNow(queue);
    expect(lost[0]).toMatchObject({ op: 'peer_remove', user_ids: [mate.userId] });
    expect(lost.slice(1, -1).every(({ type, op }) => type === 'user_group' && op === 'remove_members')).toBe(true);
    expect(lost.at(-1)).toEqual({
      type: 'realm_user',
      op: 'remove',
      person: { user_id: mate.userId, full_name: 'Unknown user' },
    });
    await owner.client.succeed('POST', `/users/${mate.userId}/reactivate`);
    const returned = await eventsUntilNow(queue);
    const [added] = returned.filter(({ type }) => type === 'realm_user');
    expect(added).toMatchObject({ op: 'add', person: { user_id: mate.userId, full_name: mate.fullName } });
    expect(returned).toContainEqual({
      type: 'subscription',
      op: 'peer_add',
      stream_ids: [channel.id],
      user_ids: [mate.userId],
    });
  });

  it('become unlimited with another role, and limited again', async () => {
    const person = await organization.createPerson('Wanderer', 600);
    await leaveAll(person);
    const queue = await TestQueue.register(person, { event_types: ['realm_user', 'message'], ...INCOMPLETE });
    const change = async (role: number): Promise<ClientEvent[]> => {
      await owner.client.succeed('PATCH', `/users/${person.userId}`, { role });
      const marker = await sendDirect(owner, [person]);
      return (await queue.untilMessage(marker)).slice(0, -1);
    };
    const gained = await change(400);
    expect(gained.filter(({ op }) => op === 'add').map(({ person: added }) => added.user_id)).toContain(
      stranger.userId,
    );
    const lost = await change(600);
    const removed = lost.filter(({ op }) => op === 'remove').map(({ person: gone }) => gone.user_id);
    expect(removed).toContain(stranger.userId);
    expect(removed).not.toContain(owner.userId);
  });
});
