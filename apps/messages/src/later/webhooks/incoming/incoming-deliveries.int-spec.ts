import { Database, createRealm } from '@stoa/database';
import { TestServers, startServers } from '@stoa/testing';
import { DeliveryLogRepository } from '../log/delivery-log.repository';
import { IncomingDeliveriesRepository, IncomingDeliveryRow, NewDelivery } from './incoming-deliveries.repository';

const DAY_MS = 86_400_000;
const NOTHING = Buffer.from('nothing');
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
  beforeEach(() => database.query('', 'TRUNCATE incoming_delivery, incoming_health, delivery_log'));
  afterAll(async () => {
    await database?.close();
    await servers?.stop();
  });

  const row = (changes: Partial<IncomingDeliveryRow> = {}, { botId = 7, at = Date.now() } = {}): NewDelivery => ({
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
    sealed_head: Buffer.from('head'),
    is_signed: true,
    replay_of: null,
    ...changes,
  });
  const add = (...given: Parameters<typeof row>): Promise<number[]> => repository.add([row(...given)], NOTHING);
  const statuses = async (botId = 7) => (await repository.list(botId, PAGE)).map(({ status }) => status);

  it('are listed in pages, the newest first, each bot by itself', async () => {
    for (const status of [1, 2, 3]) await add({ status });
    await add({}, { botId: 8 });
    const [newest, next] = await repository.list(7, { ...PAGE, limit: 2 });
    expect([newest?.status, next?.status]).toEqual([3, 2]);
    expect(newest).toMatchObject({ integration: 'github', events: ['push_commits'], filtered_by: [], message_ids: [] });
    expect([newest?.sealed_body, newest?.sealed_head].map(String)).toEqual(['sealed', 'head']);
    expect(newest).toMatchObject({ is_signed: true, replay_of: null });
    expect(newest?.received_at).toBeCloseTo(Date.now() / 1_000, -1);
    expect((await repository.list(7, { ...PAGE, before: next!.id })).map(({ status }) => status)).toEqual([1]);
  });

  it('are stored whatever characters tools send', async () => {
    await add({ events: ['\ud83d', 'a\ude00', '😀'], delivery_id: '\ud83d' });
    const [stored] = await repository.list(7, PAGE);
    expect(stored).toMatchObject({ events: ['\ufffd', 'a\ufffd', '😀'], delivery_id: '\ufffd' });
  });

  it('are found one by one, of their bot only, while their messages are there', async () => {
    const [first] = await add({ replay_of: 3, is_signed: null, sealed_head: null });
    const [gone] = await add({ message_ids: [4_711] });
    expect(await repository.find(7, first!)).toMatchObject({
      id: first,
      replay_of: 3,
      is_signed: null,
      sealed_head: null,
    });
    expect(await repository.find(8, first!)).toBeUndefined();
    expect(await repository.find(7, gone!)).toBeUndefined();
  });

  it('have no bodies once somebody wants none, and those that were there are gone', async () => {
    const log = new DeliveryLogRepository(database);
    await add();
    await log.record({ id: 7, realmId }, false);
    await log.forgetBodies(7, NOTHING);
    await add();
    await add({}, { botId: 8 });
    const stored = async (botId: number) =>
      (await repository.list(botId, PAGE)).map(({ sealed_body, sealed_head }) =>
        [sealed_body, sealed_head].map(String),
      );
    expect(await stored(7)).toEqual([
      ['nothing', 'null'],
      ['nothing', 'null'],
    ]);
    expect(await stored(8)).toEqual([['sealed', 'head']]);
  });

  describe('say how each tool fares', () => {
    const health = () => repository.health(7);
    const at = 1_700_000_000_000;

    it('with failures since the last success, whatever comes in one statement', async () => {
      const outcomes = ['refused', 'posted', 'failed', 'unsupported', 'refused'];
      await repository.add(
        outcomes.map((outcome, index) => row({ outcome }, { at: at + index * 1_000 })),
        NOTHING,
      );
      expect(await health()).toEqual([{ integration: 'github', failures: 2, last_success_at: 1_700_000_001 }]);
      await add({ outcome: 'refused' });
      await add({ outcome: 'failed', integration: 'jira' });
      await add({ outcome: 'failed' }, { botId: 8 });
      expect(await health()).toEqual([
        { integration: 'github', failures: 3, last_success_at: 1_700_000_001 },
        { integration: 'jira', failures: 1, last_success_at: null },
      ]);
      await add({ outcome: 'filtered' }, { at: at + 9_000 });
      expect((await health())[0]).toEqual({ integration: 'github', failures: 0, last_success_at: 1_700_000_009 });
    });

    it('to which replays add nothing', async () => {
      await add({ outcome: 'refused' });
      await add({ outcome: 'posted', replay_of: 1 });
      await add({ outcome: 'failed', replay_of: 1 });
      expect(await health()).toEqual([{ integration: 'github', failures: 1, last_success_at: null }]);
    });
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
