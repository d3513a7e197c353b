import { Database, createRealm, withNewAccounts } from '@stoa/database';
import { hashApiKey } from '@stoa/policy';
import { TestServers, startServers } from '@stoa/testing';
import { GatewayEnvironment } from '../../gateway-environment';
import { RealmRepository } from '../realms/realm.repository';
import { ApiKeyRepository } from './api-key.repository';
import { nameOfHash } from './hashes';

const SECRET = 'a secret of at least thirty-two characters';

describe('what the gateway reads', () => {
  let servers: TestServers;
  let database: Database;
  let realmId: number;

  beforeAll(async () => {
    servers = await startServers();
    database = Database.open({ url: servers.databaseUrl });
    const created = await createRealm(database, {
      subdomain: 'hall',
      name: 'Hall',
      renderedDescription: '<p>Hi</p>',
      authenticationMethods: { Email: true },
    });
    realmId = created.id;
  });

  afterAll(async () => {
    await database.close();
    await servers.stop();
  });

  it('finds organizations by subdomain and by their own host', async () => {
    const realms = new RealmRepository(
      database,
      Object.assign(new GatewayEnvironment(), { STOA_WEB_PUBLIC_CHANNELS: true }),
    );
    await database.prisma.realmHost.create({ data: { host: 'talk.other', realm_id: realmId } });
    expect(await realms.findBySubdomain('nobody')).toBeUndefined();
    expect(await realms.findBySubdomain('hall')).toMatchObject({
      id: realmId,
      stringId: 'hall',
      name: 'Hall',
      renderedDescription: '<p>Hi</p>',
      isDeactivated: false,
      authenticationMethods: { Email: true },
      customHost: 'talk.other',
    });
    expect(await realms.findSubdomainOfHost('talk.other')).toBe('hall');
    expect(await realms.findSubdomainOfHost('other.other')).toBeUndefined();
  });

  it('finds the account of a key until the key is revoked', async () => {
    const keys = new ApiKeyRepository(database);
    const hash = hashApiKey(SECRET, 'k'.repeat(32));
    const account = { fullName: 'Ada', deliveryEmail: 'Ada@mail.example', apiKey: { hash, prefix: 'kkkk' } };
    const realm = await database.prisma.realm.findUniqueOrThrow({ where: { id: realmId } });
    const context = { realmId, partition: realm.partition };
    const userId = await withNewAccounts(
      database,
      context,
      { realmHost: 'hall.chat.example', accounts: [account] },
      async (_tx, { accounts }) => accounts[0]?.id,
    );
    const holder = await keys.findByHash(hash);
    expect(holder).toMatchObject({
      keyName: nameOfHash(hash),
      userId,
      realmId,
      partition: realm.partition,
      stringId: 'hall',
      isRealmDeactivated: false,
      isActive: true,
      role: 400,
      isBot: false,
      botType: null,
      deliveryEmail: 'Ada@mail.example',
      fullName: 'Ada',
      canCreateUsers: false,
    });
    const unknown = hashApiKey(SECRET, 'x'.repeat(32));
    const before = database.use().statements.request;
    const both = await Promise.all(
      Array.from({ length: 50 }, (_, index) => keys.findByHash(index % 2 ? hash : unknown)),
    );
    expect(both.map((holder) => holder?.userId)).toEqual(both.map((_, index) => (index % 2 ? userId : undefined)));
    expect(database.use().statements.request - before).toBe(1);
    await database.prisma.apiKey.updateMany({ where: { user_id: userId }, data: { revoked_at: new Date() } });
    expect(await keys.findByHash(hash)).toBeUndefined();
  });
});
