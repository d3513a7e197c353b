import { Database, createRealm, lockUser, withNewAccounts } from '@stoa/database';
import { TestServers, startServers } from '@stoa/testing';
import { BotCallsRepository, SealedCall } from './log/bot-calls.repository';
import { WebhookCall, WebhookCallsRepository } from './webhook-calls.repository';

const NOBODY = { limit: 64, perBot: 4, busyBots: [], perHost: 16, busyHosts: [] };
const BOTS = 8;

describe('calls of the services of bots', () => {
  let servers: TestServers;
  let database: Database;
  let repository: WebhookCallsRepository;
  let realm: { id: number; partition: number };
  let bots: number[];

  beforeAll(async () => {
    servers = await startServers();
    database = Database.open({ url: servers.databaseUrl });
    repository = new WebhookCallsRepository(database);
    realm = await createRealm(database, { subdomain: 'acme', name: 'Acme', authenticationMethods: { Email: true } });
    const names = Array.from({ length: BOTS }, (_, index) => `Bot ${index}`);
    const accounts = names.map((fullName, index) => ({ fullName, deliveryEmail: `bot${index}@example.com` }));
    const context = { realmId: realm.id, partition: realm.partition };
    bots = await withNewAccounts(database, context, { realmHost: 'chat.example', accounts }, (_tx, made) =>
      Promise.resolve(made.accounts.map(({ id }) => id)),
    );
  });
  beforeEach(async () => {
    await database.query('', 'TRUNCATE webhook_call, webhook_health, webhook_delivery');
    await database.query('', 'DELETE FROM bot_service');
  });
  afterAll(async () => {
    await database?.close();
    await servers?.stop();
  });

  const bot = (index: number): number => bots[index] ?? 0;
  const serve = (index: number, address: string) =>
    database.query(
      '',
      "INSERT INTO bot_service (user_id, name, base_url, interface, token) VALUES ($1, 'echo', $2, 1, 'token')",
      [bot(index), address],
    );
  /** The earlier ones are due earlier. */
  const ask = (index: number, count = 1) =>
    database.query(
      '',
      `INSERT INTO webhook_call (realm_id, bot_id, message_id, trigger, due_at)
       SELECT $1, $2, 1, 'mention', now() - interval '1 hour' + n * interval '1 second' FROM generate_series(1, $3) AS n`,
      [realm.id, bot(index), count],
    );
  const takenOf = (calls: readonly WebhookCall[], index: number): number =>
    calls.filter(({ botId }) => botId === bot(index)).length;

  describe('that are taken', () => {
    it('are of each bot as many as it may have, in turn, however many wait', async () => {
      await ask(0, 3_000);
      await ask(1, 2);
      const calls = await repository.take({ ...NOBODY, limit: 5 });
      expect([takenOf(calls, 0), takenOf(calls, 1)]).toEqual([3, 2]);
      expect(calls.map(({ attempts }) => attempts)).toEqual([1, 1, 1, 1, 1]);
      // What was taken is nobody else's for now.
      expect(await repository.take({ ...NOBODY, busyBots: [bot(0)] })).toEqual([]);
    });

    it('are of each host as many as it may have, bots in turn', async () => {
      for (let index = 0; index < 6; index++) await serve(index, `https://Slow.example:8443/${index}`);
      await serve(6, 'http://user@fast.example?x');
      for (let index = 0; index < 7; index++) await ask(index, 4);
      const calls = await repository.take({ ...NOBODY, perHost: 9 });
      expect(calls.filter(({ host }) => host === 'slow.example')).toHaveLength(9);
      for (let index = 0; index < 6; index++) expect(takenOf(calls, index)).toBeGreaterThan(0);
      expect(calls.filter(({ host }) => host === 'fast.example')).toHaveLength(4);
    });

    it('leave out a host that has its share, of however many bots, however much waits', async () => {
      await serve(0, 'https://slow.example/');
      await serve(1, 'https://[::1]/');
      await ask(0, 3_000);
      await ask(1);
      await ask(2);
      const calls = await repository.take({ ...NOBODY, limit: 1, busyHosts: ['slow.example'] });
      expect(calls.map(({ botId, host }) => [botId, host])).toEqual([[bot(1), '[::1]']]);
      // A bot whose service is gone has no host; its calls are taken, to be dropped.
      const [next] = await repository.take({ ...NOBODY, busyHosts: ['slow.example', '[::1]'] });
      expect(next).toMatchObject({ botId: bot(2), host: null, service: null });
    });
  });

  describe('that fail', () => {
    const call = () => ({ botId: bot(0), realmId: realm.id }) as WebhookCall;
    const pauseOf = async (): Promise<number> => {
      await ask(0);
      const [taken] = await repository.take(NOBODY);
      return taken?.pauseSeconds ?? -1;
    };

    it('pause their service after so many in a row, and again after each further one', async () => {
      expect([await repository.noteFailure(call(), 2, 300), await pauseOf()]).toEqual([false, 0]);
      expect(await repository.noteFailure(call(), 2, 300)).toBe(true);
      expect(await pauseOf()).toBeGreaterThan(290);
      await database.query('', "UPDATE webhook_health SET paused_until = now() - interval '1 second'");
      expect(await pauseOf()).toBe(0);
      expect(await repository.noteFailure(call(), 2, 300)).toBe(true);
    });

    it('are counted anew after a success, which ends a pause', async () => {
      for (let time = 0; time < 2; time++) await repository.noteFailure(call(), 2, 300);
      await repository.noteSuccess(bot(0));
      expect(await pauseOf()).toBe(0);
      expect(await repository.noteFailure(call(), 2, 300)).toBe(false);
    });

    it('are told to the owner once in a while, by one of all who would', async () => {
      const claim = (everySeconds: number) =>
        database.write({ realmId: realm.id, partition: realm.partition, requestId: 'r' }, [], (tx) =>
          repository.claimNotice(tx, call(), everySeconds),
        );
      expect((await Promise.all([1, 2, 3].map(() => claim(300)))).sort()).toEqual([false, false, true]);
      expect(await claim(300)).toBe(false);
      await database.query('', "UPDATE webhook_health SET told_at = now() - interval '301 seconds'");
      expect(await claim(300)).toBe(true);
      // A notice that is not sent is claimed by nobody.
      await database.query('', "UPDATE webhook_health SET told_at = now() - interval '301 seconds'");
      const refused = database.write(
        { realmId: realm.id, partition: realm.partition, requestId: 'r' },
        [],
        async (tx) => {
          await repository.claimNotice(tx, call(), 300);
          throw new Error('not sent');
        },
      );
      await expect(refused).rejects.toThrow('not sent');
      expect(await claim(300)).toBe(true);
    });
  });

  it('that are sent again wait once each, under the id that they had', async () => {
    const record: SealedCall = {
      ...{ realmId: realm.id, botId: bot(0), messageId: 1, deliveryId: '0b9c5b0e-8f0e-4a34-9d3e-1f2a3b4c5d6e' },
      ...{ trigger: 'mention', attempt: 2, outcome: 'failed', url: '', durationMs: 1, status: 500, failure: 'x' },
      ...{ startedAt: new Date(), sealedExchange: null, resendOf: null },
    };
    const [id = 0] = await new BotCallsRepository(database).add([record]);
    const resend = () =>
      database.write({ realmId: realm.id, partition: realm.partition, requestId: 'r' }, [lockUser(bot(0))], (tx) =>
        repository.resend(tx, bot(0), id),
      );
    expect((await Promise.all([1, 2, 3].map(resend))).sort()).toEqual([false, false, true]);
    const calls = await repository.take(NOBODY);
    expect(calls).toMatchObject([
      { botId: bot(0), messageId: 1, deliveryId: record.deliveryId, trigger: 'mention', attempts: 1, resendOf: id },
    ]);
    expect(await resend()).toBe(false);
    await repository.drop(calls[0]?.id ?? 0);
    expect(await resend()).toBe(true);
  });
});
