import { Database, createRealm, withNewAccounts } from '@stoa/database';
import { isSealedColumn, openColumn, sealColumn } from '@stoa/policy';
import { TestServers, startServers } from '@stoa/testing';
import { sealSecrets } from './seal-secrets';

const SECRET = 'a secret of at least thirty-two characters';

describe('secrets and tokens that are stored as they are', () => {
  let servers: TestServers;
  let database: Database;
  let botId = 0;

  beforeAll(async () => {
    servers = await startServers();
    database = Database.open({ url: servers.databaseUrl });
    const realm = await createRealm(database, { subdomain: 'sealed', name: 'Sealed', authenticationMethods: {} });
    const accounts = [{ fullName: 'Hook', deliveryEmail: 'hook-bot@example.com', botType: 2 }];
    const context = { realmId: realm.id, partition: realm.partition };
    [botId = 0] = await withNewAccounts(database, context, { realmHost: 'chat.example', accounts }, (_tx, made) =>
      Promise.resolve(made.accounts.map(({ id }) => id)),
    );
  });

  afterAll(async () => {
    await database?.close();
    await servers?.stop();
  });

  const settings = async () => {
    const rows = await database.query<{ key: string; value: string }>(
      'test_settings',
      'SELECT key, value FROM bot_config WHERE user_id = $1 ORDER BY key',
      [botId],
    );
    return Object.fromEntries(rows.map(({ key, value }) => [key, value]));
  };

  it('are sealed once, and nothing else is', async () => {
    const done = sealColumn(SECRET, 'stoa/bot-secret', 'already');
    const before = {
      content_template: 'is {{ state }}',
      previous_webhook_secret: '',
      webhook_secret: 'shared',
      'webhook_secret:github': done,
      'webhook_secret:gitlab': 'gitlab',
    };
    await database.query(
      'test_add_settings',
      'INSERT INTO bot_config (user_id, key, value) SELECT $1, key, value FROM unnest($2::text[], $3::text[]) AS c (key, value)',
      [botId, Object.keys(before), Object.values(before)],
    );
    await database.query(
      'test_add_services',
      `INSERT INTO bot_service (user_id, name, base_url, token) VALUES ($1, 'a', '', 't0ken'), ($1, 'b', '', '')`,
      [botId],
    );
    expect(await sealSecrets(database, SECRET)).toMatchObject({ secrets: 2, tokens: 1 });
    const after = await settings();
    expect(after).toMatchObject({
      ...before,
      webhook_secret: expect.any(String),
      'webhook_secret:gitlab': expect.any(String),
    });
    for (const [key, plain] of [
      ['webhook_secret', 'shared'],
      ['webhook_secret:gitlab', 'gitlab'],
    ] as const) {
      const stored = after[key] ?? '';
      expect([isSealedColumn(stored), openColumn(SECRET, 'stoa/bot-secret', stored)]).toEqual([true, plain]);
    }
    const tokens = await database.query<{ token: string }>(
      'test_tokens',
      'SELECT token FROM bot_service WHERE user_id = $1 ORDER BY id',
      [botId],
    );
    expect(tokens.map(({ token }) => openColumn(SECRET, 'stoa/bot-service-token', token))).toEqual(['t0ken', '']);
    expect(await sealSecrets(database, SECRET)).toMatchObject({ secrets: 0, tokens: 0 });
    expect(await settings()).toEqual(after);
  });
});
