import { ResponseBody, TestCluster, eventually, sharedCluster } from '@stoa/testing';
import { createChannel } from '../support/channels';
import { inDatabase } from '../support/database';
import { expectError } from '../support/expectations';
import { sendDirect } from '../support/messages';
import { Organization, createOrganization } from '../support/organizations';
import { Person, unique } from '../support/people';
import { ClientEvent, TestQueue } from '../support/test-queue';

const UPDATE_TYPES = ['realm_user', 'user_group', 'stream', 'subscription', 'realm_bot', 'message'];

describe('PATCH /users', () => {
  let cluster: TestCluster;
  let organization: Organization;
  let owner: Person;
  let administrator: Person;
  let member: Person;
  let guest: Person;

  beforeAll(async () => {
    cluster = await sharedCluster();
    organization = await createOrganization(cluster);
    owner = organization.owner;
    administrator = await organization.createPerson('Admin', 200);
    member = await organization.createPerson('Member');
    guest = await organization.createPerson('Guest', 600);
  });

  const groupId = async (name: string): Promise<number> => {
    const { realm_user_groups: groups } = await owner.client.succeed('POST', '/register', {
      event_types: [],
      fetch_event_types: ['realm_user_groups'],
    });
    return groups.find((group: { name: string }) => group.name === name).id;
  };
  const patch = (by: Person, whom: number | string, parameters: Record<string, unknown>) =>
    by.client.patch(`/users/${whom}`, parameters as never);

  /** What a queue got until a direct message that is sent now, that one left out. */
  async function eventsUntilNow(queue: TestQueue, to: Person): Promise<ClientEvent[]> {
    const marker = await sendDirect(owner, [to]);
    return (await queue.untilMessage(marker)).slice(0, -1);
  }

  it('renames, by id and by address, and tells everybody', async () => {
    const queue = await TestQueue.register(guest, { event_types: UPDATE_TYPES });
    const name = unique('Renamed');
    await administrator.client.succeed('PATCH', `/users/${member.userId}`, { full_name: ` ${name} ` });
    await administrator.client.succeed('PATCH', `/users/${encodeURIComponent(member.email)}`, {
      full_name: `${name}2`,
    });
    // Nothing of these changes anything.
    await administrator.client.succeed('PATCH', `/users/${member.userId}`, { full_name: ' ', role: 400 });
    await administrator.client.succeed('PATCH', `/users/${member.userId}`, { full_name: `${name}2` });
    await administrator.client.succeed('PATCH', `/users/${member.userId}`);
    const events = await eventsUntilNow(queue, guest);
    expect(events.map(({ type, op, person }) => ({ type, op, person }))).toEqual([
      { type: 'realm_user', op: 'update', person: { user_id: member.userId, full_name: name } },
      { type: 'realm_user', op: 'update', person: { user_id: member.userId, full_name: `${name}2` } },
    ]);
    const { user } = await guest.client.succeed('GET', `/users/${member.userId}`);
    expect(user.full_name).toBe(`${name}2`);
  });

  it('is for administrators', async () => {
    expectError(await patch(member, guest.userId, { full_name: 'X' }), 'Insufficient permission');
    expectError(await patch(member, member.userId, { full_name: 'X' }), 'Insufficient permission');
    expectError(await patch(owner, 999_999_999, { full_name: 'X' }), 'No such user');
    expectError(await patch(owner, 'nobody@people.example', { full_name: 'X' }), 'No such user');
  });

  it.each([
    ['x'.repeat(101), 'Name too long!'],
    ['Ada*', 'Invalid characters in name!'],
    ['Ada|12', 'Invalid format!'],
  ])('refuses the name %s', async (fullName, msg) => {
    expectError(await patch(owner, member.userId, { full_name: fullName }), msg);
  });

  it('refuses roles that the caller cannot give or take', async () => {
    const notOwner = { code: 'UNAUTHORIZED_PRINCIPAL' };
    expectError(await patch(administrator, member.userId, { role: 100 }), 'Must be an organization owner', notOwner);
    expectError(await patch(administrator, owner.userId, { role: 400 }), 'Must be an organization owner', notOwner);
    expectError(
      await patch(owner, owner.userId, { role: 200 }),
      'The owner permission cannot be removed from the only organization owner.',
    );
    expectError(
      await patch(owner, member.userId, { role: 500 }),
      'Invalid role: Value error, Not in the list of possible values',
    );
    expectError(await patch(owner, member.userId, { role: 'x' }), 'role is not valid JSON');
  });

  it('changes a role with its groups, and shows and hides channels', async () => {
    const person = await organization.createPerson('Changing');
    const open = await createChannel(owner, []);
    const secret = await createChannel(owner, [], { invite_only: true });
    const queue = await TestQueue.register(person, { event_types: UPDATE_TYPES });
    const others = await TestQueue.register(member, { event_types: UPDATE_TYPES });
    await owner.client.succeed('PATCH', `/users/${person.userId}`, { role: 600 });
    const [members, full, everyone, administrators] = await Promise.all(
      ['role:members', 'role:fullmembers', 'role:everyone', 'role:administrators'].map(groupId),
    );
    const told = (role: number, changes: [string, number | undefined][]) => [
      { type: 'realm_user', op: 'update', person: { user_id: person.userId, role } },
      ...changes.map(([op, group]) => ({ type: 'user_group', op, group_id: group, user_ids: [person.userId] })),
    ];
    const toGuest = told(600, [
      ['remove_members', members],
      ['remove_members', full],
      ['add_members', everyone],
    ]);
    const own = (await eventsUntilNow(queue, person)).map(({ id: _id, ...event }) => event);
    expect(own.slice(0, 4)).toEqual(toGuest);
    expect(own[4]).toMatchObject({ type: 'stream', op: 'delete' });
    expect(own[4].stream_ids).toContain(open.id);
    expect(own[4].stream_ids).not.toContain(secret.id);
    expect(own).toHaveLength(5);
    expect((await eventsUntilNow(others, member)).map(({ id: _id, ...event }) => event)).toEqual(toGuest);

    await owner.client.succeed('PATCH', `/users/${person.userId}`, { role: 200 });
    const raised = (await eventsUntilNow(queue, person)).map(({ id: _id, ...event }) => event);
    expect(raised.slice(0, 3)).toEqual(
      told(200, [
        ['remove_members', everyone],
        ['add_members', administrators],
      ]),
    );
    const created = raised.find(({ type, op }) => type === 'stream' && op === 'create');
    expect(created?.streams.map((stream: { stream_id: number }) => stream.stream_id)).toEqual(
      expect.arrayContaining([open.id, secret.id]),
    );
    const peers = raised.filter(({ op }) => op === 'peer_add');
    expect(peers).toContainEqual({
      type: 'subscription',
      op: 'peer_add',
      stream_ids: [secret.id],
      user_ids: [owner.userId],
    });
    // Clients add the subscribers in peer_add to the number that came with the channel.
    const { streams } = await person.client.succeed('GET', '/streams', { include_all: true });
    const counts = new Map(streams.map((stream: ResponseBody) => [stream.stream_id, stream.subscriber_count]));
    for (const { stream_id: id, subscriber_count: count } of created?.streams ?? []) {
      const listed = peers.find((peer) => peer.stream_ids.includes(id))?.user_ids.length ?? 0;
      expect([id, count + listed]).toEqual([id, counts.get(id)]);
    }
    const me = await person.client.succeed('GET', '/users/me');
    expect(me).toMatchObject({ role: 200, is_admin: true, is_guest: false });
  });

  describe('new_email', () => {
    it('takes effect at once, for those whom the operator lets', async () => {
      const refused = await patch(owner, member.userId, { new_email: 'elsewhere@people.example' });
      expectError(refused, 'User not authorized to change user emails');
      await inDatabase(cluster, (database) =>
        database.query('test_email_right', 'UPDATE account SET can_change_user_emails = true WHERE id = $1', [
          owner.userId,
        ]),
      );
      const person = await organization.createPerson('Moving');
      const theirs = await TestQueue.register(administrator, { event_types: ['realm_user', 'message'] });
      const guests = await TestQueue.register(guest, { event_types: ['realm_user', 'message'] });
      const change = (email: string) => patch(owner, person.userId, { new_email: email });
      expectError(await change('nowhere'), 'Invalid new email address.');
      expectError(await change(member.email.toUpperCase()), 'New email value error: Already has an account.');
      const email = `${unique('moved').replace(' ', '-')}@people.example`;
      expect((await change(email)).status).toBe(200);
      expect((await change(email)).status).toBe(200);
      const told = { type: 'realm_user', op: 'update', person: { user_id: person.userId, delivery_email: email } };
      const seenBy = async (queue: TestQueue, viewer: Person) =>
        (await eventsUntilNow(queue, viewer)).map(({ id: _id, ...event }) => event);
      const [first, second, ...rest] = await seenBy(theirs, administrator);
      expect(first).toEqual(told);
      expect(second?.person).toMatchObject({ avatar_source: 'G', avatar_version: 1 });
      expect(rest).toEqual([]);
      // Who may not see the address only sees the avatar change.
      expect((await seenBy(guests, guest)).map(({ person: form }) => Object.keys(form))).toEqual([
        ['user_id', 'avatar_url', 'avatar_url_medium', 'avatar_source', 'avatar_version'],
      ]);
      // The gateway knows accounts for up to 0.8 s under their former address.
      const moved = person.client.as(email, person.apiKey);
      await eventually(async () => (await moved.get('/users/me')).body.delivery_email === email, { timeoutMs: 3000 });
    });
  });

  it('sets and clears profile data', async () => {
    const { id } = await owner.client.succeed('POST', '/realm/profile_fields', {
      field_type: 1,
      name: unique('Drink'),
      editable_by_user: false,
    });
    const queue = await TestQueue.register(member, { event_types: ['realm_user', 'message'] });
    await owner.client.succeed('PATCH', `/users/${member.userId}`, { profile_data: [{ id, value: 'tea' }] });
    await owner.client.succeed('PATCH', `/users/${member.userId}`, { profile_data: [{ id, value: 'tea' }] });
    await owner.client.succeed('PATCH', `/users/${member.userId}`, { profile_data: [{ id, value: null }] });
    expectError(
      await patch(owner, member.userId, { profile_data: [{ id: 999, value: 'x' }] }),
      'Field id 999 not found.',
    );
    expect((await eventsUntilNow(queue, member)).map(({ person }) => person.custom_profile_field)).toEqual([
      { id, value: 'tea', rendered_value: '<p>tea</p>' },
      { id, value: null },
    ]);
  });
});
