import { Database, createRealm } from '@stoa/database';
import { TestServers, startServers } from '@stoa/testing';
import { IncomingDeliveriesRepository, IncomingDeliveryRow } from './incoming-deliveries.repository';

const DAY_MS = 86_400_000;
const PAGE = { before: Number.MAX_SAFE_INTEGER, limit: 200 };

describe('deliveries of other tools that are remembered', () => {
  let servers: TestServers;
  let database: Database;
  let repository: IncomingDeliveriesRepository;
  let realmId: number;

  beforeAll(async () => {
    servers = await startServers();
    database = Database.open({ url: servers.databaseUrl });
    repository = new IncomingDeliveriesRepository(database);
    const realm = { subdomain: 'acme', name: 'Acme', authenticationMethods: { Email: true } };
    realmId = (await createRealm(database, realm)).id;
  });
  beforeEach(() => database.query('', 'TRUNCATE incoming_delivery'));
  afterAll(async () => {
    await database?.close();
    await servers?.stop();
  });

  const add = (changes: Partial<IncomingDeliveryRow> = {}, { botId = 7, at = Date.now() } = {}): Promise<void> =>
    repository.add([
      {
        ...{ realmId, botId, receivedAtMs: at },
        integration: 'github',
        delivery_id: null,
        duration_ms: 12,
        outcome: 'nothing',
        status: 200,
        failure: null,
        events: ['push_commits'],
        filtered_by: [],
        message_ids: [],
        sealed_body: Buffer.from('sealed'),
        ...changes,
      },
    ]);
  const statuses = async (botId = 7) => (await repository.list(botId, PAGE)).map(({ status }) => status);

  it('are listed in pages, the newest first, each bot by itself', async () => {
    for (const status of [1, 2, 3]) await add({ status });
    await add({}, { botId: 8 });
    const [newest, next] = await repository.list(7, { ...PAGE, limit: 2 });
    expect([newest?.status, next?.status]).toEqual([3, 2]);
    expect(newest).toMatchObject({ integration: 'github', events: ['push_commits'], filtered_by: [], message_ids: [] });
    expect(newest?.sealed_body.toString()).toBe('sealed');
    expect(newest?.received_at).toBeCloseTo(Date.now() / 1_000, -1);
    expect((await repository.list(7, { ...PAGE, before: next!.id })).map(({ status }) => status)).toEqual([1]);
  });

  it('are stored whatever characters tools send', async () => {
    await add({ events: ['\ud83d', 'a\ude00', '😀'], delivery_id: '\ud83d' });
    const [stored] = await repository.list(7, PAGE);
    expect(stored).toMatchObject({ events: ['\ufffd', 'a\ufffd', '😀'], delivery_id: '\ufffd' });
  });

  it('are the hundred newest of each bot', async () => {
    await add({ status: 500 }, { botId: 8 });
    for (let status = 1; status <= 103; status++) await add({ status });
    const kept = await statuses();
    expect([kept.length, kept[0], kept.at(-1)]).toEqual([100, 103, 4]);
    expect(await statuses(8)).toEqual([500]);
  });

  it('go with their time and with their messages', async () => {
    await add({ status: 1 }, { at: Date.now() - 8 * DAY_MS });
    await add({ status: 2, message_ids: [4_711] });
    await add({ status: 3 });
    // A message that is gone is not shown before the row goes.
    expect(await statuses()).toEqual([3, 1]);
    expect(await repository.prune(7, 1)).toBe(1);
    expect(await repository.prune(7, 10)).toBe(1);
    expect(await repository.prune(7, 10)).toBe(0);
    expect(await statuses()).toEqual([3]);
  });
});
