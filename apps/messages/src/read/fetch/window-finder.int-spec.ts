import { Database } from '@stoa/database';
import { UnreadMessagesRepository } from '@stoa/read-state-store';
import { TestServers, startServers } from '@stoa/testing';
import { FetchRepository } from './fetch.repository';
import type { MessageCondition } from './message-condition';
import { SearchRepository } from './search.repository';
import { FIRST_WALK } from './search-way';
import { WindowFinder } from './window-finder';
import { SideQuery, WalkThrough, byWalk } from './window-sql';

interface PlanNode {
  'Node Type': string;
  'Actual Rows': number;
  'Actual Loops': number;
  Plans?: PlanNode[];
}

/** More than a first walk reads. */
const COUNT = FIRST_WALK + 600;
const [SENDER, REALM, QUIET, BUSY] = [1, 1, 11, 12];

describe('a search among many messages', () => {
  let servers: TestServers;
  let database: Database;

  /** As after a load: nothing was vacuumed, and the statistics know the topic and the sender's messages of before only. */
  beforeAll(async () => {
    servers = await startServers();
    database = Database.open({ url: servers.databaseUrl });
    await sql('ALTER TABLE message SET (autovacuum_enabled = false)');
    await sql(`INSERT INTO recipient (id, realm_id, kind) OVERRIDING SYSTEM VALUE VALUES (11, 1, 1), (12, 1, 1)`);
    await send(QUIET, 'lunch', 'needle', 1);
    await send(BUSY, 'other', 'needle', 5_000);
    await sql('ANALYZE message');
    await send(QUIET, 'lunch', 'hay', COUNT);
  });

  afterAll(async () => {
    await database?.close();
    await servers?.stop();
  });

  const sql = <Row extends Record<string, unknown>>(text: string, params: readonly unknown[] = []) =>
    database.query<Row>('', text, params);
  const send = (recipientId: number, topic: string, content: string, count: number) =>
    sql(
      `INSERT INTO message (realm_id, recipient_id, origin_recipient_id, sender_id, topic, content, rendered_content,
         renderer_version, sent_at, client_name)
       SELECT $1, $2, $2, $3, $4, $5, '<p>' || $5 || '</p>', 1, now(), 'test' FROM generate_series(1, $6)`,
      [REALM, recipientId, SENDER, topic, content, count],
    );
  const newest = async () => (await sql<{ id: number }>('SELECT max(id) AS id FROM message'))[0]!.id;
  const words: MessageCondition = { kind: 'search', query: "'needl'", phrases: [], negated: false };
  const channel: MessageCondition = { kind: 'recipient', recipientIds: [QUIET], negated: false };
  const topic: MessageCondition = { kind: 'topic', topic: 'lunch', negated: false };
  const otherTopic: MessageCondition = { kind: 'topic', topic: 'other', negated: false };
  const sender: MessageCondition = { kind: 'sender', userId: SENDER, negated: false };
  const scope = { realmId: REALM, userId: 7, sharedRecipientIds: [QUIET, BUSY], receivedRecipientIds: [] };
  const narrow = (...conditions: MessageCondition[]) => ({
    scope: { ...scope, directRecipientIds: [] },
    conditions: [words, ...conditions],
  });

  it.each<[WalkThrough, MessageCondition[]]>([
    ['conversation', [topic]],
    ['conversation', []],
    ['sender', [sender]],
    ['organization', []],
  ])('walks through the %s by an index, and no further than it may (%j)', async (through, conditions) => {
    const query: SideQuery = { ...narrow(...conditions), low: 0, high: 1e9, isAscending: false, limit: 100 };
    const { text, params } = byWalk(query, through, 500);
    const [row] = await sql<{ 'QUERY PLAN': { Plan: PlanNode }[] }>(`EXPLAIN (ANALYZE, FORMAT JSON) ${text}`, params);
    const nodes = allNodes(row!['QUERY PLAN'][0]!.Plan);
    expect(nodes.map((node) => node['Node Type'])).not.toContain('Sort');
    expect(Math.max(...nodes.map((node) => node['Actual Rows'] * node['Actual Loops']))).toBeLessThan(600);
  });

  it.each<[string, MessageCondition]>([
    ['topic', topic],
    ['sender', sender],
  ])(
    'ends a walk through a %s that is longer than the statistics say, and asks the index for the rest',
    async (_, of) => {
      const repository = new FetchRepository(database);
      const walked = vi.spyOn(repository, 'walked');
      const unread = new UnreadMessagesRepository();
      const finder = new WindowFinder(repository, new SearchRepository(database), unread, database);
      const needles = await sql<{ id: number }>(
        `SELECT id FROM message WHERE recipient_id = $1 AND content = 'needle' ORDER BY id`,
        [QUIET],
      );
      const around = { includeAnchor: false, numBefore: 0, numAfter: 0 };
      const found = await finder.find(narrow(channel, of), { ...around, anchor: 1e9, numBefore: 10 });
      expect(found.before).toEqual(needles.map(({ id }) => id));
      expect(await walked.mock.results[0]?.value).toEqual({ found: [], end: (await newest()) - FIRST_WALK + 1 });
      await send(QUIET, 'lunch', 'needle', 1);
      const [first] = needles;
      const after = await finder.find(narrow(channel, of), { ...around, anchor: first!.id, numAfter: 10 });
      expect(after.after).toEqual([await newest()]);
      await sql('DELETE FROM message WHERE id = $1', [await newest()]);
    },
  );

  it('walks through the conversations that have the topic, of many', async () => {
    const repository = new FetchRepository(database);
    const walked = vi.spyOn(repository, 'walked');
    const unread = new UnreadMessagesRepository();
    const finder = new WindowFinder(repository, new SearchRepository(database), unread, database);
    const others = Array.from({ length: 40 }, (_, index) => 100 + index);
    const { scope: known } = narrow();
    const found = await finder.find(
      { scope: { ...known, sharedRecipientIds: [QUIET, BUSY, ...others] }, conditions: [words, otherTopic] },
      { anchor: 1e9, includeAnchor: false, numBefore: 10, numAfter: 0 },
    );
    expect(found.before).toHaveLength(10);
    const [sent] = walked.mock.calls[0] ?? [];
    expect(sent?.text.match(/FROM message o/g)).toHaveLength(1);
    const none: MessageCondition = { kind: 'topic', topic: 'none', negated: false };
    const empty = await finder.find(
      { scope: { ...known, sharedRecipientIds: others }, conditions: [words, none] },
      { anchor: 1e9, includeAnchor: false, numBefore: 10, numAfter: 0 },
    );
    expect(empty.before).toEqual([]);
  });
});

function allNodes(node: PlanNode): PlanNode[] {
  return [node, ...(node.Plans ?? []).flatMap(allNodes)];
}
