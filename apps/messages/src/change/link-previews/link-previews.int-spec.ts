import { Database, createRealm } from '@stoa/database';
import { TestServers, startServers } from '@stoa/testing';
import { LinkPreviewsRepository } from './link-previews.repository';

describe('rows of messages whose links are to be looked at', () => {
  let servers: TestServers;
  let database: Database;
  let repository: LinkPreviewsRepository;
  const realms: { id: number; partition: number }[] = [];

  beforeAll(async () => {
    servers = await startServers();
    database = Database.open({ url: servers.databaseUrl });
    repository = new LinkPreviewsRepository(database);
    for (const subdomain of ['busy', 'calm']) {
      realms.push(await createRealm(database, { subdomain, name: subdomain, authenticationMethods: { Email: true } }));
    }
  });

  beforeEach(() => sql('TRUNCATE link_preview_job, link_preview'));

  afterAll(async () => {
    await database?.close();
    await servers?.stop();
  });

  const sql = (text: string, params: readonly unknown[] = []) => database.query('', text, params);
  /** @param secondsAgo since when they wait */
  const add = (realm: { id: number }, messageIds: readonly number[], secondsAgo: number) =>
    sql(
      `INSERT INTO link_preview_job (message_id, realm_id, due_at, created_at)
       SELECT m, $1, now() - make_interval(secs => $3), now() - make_interval(secs => $3) FROM unnest($2::bigint[]) m`,
      [realm.id, messageIds, secondsAgo],
    );
  const take = async (limit: number, perRealm = limit, busyRealms: number[] = []) =>
    (await repository.take({ limit, perRealm, busyRealms })).sort((one, other) => one.messageId - other.messageId);
  const idsOf = (jobs: readonly { messageId: number }[]) => jobs.map(({ messageId }) => messageId);

  it('are taken by one process at a time, for a while', async () => {
    const [busy] = realms;
    await add(busy!, [1, 2, 3, 4, 5, 6], 10);
    // A row that another process was just taking is left for the next time.
    const taken = [...(await Promise.all([take(4), take(4), take(4)])), await take(6)];
    expect(taken.flatMap(idsOf).sort()).toEqual([1, 2, 3, 4, 5, 6]);
    expect(await take(4)).toEqual([]);
    const [first, second] = taken.flat();
    expect(first).toMatchObject({ realmId: busy!.id, partition: busy!.partition, attempts: 1 });
    await repository.release(first!.id);
    expect(await take(4)).toEqual([{ ...first, attempts: 2 }]);
    // A minute later, when the process has died:
    await sql('UPDATE link_preview_job SET due_at = now() WHERE id = $1', [second!.id]);
    expect(idsOf(await take(4))).toEqual([second!.messageId]);
    await repository.drop(second!.id);
    expect(await repository.backlog()).toEqual({ jobs: 5, oldestSeconds: expect.any(Number) });
    expect((await repository.backlog()).oldestSeconds).toBeGreaterThanOrEqual(10);
  });

  it('are taken of all organizations in turn, and of none beyond its share', async () => {
    const [busy, calm] = realms;
    await add(busy!, [1, 2, 3, 4, 5], 100);
    await add(calm!, [11, 12], 1);
    expect(idsOf(await take(3))).toEqual([1, 2, 11]);
    expect(idsOf(await take(8, 1, [busy!.id]))).toEqual([12]);
    expect(idsOf(await take(8, 2))).toEqual([3, 4]);
  });

  it('end once, in the transaction that tells', async () => {
    const [busy] = realms;
    await add(busy!, [1], 1);
    const [job] = await take(1);
    const finish = () =>
      database.write({ realmId: busy!.id, partition: busy!.partition }, [], (tx) => repository.finish(tx, job!.id));
    expect((await Promise.all([finish(), finish()])).sort()).toEqual([false, true]);
  });

  it('remember pages, and that there was nothing, for their time', async () => {
    const long = `https://example.net/${'x'.repeat(7_000)}`;
    const card = { kind: 'card', title: 'T', description: '', imageUrl: 'https://example.net/i.png' } as const;
    await repository.remember('https://example.net/a', card, 60);
    await repository.remember(long, null, 60);
    await repository.remember('https://example.net/old', card, -1);
    const urls = ['https://example.net/a', long, 'https://example.net/old', 'https://example.net/unknown'];
    expect([...(await repository.known(urls))].sort()).toEqual([
      ['https://example.net/a', card],
      [long, null],
    ]);
    await repository.remember('https://example.net/a', null, 60);
    expect((await repository.known(urls)).get('https://example.net/a')).toBeNull();
    await repository.forgetExpired(10);
    expect(await sql('SELECT FROM link_preview')).toHaveLength(2);
  });
});
