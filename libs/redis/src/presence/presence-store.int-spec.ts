import { createLogger } from '@stoa/observability';
import { TestServers, eventually, startServers } from '@stoa/testing';
import { createRedisConnection } from '../redis-connection';
import { PresenceStore, StoredPresences } from './presence-store';

const log = createLogger({ service: 'test', replica: 1, level: 'silent' });
const REALM = 3;

/** Keeps what is saved, like the table. */
class Archive {
  stored: StoredPresences = { counter: 0, entries: [] };
  fails = false;
  load = () => Promise.resolve(this.stored);
  save = (_realmId: number, { counter, entries }: StoredPresences) => {
    if (this.fails) return Promise.reject(new Error('away'));
    const byUser = new Map([...this.stored.entries, ...entries].map((entry) => [entry.userId, entry]));
    this.stored = { counter, entries: [...byUser.values()] };
    return Promise.resolve();
  };
}

describe('PresenceStore', () => {
  let servers: TestServers;
  let redis: ReturnType<typeof createRedisConnection>;
  let archive: Archive;
  let store: PresenceStore;
  let other: PresenceStore;

  beforeAll(async () => {
    servers = await startServers();
    redis = createRedisConnection({ url: servers.redisUrl }, log, { name: 'test' });
    await eventually(() => redis.status === 'ready');
  });
  afterAll(async () => {
    redis.disconnect();
    await servers.stop();
  });
  beforeEach(async () => {
    await redis.flushall();
    archive = new Archive();
    [store, other] = [new PresenceStore(redis, archive.load), new PresenceStore(redis, archive.load)];
  });

  /** Makes the stored times of an account older. */
  async function age(userId: number, seconds: number): Promise<void> {
    const text = await redis.hget(`presence:{${REALM}}:entries`, String(userId));
    const [active, connected, id] = (text ?? '').split(' ');
    const older = (time: string | undefined) => (time === '-' ? '-' : Number(time) - seconds);
    await redis.hset(`presence:{${REALM}}:entries`, String(userId), `${older(active)} ${older(connected)} ${id}`);
  }
  const ids = async (of: PresenceStore, after = 0) =>
    [...(await of.read(REALM)).presence.since(after)].map(({ userId, updateId }) => [userId, updateId]);

  it('stores first reports, and tells every process of them in one order', async () => {
    expect((await store.report(REALM, 1, 'idle')).isEventDue).toBe(true);
    expect((await other.report(REALM, 2, 'active')).isEventDue).toBe(true);
    expect(await ids(store)).toEqual([
      [1, 1],
      [2, 2],
    ]);
    expect(await ids(other, 1)).toEqual([[2, 2]]);
    expect((await store.read(REALM)).presence.get(1)?.lastActive).toBeNull();
    expect((await store.read(REALM)).presence.get(2)?.lastActive).toBeGreaterThan(0);
  });

  it('says when it could only be asked late, as the first time that Redis hears of a script', async () => {
    await redis.script('FLUSH');
    expect((await store.report(REALM, 1, 'idle')).isLate).toBe(true);
    expect((await store.report(REALM, 1, 'idle')).isLate).toBe(false);
    await redis.flushall();
    expect((await store.report(REALM, 1, 'idle')).isLate).toBe(true);
  });

  it('does not write again within the interval, and tells of activity only after silence', async () => {
    await store.report(REALM, 1, 'active');
    expect((await store.report(REALM, 1, 'active')).isEventDue).toBe(false);
    expect(await ids(store)).toEqual([[1, 1]]);
    await age(1, 60);
    expect((await store.report(REALM, 1, 'active')).isEventDue).toBe(false);
    expect(await ids(store)).toEqual([[1, 2]]);
    await age(1, 140);
    expect((await store.report(REALM, 1, 'idle')).isEventDue).toBe(false);
    expect((await store.report(REALM, 1, 'active')).isEventDue).toBe(true);
    expect(await ids(store)).toEqual([[1, 4]]);
  });

  it('hides at once, ignores reports while hidden, and shows at once', async () => {
    const before = (await store.report(REALM, 1, 'active')).presence.get(1);
    const { isEventDue, presence } = await store.report(REALM, 1, 'hidden');
    expect(isEventDue).toBe(true);
    expect(presence.get(1)).toMatchObject({ lastActive: presence.get(1)?.lastConnected, updateId: 2 });
    expect(presence.get(1)?.lastConnected).toBeLessThan((before?.lastConnected ?? 0) - 300);
    await other.report(REALM, 1, 'active');
    expect(await ids(store)).toEqual([[1, 2]]);
    await store.report(REALM, 1, 'shown');
    expect((await other.read(REALM)).presence.get(1)?.lastActive).toBeGreaterThan(0);
  });

  it('is written back, and comes back from there with ids that were never given out', async () => {
    await store.report(REALM, 1, 'active');
    archive.fails = true;
    await expect(store.archiveChanges(archive.save)).rejects.toThrow('away');
    archive.fails = false;
    await store.archiveChanges(archive.save);
    expect(archive.stored).toMatchObject({ counter: 1, entries: [{ userId: 1, updateId: 1 }] });
    await redis.flushall();
    await other.report(REALM, 2, 'active');
    const [[, first] = [], [second, id = 0] = []] = await ids(other);
    expect([first, second]).toEqual([1, 2]);
    expect(id).toBeGreaterThan(1_000);
    expect(await ids(store, 1)).toEqual([[2, id]]);
  });
});
