import { Database, createRealm, withNewAccounts } from '@stoa/database';
import { TestServers, startServers } from '@stoa/testing';
import { WebhookBotsRepository } from './webhook-bots.repository';

describe('the person whom a tool names', () => {
  let servers: TestServers;
  let database: Database;
  let repository: WebhookBotsRepository;
  let realmId: number;
  let ids: number[] = [];

  beforeAll(async () => {
    servers = await startServers();
    database = Database.open({ url: servers.databaseUrl });
    repository = new WebhookBotsRepository(database);
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
});
