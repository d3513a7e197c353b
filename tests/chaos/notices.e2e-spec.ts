import { Database } from '@stoa/database';
import { TestCluster, eventually, startCluster } from '@stoa/testing';
import { Channel, createChannel } from '../support/channels';
import { inDatabase } from '../support/database';
import { fetchNewest, sendToChannel } from '../support/messages';
import { Person, createPerson, unique } from '../support/people';

const REPLICAS = [1, 2];
const GATE = 4_711;
/** Ten seconds for who made the change, five between the rounds of the job, and the restart of the processes. */
const LATE_MS = 60_000;

/** docs/decisions/030: a notice is a row that is written with the change and deleted with the message. */
describe('notices of changes', () => {
  let cluster: TestCluster;
  let ada: Person;
  let bob: Person;
  let channel: Channel;

  beforeAll(async () => {
    cluster = await startCluster({ replicas: { messages: REPLICAS.length } });
    [ada, bob] = await Promise.all([createPerson(cluster, 'Ada'), createPerson(cluster, 'Bob')]);
    channel = await createChannel(ada, [bob]);
  });
  afterAll(() => cluster?.stop());

  const sql = (text: string, parameters: unknown[] = []) =>
    inDatabase(cluster, (database) => database.query<{ count: number }>('', text, parameters));
  /** What the database does before it takes a message of the service itself; nothing: as ever. */
  const beforeNotices = async (statement: string | null) => {
    if (statement === null) return sql('DROP FUNCTION test_notice() CASCADE');
    await sql(`CREATE OR REPLACE FUNCTION test_notice() RETURNS trigger LANGUAGE plpgsql AS $$
      BEGIN ${statement}; RETURN NEW; END $$`);
    return sql(`CREATE OR REPLACE TRIGGER test_notice BEFORE INSERT ON message FOR EACH ROW
      WHEN (NEW.client_name = 'Internal') EXECUTE FUNCTION test_notice()`);
  };
  const pending = async () => (await sql('SELECT count(*) AS count FROM pending_notice'))[0]!.count;
  const notices = async (topic: string) => {
    const found = await fetchNewest(
      bob,
      [
        ['channel', channel.name],
        ['topic', topic],
      ],
      { apply_markdown: false },
    );
    return found.filter(({ client }) => client === 'Internal');
  };
  const told = (topic: string, contents: unknown[]) =>
    eventually(
      async () => {
        const found = await notices(topic);
        expect(found.map(({ content }) => content)).toEqual(contents);
        expect(await pending()).toBe(0);
        return found;
      },
      { timeoutMs: LATE_MS },
    );
  const resolve = async (topic: string) => {
    const id = await sendToChannel(ada, channel, { topic });
    return bob.client.patch(`/messages/${id}`, { topic: `✔ ${topic}`, propagate_mode: 'change_all' });
  };
  const resolved = (by: Person) => `@_**${by.fullName}|${by.userId}** has marked this topic as resolved.`;

  it('that could not be sent are sent later, when the change was acknowledged', async () => {
    const id = await sendToChannel(ada, channel, { topic: 'left' });
    const wanted = { name: unique('group'), description: '', members: [ada.userId] };
    const group = await ada.client.succeed('POST', '/user_groups/create', wanted);
    await beforeNotices(`RAISE EXCEPTION 'no notices today'`);
    expect((await resolve('task')).status).toBe(200);
    await bob.client.succeed('PATCH', `/messages/${id}`, {
      topic: 'reached',
      propagate_mode: 'change_all',
      send_notification_to_old_thread: true,
    });
    await ada.client.succeed('PATCH', `/streams/${channel.id}`, { description: 'new words' });
    await ada.client.succeed('POST', `/user_groups/${group.group_id}/members`, { add: [bob.userId] });
    expect(await pending()).toBe(5);
    expect(await notices('✔ task')).toEqual([]);
    await beforeNotices(null);

    const [notice] = await told('✔ task', [resolved(bob)]);
    expect(notice!.flags).toEqual(['read']);
    await told('reached', [expect.stringContaining('This topic was moved here from')]);
    await told('left', [expect.stringContaining('This topic was moved to')]);
    const direct = await fetchNewest(bob, [['is', 'dm']], { apply_markdown: false });
    expect(direct.at(-1)).toMatchObject({ content: expect.stringContaining(wanted.name), flags: [] });
    await told('channel events', [expect.anything(), expect.stringContaining('new words')]);
  });

  it('are sent once, though all replicas are killed between the change and its notice', async () => {
    await beforeNotices(`PERFORM pg_advisory_xact_lock(${GATE})`);
    const gate = Database.open({ url: cluster.description.database_url, size: 1, applicationName: 'gate' });
    await gate.write({ realmId: 1, partition: 0 }, [], async (tx) => {
      await tx.query('SELECT pg_advisory_xact_lock($1)', [GATE]);
      // Nobody answers it.
      void resolve('crash').catch(() => undefined);
      await eventually(async () => {
        const waiting = `SELECT count(*) AS count FROM pg_locks WHERE locktype = 'advisory' AND objid = $1 AND NOT granted`;
        return (await sql(waiting, [GATE]))[0]!.count === 1;
      });
      expect(await pending()).toBe(1);
      for (const replica of REPLICAS) cluster.kill('messages', replica);
    });
    await gate.close();
    // The test before has shown how long it takes.
    await sql('UPDATE pending_notice SET due_at = now()');
    await cluster.waitReady(LATE_MS);
    await told('✔ crash', [resolved(bob)]);
    await beforeNotices(null);
    expect(await notices('✔ crash')).toHaveLength(1);
  });
});
