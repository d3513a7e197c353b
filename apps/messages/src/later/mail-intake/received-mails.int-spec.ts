import { setTimeout as delay } from 'node:timers/promises';
import { Database, createRealm } from '@stoa/database';
import { TestServers, startServers } from '@stoa/testing';
import { ReceivedMailsRepository } from './received-mails.repository';

describe('rows of received mails', () => {
  let servers: TestServers;
  let database: Database;
  let repository: ReceivedMailsRepository;
  let realm: { id: number; partition: number };

  beforeAll(async () => {
    servers = await startServers();
    database = Database.open({ url: servers.databaseUrl });
    repository = new ReceivedMailsRepository(database);
    realm = await createRealm(database, { subdomain: 'acme', name: 'Acme', authenticationMethods: { Email: true } });
  });
  beforeEach(() => database.query('', 'TRUNCATE received_mail'));
  afterAll(async () => {
    await database?.close();
    await servers?.stop();
  });

  const claim = (key: string, kind: 'channel' | 'reply' = 'channel') =>
    database.write({ realmId: realm.id, partition: realm.partition }, [], (tx) =>
      repository.claim(tx, { realmId: realm.id, key, kind }),
    );
  const age = (key: string, minutes: number) =>
    database.query('', 'UPDATE received_mail SET received_at = now() - make_interval(mins => $2) WHERE key = $1', [
      key,
      minutes,
    ]);

  it('let one of two repetitions post, and another after a failure', async () => {
    expect((await Promise.all([claim('a'), claim('a')])).sort()).toEqual([false, true]);
    expect(await claim('b')).toBe(true);
    const failing = database.write({ realmId: realm.id, partition: realm.partition }, [], async (tx) => {
      await repository.claim(tx, { realmId: realm.id, key: 'c', kind: 'reply' });
      throw new Error('the message cannot be written');
    });
    await expect(failing).rejects.toThrow('cannot be written');
    expect(await claim('c', 'reply')).toBe(true);
  });

  it('hold as many for a user as may be in a day, however many come at once', async () => {
    const hold = (key: string, userId: number, before: () => Promise<unknown> = () => Promise.resolve()) =>
      database.write({ realmId: realm.id, partition: realm.partition }, [], async (tx) => {
        const claim = await repository.claimHeld(tx, { realmId: realm.id, key, userId }, 2);
        await before();
        return claim;
      });
    expect(await hold('a', 7)).toBe('claimed');
    let other: Promise<string> | undefined;
    // Long enough for the other to be done, if it did not wait for this one.
    const meanwhile = () => Promise.race([(other = hold('b', 7)), delay(500)]);
    expect(await hold('c', 7, meanwhile)).toBe('claimed');
    expect(await other).toBe('tooMany');
    expect(await hold('g', 8)).toBe('claimed');
    expect(await hold('c', 7)).toBe('repeated');
    await database.query('', "UPDATE received_mail SET received_at = now() - interval '25 hours'");
    expect(await hold('h', 7)).toBe('claimed');
  });

  it('count what came to channels, by time', async () => {
    for (const key of ['new', 'minutes', 'hour', 'older']) await claim(key);
    await claim('answer', 'reply');
    await age('minutes', 3);
    await age('hour', 30);
    await age('older', 90);
    expect(await repository.channelMails(realm.id)).toEqual({ minute: 1, fiveMinutes: 2, hour: 3 });
    expect(await repository.channelMails(realm.id + 1)).toEqual({ minute: 0, fiveMinutes: 0, hour: 0 });
  });

  it('go after a week', async () => {
    for (const key of ['new', 'old', 'older']) await claim(key);
    await age('old', 8 * 24 * 60);
    await age('older', 9 * 24 * 60);
    expect(await repository.prune(7, 1)).toBe(1);
    expect(await repository.prune(7, 10)).toBe(1);
    expect(await claim('new')).toBe(false);
    expect(await claim('old')).toBe(true);
  });

  it('find no channel of a token that was never given out', async () => {
    expect(await repository.channelAddress('0'.repeat(32))).toBeUndefined();
    expect(await repository.placeOf(2 ** 31 - 1)).toBeUndefined();
  });
});
