import { Database, createRealm, withNewAccounts } from '@stoa/database';
import { TestServers, startServers } from '@stoa/testing';
import { sealColumn } from '@stoa/policy';
import { GatewayEnvironment } from '../gateway-environment';
import { WebhookBotsRepository } from './webhook-bots.repository';

const SECRET = 'a secret of at least thirty-two characters';

describe('the person whom a tool names', () => {
  let servers: TestServers;
  let database: Database;
  let repository: WebhookBotsRepository;
  let realmId: number;
  let ids: number[] = [];

  beforeAll(async () => {
    servers = await startServers();
    database = Database.open({ url: servers.databaseUrl });
    repository = new WebhookBotsRepository(
      database,
      Object.assign(new GatewayEnvironment(), { STOA_API_KEY_SECRET: SECRET }),
    );
    const realm = await createRealm(database, { subdomain: 'named', name: 'Named', authenticationMethods: {} });
    realmId = realm.id;
    const accounts = [
      { fullName: 'Ada', deliveryEmail: 'Ada@example.com' },
      { fullName: 'Ada', deliveryEmail: 'other@example.com' },
      { fullName: 'Grace', deliveryEmail: 'grace@example.com' },
      { fullName: 'ada@example.com', deliveryEmail: 'third@example.com' },
    ];
    const context = { realmId, partition: realm.partition };
    ids = await withNewAccounts(database, context, { realmHost: 'chat.example', accounts }, (_tx, made) =>
      Promise.resolve(made.accounts.map(({ id }) => id)),
    );
  });

  afterAll(async () => {
    await database?.close();
    await servers?.stop();
  });

  it.each([
    ['by the address, though others are called so', ['Ada', 'ada@EXAMPLE.com'], 0],
    ['by the full name where no address is one', ['grace', 'nobody@example.com'], 2],
    ['not where several are called so', ['Ada'], undefined],
    ['not where several addresses are', ['ada@example.com', 'other@example.com'], undefined],
    ['not where nobody is', ['Nobody'], undefined],
    ['not where nothing is said', [], undefined],
  ])('is found %s', async (_name, names, index) => {
    expect(await repository.personNamed(realmId, names)).toBe(index === undefined ? undefined : ids[index]);
  });

  it('is known by the names that the owner of the bot has said; secrets are opened in both forms', async () => {
    const [bot = 0, grace = 0] = ids;
    const settings = {
      topic_template: '{{ host }}',
      webhook_secret: 'of a release before',
      'webhook_secret:github': sealColumn(SECRET, 'stoa/bot-secret', 's3cret'),
    };
    await database.query(
      'test_settings',
      'INSERT INTO bot_config (user_id, key, value) SELECT $1, key, value FROM unnest($2::text[], $3::text[]) AS c (key, value)',
      [bot, Object.keys(settings), Object.values(settings)],
    );
    await database.query('test_mention', "INSERT INTO bot_mention (bot_id, name, user_id) VALUES ($1, 'g', $2)", [
      bot,
      grace,
    ]);
    const opened = { ...settings, 'webhook_secret:github': 's3cret' };
    const people = new Map([['g', { userId: grace, fullName: 'Ada' }]]);
    expect(await repository.find(bot)).toEqual({ ownerId: null, settings: opened, people });
    await database.query('test_gone', 'UPDATE account SET is_active = false WHERE id = $1', [grace]);
    expect((await repository.find(bot)).people).toEqual(new Map());
    await database.query('test_back', 'UPDATE account SET is_active = true WHERE id = $1', [grace]);
    expect(await repository.find(0)).toEqual({ ownerId: null, settings: {}, people: new Map() });
  });
});
