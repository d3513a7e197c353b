import type { ChangeEvent } from '@stoa/contracts/events';
import type { CreatedRealm } from '@stoa/database';
import { ScimProvider } from '../../test-support/scim-provider';
import { UsersApplication } from '../../test-support/users-application';

describe('groups of SCIM', () => {
  let app: UsersApplication;
  let realm: CreatedRealm;
  let provider: ScimProvider;

  beforeAll(async () => {
    app = await UsersApplication.start();
    realm = await app.createRealm();
    provider = await ScimProvider.create(app, realm);
  });
  afterAll(() => app.stop());

  const run = (sql: string, values: unknown[] = []) => app.run(sql, values);

  it('are user groups that nobody else manages', async () => {
    const [first, second] = [await provider.create('g1@x.example'), await provider.create('g2@x.example')];
    const group = await provider.newGroup('engineers', [first]);
    const [row] = await run(
      `SELECT g.description, m.name AS manager FROM user_group g JOIN user_group m ON m.id = g.can_manage_group
       WHERE g.id = $1`,
      [Number(group)],
    );
    expect(row).toEqual({ description: 'Created from SCIM', manager: 'role:nobody' });
    expect(
      (await provider.patch(`Groups/${group}`, { op: 'Add', path: 'members', value: [{ value: second }] })).status,
    ).toBe(204);
    expect(await provider.memberIds(group)).toEqual([first, second]);
    await provider.patch(`Groups/${group}`, { op: 'remove', path: `members[value eq "${first}"]` });
    await provider.patch(`Groups/${group}`, { op: 'Remove', path: 'members', value: [{ value: first }] });
    expect(await provider.memberIds(group)).toEqual([second]);
    const whole = { id: group, displayName: 'builders', members: [{ value: Number(first) }] };
    await provider.patch(`Groups/${group}`, { op: 'replace', value: whole });
    expect((await provider.ask('GET', `Groups/${group}`)).body).toMatchObject({
      displayName: 'builders',
      members: [{ value: first }],
    });
    expect(await provider.find('displayName eq "Builders"', 'Groups')).toMatchObject({ Resources: [{ id: group }] });
    expect(await provider.find(`id eq "${group}" and members eq "${first}"`, 'Groups')).toMatchObject({
      totalResults: 1,
    });
    expect(await provider.find(`id eq "${group}" and members eq "${second}"`, 'Groups')).toMatchObject({
      totalResults: 0,
    });
  });

  it('tell clients of everything that they see', async () => {
    const user = await provider.create('g3@x.example');
    const events = await eventsOf(async () => {
      const group = await provider.newGroup('told', [user]);
      await provider.patch(
        `Groups/${group}`,
        { op: 'replace', path: 'displayName', value: 'told again' },
        { op: 'remove', path: 'members' },
      );
      await provider.ask('DELETE', `Groups/${group}`);
    });
    expect(events).toEqual([
      'user_group add',
      'user_group add_members',
      'user_group update',
      'user_group remove_members',
      'user_group update',
      'user_group remove',
    ]);
  });

  it('add up what concurrent requests add', async () => {
    const users = await Promise.all(Array.from({ length: 8 }, (_, index) => provider.create(`c${index}@x.example`)));
    const group = await provider.newGroup('concurrent');
    const answers = await Promise.all(
      users.map((value) => provider.patch(`Groups/${group}`, { op: 'add', path: 'members', value: [{ value }] })),
    );
    expect(answers.map(({ status }) => status)).toEqual(users.map(() => 204));
    expect((await provider.memberIds(group)).sort()).toEqual([...users].sort());
  });

  it('may be large', async () => {
    const made = await app.createAccounts(
      realm,
      Array.from({ length: 2000 }, (_, index) => ({ fullName: `L ${index}`, deliveryEmail: `l${index}@x.example` })),
    );
    const group = await provider.newGroup('large', made.map(String));
    expect(await provider.memberIds(group)).toHaveLength(2000);
    const { body } = await provider.ask('GET', `Groups/${group}`, undefined, {
      query: { excludedAttributes: 'members' },
    });
    expect(body).not.toHaveProperty('members');
    await provider.patch(`Groups/${group}`, { op: 'remove', path: 'members', value: [{ value: String(made[0]) }] });
    expect(await provider.memberIds(group)).toHaveLength(1999);
  });

  it('of the system and those in use are left alone', async () => {
    const [system] = await run("SELECT id FROM user_group WHERE realm_id = $1 AND name = 'role:members'", [realm.id]);
    const answer = await provider.patch(`Groups/${String(system?.id)}`, { op: 'add', path: 'members', value: [] });
    expect(answer.body.detail).toBe("Group role:members can't be managed by SCIM.");
    expect((await provider.ask('POST', 'Groups', { displayName: 'role:members' })).status).toBe(400);
    await provider.newGroup('taken');
    const again = await provider.ask('POST', 'Groups', { displayName: 'taken' });
    expect(again).toMatchObject({
      status: 409,
      body: { detail: 'Group name already in use: taken', scimType: 'uniqueness' },
    });
    expect((await provider.ask('POST', 'Groups', {})).status).toBe(400);
  });

  it('come back under their name after a removal', async () => {
    const group = await provider.newGroup('returning');
    expect((await provider.ask('DELETE', `Groups/${group}`)).status).toBe(204);
    expect((await provider.ask('GET', `Groups/${group}`)).status).toBe(404);
    expect(await provider.newGroup('returning')).toBe(group);
  });

  /** The types of events that some work makes, in order. */
  async function eventsOf(work: () => Promise<void>): Promise<string[]> {
    const [newest] = await run('SELECT COALESCE(max(id), 0) AS id FROM outbox');
    await work();
    const rows = await run('SELECT body FROM outbox WHERE id > $1 AND realm_id = $2 ORDER BY id', [
      newest?.id,
      realm.id,
    ]);
    return rows.flatMap(({ body }) => {
      const { events } = JSON.parse(String(body)) as { events: ChangeEvent['body'][] };
      return events.map(({ event }) => `${event.type} ${event.op ?? ''}`);
    });
  }
});
