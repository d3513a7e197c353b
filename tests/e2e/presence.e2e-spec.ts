import { Database } from '@stoa/database';
import { Parameters, TestCluster, eventually, sharedCluster } from '@stoa/testing';
import { expectError } from '../support/expectations';
import { Organization, createOrganization } from '../support/organizations';
import { Person } from '../support/people';
import { TestQueue, isEvent } from '../support/test-queue';

const MODERN = { simplified_presence_events: true };

describe('presence', () => {
  let cluster: TestCluster;
  let organization: Organization;
  let owner: Person;
  let people: Person[];

  beforeAll(async () => {
    cluster = await sharedCluster();
    organization = await createOrganization(cluster);
    owner = organization.owner;
    people = await Promise.all(Array.from({ length: 8 }, (_, index) => organization.createPerson(`P${index}`)));
  });
  let used = 0;
  const person = (): Person => {
    const next = people[used++];
    if (!next) throw new Error('more people are needed');
    return next;
  };

  const report = (who: Person, parameters: Parameters = {}) =>
    who.client.succeed('POST', '/users/me/presence', { status: 'active', ...parameters });
  /** The API email, under which the legacy format names a user. */
  const apiEmail = async (who: Person): Promise<string> => (await who.client.succeed('GET', '/users/me')).email;

  it('is reported and answered in the legacy format, unless an id or slim_presence asks for the modern one', async () => {
    const ada = person();
    const legacy = await report(ada);
    const email = await apiEmail(ada);
    const website = { client: 'website', status: 'active', timestamp: expect.any(Number), pushable: false };
    const { pushable: _pushable, ...aggregated } = website;
    expect(legacy.presences[email]).toEqual({ website, aggregated });
    expect(legacy).toMatchObject({ zephyr_mirror_active: false, legacy_mirror_active: false });
    expect(legacy.presence_last_update_id).toBeGreaterThan(0);
    const slim = await report(ada, { slim_presence: true });
    expect(slim.presences[ada.userId]).toEqual({
      active_timestamp: expect.any(Number),
      idle_timestamp: expect.any(Number),
    });
    const modern = await report(ada, { last_update_id: -1 });
    expect(modern.presences[ada.userId]).toEqual(slim.presences[ada.userId]);
  });

  it('is told by what changed since the id that a client knows, whichever replica answers', async () => {
    const [ada, bob] = [person(), person()];
    const first = await report(ada, { last_update_id: -1 });
    const known = first.presence_last_update_id;
    for (let round = 0; round < 4; round++) {
      const again = await report(ada, { last_update_id: known });
      expect(again).toMatchObject({ presences: {}, presence_last_update_id: known });
    }
    await report(bob, { ping_only: true });
    const next = await report(ada, { last_update_id: known });
    expect(Object.keys(next.presences)).toEqual([String(bob.userId)]);
    expect(next.presence_last_update_id).toBeGreaterThan(known);
    expect(await report(ada, { last_update_id: next.presence_last_update_id })).toMatchObject({ presences: {} });
  });

  it('of a ping is an id only', async () => {
    const answer = await report(owner, { ping_only: true });
    expect(answer).toEqual({
      result: 'success',
      msg: '',
      presence_last_update_id: -1,
      zephyr_mirror_active: false,
      legacy_mirror_active: false,
    });
    expect(await report(owner, { ping_only: true, last_update_id: 7 })).toMatchObject({ presence_last_update_id: 7 });
  });

  it('leaves old entries out of the first answer', async () => {
    expect(await report(owner, { history_limit_days: 0 })).toMatchObject({
      presences: {},
      presence_last_update_id: -1,
    });
  });

  it('of one user is read by id or API email, and of everybody at once', async () => {
    const [ada, silent] = [person(), person()];
    await report(ada, { status: 'idle' });
    const email = await apiEmail(ada);
    const expected = { status: 'idle', timestamp: expect.any(Number) };
    for (const name of [ada.userId, email]) {
      const { presence } = await owner.client.succeed('GET', `/users/${name}/presence`);
      const times = { active_timestamp: expect.any(Number), idle_timestamp: expect.any(Number) };
      expect(presence).toEqual({ ...times, website: expected, aggregated: expected });
    }
    const all = await owner.client.succeed('GET', '/realm/presence');
    expect(all.presences[email].aggregated.status).toBe('idle');
    const { body: bot } = await owner.client.get('/users', {});
    expect(bot.members.length).toBeGreaterThan(0);
    expectError(await owner.client.get('/users/999999999/presence'), 'No such user');
    expectError(await owner.client.get('/users/nobody@people.example/presence'), 'No such user');
    expectError(await owner.client.get(`/users/${silent.userId}/presence`), `No presence data for ${silent.userId}`);
    expectError(await owner.client.post('/users/me/presence', { status: 'asleep' }), 'Invalid status: asleep');
  });

  it('comes as an event when somebody comes online, in the form that each queue knows', async () => {
    const ada = person();
    const queues = await Promise.all([
      TestQueue.register(owner, { event_types: ['presence'], client_capabilities: MODERN }),
      TestQueue.register(owner, { event_types: ['presence'], slim_presence: true }),
      TestQueue.register(owner, { event_types: ['presence'] }),
    ]);
    await report(ada);
    const [modern, slim, legacy] = await Promise.all(
      queues.map((queue) =>
        queue.next((event) => event.user_id === ada.userId || Boolean(event.presences?.[ada.userId])),
      ),
    );
    expect(modern).toEqual({
      id: expect.any(Number),
      type: 'presence',
      presences: { [ada.userId]: { active_timestamp: expect.any(Number), idle_timestamp: expect.any(Number) } },
    });
    const presence = {
      website: { client: 'website', status: 'active', timestamp: expect.any(Number), pushable: false },
    };
    expect(slim).toMatchObject({ user_id: ada.userId, presence });
    expect(slim).not.toHaveProperty('email');
    expect(legacy).toMatchObject({ user_id: ada.userId, email: await apiEmail(ada), presence });
  });

  it('ends at once in invisible mode, and is back at once', async () => {
    const ada = person();
    await report(ada);
    const queue = await TestQueue.register(owner, {
      event_types: ['presence', 'user_status'],
      client_capabilities: MODERN,
    });
    await ada.client.succeed('PATCH', '/settings', { presence_enabled: false });
    const { presences } = await queue.next((event) => Boolean(event.presences?.[ada.userId]));
    expect(presences[ada.userId].idle_timestamp).toBeLessThan(Date.now() / 1000 - 300);
    await report(ada);
    const read = async () => (await owner.client.succeed('GET', `/users/${ada.userId}/presence`)).presence;
    expect((await read()).aggregated.status).toBe('offline');
    expect((await read()).website.timestamp).toBeLessThan(Date.now() / 1000 - 300);
    const { user_status: statuses } = await owner.client.succeed('POST', '/register', {
      event_types: [],
      fetch_event_types: ['user_status'],
    });
    expect(statuses[ada.userId]).toEqual({ away: true });
    await ada.client.succeed('PATCH', '/settings', { presence_enabled: true });
    await eventually(async () => (await read()).aggregated.status === 'active');
    expect((await queue.until(isEvent('user_status'))).at(-1)).toMatchObject({ user_id: ada.userId });
  });

  it('is part of the initial state, and is written back for the day that Redis loses it', async () => {
    const { presence_last_update_id: id } = await report(owner, { last_update_id: -1 });
    const state = await owner.client.succeed('POST', '/register', {
      event_types: [],
      fetch_event_types: ['presence'],
      slim_presence: true,
    });
    expect(state.presences[owner.userId]).toHaveProperty('active_timestamp');
    expect(state.presence_last_update_id).toBe(id);
    const legacy = await owner.client.succeed('POST', '/register', {
      event_types: [],
      fetch_event_types: ['presence'],
    });
    expect(legacy.presences[await apiEmail(owner)]).toHaveProperty('aggregated.status', 'active');
    const { database_url: url } = cluster.description;
    const database = Database.open({ url, size: 1, applicationName: 'test' });
    try {
      await eventually(async () => {
        const [row] = await database.query<{ last_update_id: number }>(
          'test_presence_counter',
          'SELECT last_update_id FROM presence_counter WHERE realm_id = $1',
          [organization.id],
        );
        return (row?.last_update_id ?? 0) >= id;
      });
    } finally {
      await database.close();
    }
  });
});
