import { randomUUID } from 'node:crypto';
import { Database, createRealm } from '@stoa/database';
import { TestServers, startServers } from '@stoa/testing';
import { BotCallsRepository, SealedCall } from './bot-calls.repository';
import { DeliveryLogRepository } from './delivery-log.repository';

const DAY_MS = 86_400_000;
const PAGE = { before: Number.MAX_SAFE_INTEGER, limit: 200 };

describe('calls of the services of bots that are remembered', () => {
  let servers: TestServers;
  let database: Database;
  let repository: BotCallsRepository;
  let realmId: number;

  beforeAll(async () => {
    servers = await startServers();
    database = Database.open({ url: servers.databaseUrl });
    repository = new BotCallsRepository(database);
    const realm = { subdomain: 'acme', name: 'Acme', authenticationMethods: { Email: true } };
    realmId = (await createRealm(database, realm)).id;
  });
  beforeEach(() => database.query('', 'TRUNCATE webhook_delivery, webhook_health, delivery_log'));
  afterAll(async () => {
    await database?.close();
    await servers?.stop();
  });

  const record = (changes: Partial<SealedCall> = {}): SealedCall => ({
    realmId,
    botId: 7,
    messageId: null,
    deliveryId: randomUUID(),
    trigger: 'direct_message',
    attempt: 1,
    outcome: 'silent',
    url: 'https://bot.example/',
    startedAt: new Date(),
    durationMs: 12,
    status: 200,
    failure: null,
    sealedExchange: Buffer.from('sealed'),
    resendOf: null,
    ...changes,
  });

  it('are listed in pages, the newest first, each bot by itself', async () => {
    const ids = [];
    for (const attempt of [1, 2, 3]) ids.push(...(await repository.add([record({ attempt })])));
    await repository.add([record({ botId: 8 })]);
    const [newest, next] = await repository.list(7, { ...PAGE, limit: 2 });
    expect([newest?.id, next?.id]).toEqual([ids[2], ids[1]]);
    expect(newest).toMatchObject({
      attempt: 3,
      outcome: 'silent',
      status: 200,
      message_id: null,
      sealed_exchange: Buffer.from('sealed'),
      request_body: null,
    });
    expect(newest?.started_at).toBeCloseTo(Date.now() / 1_000, -1);
    expect((await repository.list(7, { ...PAGE, before: ids[1]! })).map(({ id }) => id)).toEqual([ids[0]]);
  });

  it('are found one by one, of their bot only, while their message is there', async () => {
    const [first, gone] = await repository.add([record({ resendOf: 3 }), record({ messageId: 4_711 })]);
    expect(await repository.find(7, first!)).toMatchObject({ id: first, resend_of: 3 });
    expect(await repository.find(8, first!)).toBeUndefined();
    expect(await repository.find(7, gone!)).toBeUndefined();
  });

  it('of the release before are in plain text', async () => {
    await database.query(
      '',
      `INSERT INTO webhook_delivery (realm_id, bot_id, delivery_id, trigger, attempt, outcome, url, started_at,
         duration_ms, request_body, answer_body)
       VALUES ($1, 7, gen_random_uuid(), 'mention', 1, 'silent', '', now(), 1, 'asked', 'answered')`,
      [realmId],
    );
    const plain = { request_body: 'asked', answer_body: 'answered', sealed_exchange: null };
    expect(await repository.list(7, PAGE)).toMatchObject([plain]);
  });

  it('have no bodies once somebody wants none, and those that were there are gone', async () => {
    const log = new DeliveryLogRepository(database);
    await repository.add([record(), record({ botId: 8 })]);
    expect(await log.recordsBodies(7)).toBe(true);
    await log.record({ id: 7, realmId }, false);
    await log.forgetBodies(7, Buffer.from(''));
    await repository.add([record(), record({ botId: 8 })]);
    expect(await log.recordsBodies(7)).toBe(false);
    const bodies = async (botId: number) =>
      (await repository.list(botId, PAGE)).map(({ sealed_exchange: sealed }) => sealed?.toString() ?? null);
    expect(await bodies(7)).toEqual([null, null]);
    expect(await bodies(8)).toEqual(['sealed', 'sealed']);
    await log.record({ id: 7, realmId }, true);
    await repository.add([record()]);
    expect(await bodies(7)).toEqual(['sealed', null, null]);
  });

  it('say whether an answer was said', async () => {
    const deliveryId = randomUUID();
    await repository.add([record({ deliveryId, outcome: 'will_retry' })]);
    expect(await repository.hasReplied(7, deliveryId)).toBe(false);
    await repository.add([record({ deliveryId, outcome: 'replied' })]);
    expect(await repository.hasReplied(7, deliveryId)).toBe(true);
    expect(await repository.hasReplied(8, deliveryId)).toBe(false);
  });

  it('say when the last one was a success', async () => {
    const at = (seconds: number) => new Date(1_700_000_000_000 + seconds * 1_000);
    await repository.add([
      record({ startedAt: at(2), outcome: 'replied' }),
      record({ startedAt: at(1) }),
      record({ startedAt: at(3), outcome: 'failed' }),
      record({ botId: 8, outcome: 'will_retry' }),
    ]);
    expect(await repository.health(7)).toMatchObject({ failures: 0, lastSuccessAt: 1_700_000_002 });
    expect(await repository.health(8)).toMatchObject({ lastSuccessAt: null });
    await repository.add([record({ startedAt: at(0) })]);
    expect(await repository.health(7)).toMatchObject({ lastSuccessAt: 1_700_000_002 });
  });

  it('are the hundred newest of each bot', async () => {
    await repository.add([record({ botId: 8 })]);
    for (let attempt = 1; attempt <= 103; attempt++) await repository.add([record({ attempt })]);
    const attempts = (await repository.list(7, PAGE)).map(({ attempt }) => attempt);
    expect(attempts).toHaveLength(100);
    expect([attempts[0], attempts.at(-1)]).toEqual([103, 4]);
    expect(await repository.list(8, PAGE)).toHaveLength(1);
  });

  it('are the hundred newest of each bot, however many come at once', async () => {
    const records = (count: number) => Array.from({ length: count }, (_, index) => record({ attempt: index + 1 }));
    await repository.add([...records(90), record({ botId: 8 })]);
    const ids = await repository.add(records(30));
    const kept = await repository.list(7, PAGE);
    expect(kept.map(({ id }) => id).slice(0, 30)).toEqual(ids.reverse());
    expect([kept.length, kept.at(-1)?.attempt]).toEqual([100, 21]);
    await repository.add(records(130));
    expect(await repository.list(7, { ...PAGE, limit: 200 })).toHaveLength(130);
    await repository.add(records(1));
    expect(await repository.list(7, { ...PAGE, limit: 200 })).toHaveLength(100);
    expect(await repository.list(8, PAGE)).toHaveLength(1);
  });

  it('go with their time and with their message', async () => {
    await repository.add([record({ attempt: 1, startedAt: new Date(Date.now() - 8 * DAY_MS) })]);
    await repository.add([record({ attempt: 2, messageId: 4_711 })]);
    await repository.add([record({ attempt: 3 })]);
    // A message that is gone is not shown before the row goes.
    expect((await repository.list(7, PAGE)).map(({ attempt }) => attempt)).toEqual([3, 1]);
    expect(await repository.prune(7, 1)).toBe(1);
    expect(await repository.prune(7, 10)).toBe(1);
    expect(await repository.prune(7, 10)).toBe(0);
    expect((await repository.list(7, PAGE)).map(({ attempt }) => attempt)).toEqual([3]);
  });

  it('say whether the service is called', async () => {
    expect(await repository.health(9)).toEqual({ failures: 0, pausedUntil: null, lastSuccessAt: null });
    await database.query(
      '',
      `INSERT INTO webhook_health (bot_id, realm_id, failures, paused_until) VALUES
         (9, $1, 20, now() + interval '5 minutes'), (10, $1, 21, now() - interval '1 minute')`,
      [realmId],
    );
    expect(await repository.health(9)).toMatchObject({ failures: 20, pausedUntil: expect.any(Number) });
    expect(await repository.health(10)).toMatchObject({ failures: 21, pausedUntil: null });
  });
});
