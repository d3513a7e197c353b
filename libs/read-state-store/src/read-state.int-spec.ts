import { Database } from '@stoa/database';
import { CHUNK_SIZE, ReadStateModel, chunkOf } from '@stoa/read-state';
import { History, HistoryStep, historySteps } from '@stoa/read-state/testing';
import { TestServers, startServers } from '@stoa/testing';
import * as fc from 'fast-check';
import { DatabaseReadState } from './testing/database-read-state';

const SIZE = { users: 4, channels: 3 };
const RUNS = 40;
const nobody = { readUserIds: [], deliveredUserIds: [] };
/** Between the ids of one history and the next. */
const ID_STRIDE = 10_000;
const LONGEST_HISTORY_IDS = 500_000;

describe('read state in the database', () => {
  let servers: TestServers;
  let database: Database;
  let histories = 0;

  beforeAll(async () => {
    servers = await startServers();
    database = Database.open({ url: servers.databaseUrl });
  });

  afterAll(async () => {
    await database?.close();
    await servers?.stop();
  });

  /** A history of its own, the model, and the database with its users and channels. */
  async function begin() {
    histories += 1;
    const history = new History(SIZE, histories * LONGEST_HISTORY_IDS);
    const model = new ReadStateModel();
    const stored = new DatabaseReadState(database, histories * ID_STRIDE);
    for (const userId of history.userIds) {
      model.addUser(userId);
      await stored.addUser(userId);
    }
    for (const channelId of history.channelIds) await stored.addChannel(channelId);
    return { history, model, stored };
  }

  type Played = Awaited<ReturnType<typeof begin>>;

  async function playStep({ history, model, stored }: Played, step: HistoryStep): Promise<void> {
    const operation = history.operation(step);
    if (!operation) return;
    const expected = operation(model);
    const actual = await operation(stored);
    if (Array.isArray(expected)) expect({ step, actual }).toEqual({ step, actual: sorted(expected) });
  }

  async function compare({ history, model, stored }: Played): Promise<void> {
    const messageIds = history.messages.map(({ id }) => id);
    for (const userId of history.userIds) {
      const flags = await stored.flagsOf(userId, messageIds);
      const expected = new Map(messageIds.map((id) => [id, model.flagsFor(userId, id)]));
      expect(sortedEntries(flags)).toEqual(sortedEntries(expected));
      const held = await stored.heldOf(userId, messageIds);
      expect(held.many).toEqual(held.one);
      expect(await stored.unreadOf(userId)).toEqual(model.unreadOf(userId));
      expect(await stored.unreadOf(userId, 5)).toEqual(model.unreadOf(userId).slice(-5));
      await compareRange(stored, userId, model.unreadOf(userId));
    }
    for (const id of messageIds) expect(await stored.readersOf(id)).toEqual(model.readersOf(id));
  }

  /** All of them, and what lies beyond one of them, both ways. */
  async function compareRange(stored: Played['stored'], userId: number, unread: readonly number[]): Promise<void> {
    const middle = unread[Math.floor(unread.length / 2)] ?? 0;
    for (const [low, high] of [
      [0, 10_000_000_000_000_000],
      [middle + 1, 10_000_000_000_000_000],
      [0, middle - 1],
    ] as const) {
      const expected = unread.filter((id) => id >= low && id <= high);
      expect(await stored.unreadInRange(userId, { low, high, isAscending: true })).toEqual(expected);
      expect(await stored.unreadInRange(userId, { low, high, isAscending: false })).toEqual(expected.reverse());
    }
  }

  it(`equals the model in ${RUNS} random histories`, async () => {
    await fc.assert(
      fc.asyncProperty(historySteps(SIZE, { min: 20, max: 60 }), async (steps) => {
        const played = await begin();
        for (const step of steps) await playStep(played, step);
        await compare(played);
      }),
      { numRuns: RUNS, endOnFailure: true },
    );
  });

  it('keeps small what was read and settled', async () => {
    const { stored } = await begin();
    const first = histories * LONGEST_HISTORY_IDS;
    await stored.subscribe(1, 101, first + 1);
    const content = { channelWildcard: false, mentionedUserIds: [], alertedUserIds: [], topicWildcardUserIds: [] };
    const ids = Array.from({ length: 20 }, (_, index) => first + 2 + index * (CHUNK_SIZE / 2));
    for (const id of ids) {
      await stored.sendToChannel({ ...content, ...nobody, id, recipientId: 101, noticeUnreadUserIds: null });
    }
    const unread = ids.slice(0, 3);
    await stored.markRead(1, ids.slice(3));
    await stored.advance(1, chunkOf(first) + 12);
    expect(await stored.unreadOf(1)).toEqual(unread);
    expect(await chunksOf(histories * ID_STRIDE + 1)).toBe(2);
    await stored.markRead(1, unread);
    expect(await chunksOf(histories * ID_STRIDE + 1)).toBe(0);
  });

  async function chunksOf(userId: number): Promise<number> {
    const [row] = await database.query<{ chunks: number }>(
      'chunks_of_user',
      'SELECT count(*) AS chunks FROM read_chunk WHERE user_id = $1',
      [userId],
    );
    return row?.chunks ?? 0;
  }

  it('lets a move wait for a position that is moving', async () => {
    const { stored } = await begin();
    const base = histories * ID_STRIDE;
    const first = histories * LONGEST_HISTORY_IDS;
    const content = { channelWildcard: false, mentionedUserIds: [], alertedUserIds: [], topicWildcardUserIds: [] };
    await stored.subscribe(1, 102, first + 1);
    await stored.sendToChannel({
      ...content,
      ...nobody,
      id: first + 2,
      recipientId: 101,
      noticeUnreadUserIds: null,
    });
    let moved: Promise<void> | undefined;
    await database.write({ realmId: 1, partition: 0 }, [], async (tx) => {
      await tx.query('SELECT read_state_advance($1, $2)', [base + 1, chunkOf(first) + 1]);
      moved = Promise.resolve(
        stored.move({
          id: first + 3,
          messageIds: [first + 2],
          fromRecipientId: 101,
          toRecipientId: 102,
          toProtected: true,
        }),
      );
      await waitsForLock();
    });
    await moved;
    expect((await stored.flagsOf(1, [first + 2])).get(first + 2)).toEqual(['read']);
  });

  async function waitsForLock(): Promise<void> {
    for (const deadline = Date.now() + 10_000; ;) {
      const rows = await database.query(
        'waiting_for_lock',
        `SELECT FROM pg_stat_activity WHERE wait_event_type = 'Lock' AND datname = current_database()`,
      );
      if (rows.length > 0) return;
      if (Date.now() > deadline) throw new Error('the move did not wait');
    }
  }

  it('settles what was drawn ten minutes ago by the marks that it leaves', async () => {
    const settled = () =>
      database.query<{ settled: number }>('settled_chunk', 'SELECT read_state_settled_chunk() AS settled');
    await database.query('forget_marks', 'DELETE FROM message_id_mark');
    await database.query('reset_sequence', `SELECT setval('message_id_seq', 1)`);
    expect(await settled()).toEqual([{ settled: 0 }]);
    await database.query('set_sequence', `SELECT setval('message_id_seq', ${7 * CHUNK_SIZE - 1})`);
    await database.query('age_marks', `UPDATE message_id_mark SET drawn_at = drawn_at - interval '2 minutes'`);
    expect(await settled()).toEqual([{ settled: 0 }]);
    await database.query('age_marks_more', `UPDATE message_id_mark SET drawn_at = drawn_at - interval '11 minutes'`);
    expect(await settled()).toEqual([{ settled: 7 }]);
  });
});

function sorted(ids: readonly number[]): number[] {
  return [...ids].sort((a, b) => a - b);
}

function sortedEntries(flags: Map<number, string[]>): [number, string[]][] {
  return [...flags].sort(([a], [b]) => a - b);
}
