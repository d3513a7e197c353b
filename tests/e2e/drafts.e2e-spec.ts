import { Parameters, ResponseBody, TestCluster, sharedCluster } from '@stoa/testing';
import { Channel, createChannel } from '../support/channels';
import { inDatabase } from '../support/database';
import { expectError } from '../support/expectations';
import { Person, createPerson } from '../support/people';
import { statementsOf } from '../support/statements';
import { TestQueue, isEvent } from '../support/test-queue';

describe('drafts', () => {
  let cluster: TestCluster;
  let ada: Person;
  let bob: Person;
  let channel: Channel;

  beforeAll(async () => {
    cluster = await sharedCluster();
  });
  // Tests compare whole lists of drafts, so each has people of its own.
  beforeEach(async () => {
    [ada, bob] = await Promise.all([createPerson(cluster, 'Ada'), createPerson(cluster, 'Bob')]);
    channel = await createChannel(ada);
  });

  const draft = (changes: Parameters = {}) => ({
    type: 'stream',
    to: [channel.id],
    topic: 'lunch',
    content: 'soup?',
    timestamp: 1_700_000_000,
    ...changes,
  });
  const create = async (person: Person, ...drafts: object[]): Promise<number[]> =>
    (await person.client.succeed('POST', '/drafts', { drafts })).ids;
  const list = async (person: Person) => (await person.client.succeed('GET', '/drafts')).drafts;

  it('are kept in bulk, replaced and deleted, and told to their owner only', async () => {
    const [queue, others] = await Promise.all([TestQueue.register(ada), TestQueue.register(bob)]);
    const before = Math.floor(Date.now() / 1000) - 60;
    const { timestamp: _none, ...untimed } = draft({ type: '', topic: 'gone', content: 'later' });
    const [first, second, third] = await create(
      ada,
      draft({ topic: '  lunch ', content: '\nsoup? ', timestamp: 1_700_000_000.75 }),
      draft({ type: 'direct', to: [bob.userId], topic: 'none', timestamp: 1_700_000_100 }),
      untimed,
    );
    const expected = [
      { id: first, type: 'stream', to: [channel.id], topic: 'lunch', content: 'soup?', timestamp: 1_700_000_000 },
      { id: second, type: 'private', to: [bob.userId], topic: '', content: 'soup?', timestamp: 1_700_000_100 },
      { id: third, type: '', to: [], topic: '', content: 'later', timestamp: expect.any(Number) },
    ];
    const added = await queue.next(isEvent('drafts', 'add'));
    expect(added.drafts).toEqual(expected);
    expect(added.drafts[2].timestamp).toBeGreaterThan(before);
    expect(await ada.client.succeed('GET', '/drafts')).toMatchObject({ count: 3, drafts: added.drafts });
    expect((await TestQueue.register(ada)).state.drafts).toEqual(added.drafts);

    await ada.client.succeed('PATCH', `/drafts/${first}`, {
      draft: draft({ type: 'private', to: [], content: 'new' }),
    });
    const updated = await queue.next(isEvent('drafts', 'update'));
    expect(updated.draft).toEqual({ ...expected[0], type: 'private', to: [], topic: '', content: 'new' });
    await ada.client.succeed('DELETE', `/drafts/${second}`);
    expect(await queue.next(isEvent('drafts', 'remove'))).toMatchObject({ draft_id: second });
    expect((await list(ada)).map(({ id }: { id: number }) => id)).toEqual([first, third]);

    await create(bob, draft({ type: '' }));
    await others.next(isEvent('drafts', 'add'));
    expect(others.received.filter(isEvent('drafts'))).toHaveLength(1);
  });

  it('name the empty topic for clients that know none, in events and in the state', async () => {
    const capable = { client_capabilities: { empty_topic_name: true } };
    const [knows, knowsNot] = await Promise.all([TestQueue.register(ada, capable), TestQueue.register(ada)]);
    const shown = async (parameters?: Parameters) => {
      const { state } = await TestQueue.register(ada, parameters);
      return [...state.drafts, ...state.scheduled_messages].map(({ topic }: { topic?: string }) => topic);
    };
    const [first] = await create(ada, draft({ topic: 'general chat' }), draft({ type: 'direct', to: [bob.userId] }));
    const topics = ({ drafts }: ResponseBody) => drafts.map(({ topic }: { topic: string }) => topic);
    expect(topics(await knows.next(isEvent('drafts', 'add')))).toEqual(['', '']);
    expect(topics(await knowsNot.next(isEvent('drafts', 'add')))).toEqual(['general chat', '']);
    await ada.client.succeed('PATCH', `/drafts/${first}`, { draft: draft({ topic: '', content: 'new' }) });
    expect((await knows.next(isEvent('drafts', 'update'))).draft.topic).toBe('');
    expect((await knowsNot.next(isEvent('drafts', 'update'))).draft.topic).toBe('general chat');
    await ada.client.succeed('POST', '/scheduled_messages', {
      type: 'channel',
      to: channel.id,
      topic: 'general chat',
      content: 'later',
      scheduled_delivery_timestamp: Math.floor(Date.now() / 1000) + 3600,
    });
    expect((await knows.next(isEvent('scheduled_messages'))).scheduled_messages[0].topic).toBe('');
    expect((await knowsNot.next(isEvent('scheduled_messages'))).scheduled_messages[0].topic).toBe('general chat');
    expect((await shown(capable)).sort()).toEqual(['', '', '']);
    expect((await shown()).sort()).toEqual(['', 'general chat', 'general chat']);
  });

  it.each<[Parameters, string]>([
    [{ content: ' \n ' }, 'Message must not be empty'],
    [{ content: 'a\0b' }, 'Message must not contain null bytes'],
    [{ topic: 'a\0b' }, 'Topic must not contain null bytes'],
    [{ timestamp: -1 }, 'Timestamp must not be negative.'],
    [{ timestamp: 1e15 }, '["timestamp"] is too large'],
    [{ timestamp: '5' }, '["timestamp"] is not a float'],
    [{ to: [] }, 'Must specify exactly 1 channel ID for channel messages'],
    [{ to: [1, 2] }, 'Must specify exactly 1 channel ID for channel messages'],
    [{ to: [999_999_999] }, 'Invalid channel ID'],
    [{ to: [9_999_999_999_999] }, 'Invalid channel ID'],
    [{ type: 'private', to: [999_999_999] }, 'Invalid user ID 999999999'],
    [{ type: 'letter' }, 'Invalid @["type"]'],
    [{ to: ['x'] }, '["to"][0] is not an integer'],
    [{ id: 5 }, 'Argument "id" at @["id"] is unexpected'],
    [{ content: undefined }, '["content"] field is missing: Field required'],
  ])('with %j are refused', async (changes, text) => {
    const msg = (name: string) => (text.startsWith('[') ? name + text : text.replaceAll('@', name));
    const [id] = await create(ada, draft());
    const before = await list(ada);
    expectError(await ada.client.post('/drafts', { drafts: [draft(), draft(changes)] }), msg('drafts[1]'));
    expectError(await ada.client.patch(`/drafts/${id}`, { draft: draft(changes) }), msg('draft'));
    expect(await list(ada)).toEqual(before);
    await ada.client.succeed('DELETE', `/drafts/${id}`);
  });

  it('are not addressed to channels that the user cannot read', async () => {
    const secret = await createChannel(ada, [], { invite_only: true });
    expectError(await bob.client.post('/drafts', { drafts: [draft({ to: [secret.id] })] }), 'Invalid channel ID');
    await create(ada, draft({ to: [secret.id] }));
  });

  it('of others do not exist', async () => {
    const [id] = await create(ada, draft());
    for (const unknown of [id, 999_999_999, 9_999_999_999_999]) {
      const status = 404;
      expectError(await bob.client.delete(`/drafts/${unknown}`), 'Draft does not exist', { status });
      const replaced = await bob.client.patch(`/drafts/${unknown}`, { draft: draft() });
      expectError(replaced, 'Draft does not exist', { status });
    }
    expectError(await bob.client.post('/drafts', { drafts: '{' }), 'drafts is not valid JSON');
    expectError(await bob.client.post('/drafts', { drafts: { a: 1 } }), 'drafts is not a list');
  });

  it('are refused to users who turned them off', async () => {
    const person = await createPerson(cluster, 'Carl');
    const [id] = await create(person, draft({ type: '' }));
    await inDatabase(cluster, (database) =>
      database.query('test', 'UPDATE account SET enable_drafts_synchronization = false WHERE id = $1', [person.userId]),
    );
    const msg = 'User has disabled synchronizing drafts.';
    expectError(await person.client.get('/drafts'), msg);
    expectError(await person.client.post('/drafts', { drafts: [draft()] }), msg);
    expectError(await person.client.patch(`/drafts/${id}`, { draft: draft() }), msg);
    expectError(await person.client.delete(`/drafts/${id}`), msg);
    expect((await TestQueue.register(person)).state.drafts).toEqual([]);
  });

  it('are listed by a fixed number of statements', async () => {
    const [few, many] = await Promise.all([createPerson(cluster, 'Few'), createPerson(cluster, 'Many')]);
    await create(many, ...Array.from({ length: 30 }, () => draft({ type: 'private', to: [ada.userId] })));
    expect(await statementsOf(cluster, () => list(many))).toBe(await statementsOf(cluster, () => list(few)));
  });
});
