import { INestApplicationContext, Module, Type } from '@nestjs/common';
import { NestFactory } from '@nestjs/core';
import { loadEnvironment } from '@stoa/config';
import { Actor } from '@stoa/contracts/rpc';
import { CreatedRealm, Database, NewAccount, createRealm, ensureSystemBots, withNewAccounts } from '@stoa/database';
import { EventQueues, slotsOfPartition } from '@stoa/event-queue';
import { Platform, PlatformModule } from '@stoa/lifecycle';
import { Metrics, createLogger } from '@stoa/observability';
import { Role } from '@stoa/policy';
import { CallContext, connectToNats } from '@stoa/rpc';
import { TestServers, startServers } from '@stoa/testing';
import { PasswordHasher } from '../people/accounts/password-hasher';
import { UsersEnvironment } from '../users-environment';
import { UsersModule } from '../users.module';

export const TEST_HOST = 'chat.example.com';

export interface TestPerson {
  id: number;
  username: string;
}

interface ActorRow {
  realm_id: number;
  partition: number;
  role: number;
  is_bot: boolean;
  bot_type: number | null;
  email: string;
  delivery_email: string;
  full_name: string;
  can_create_users: boolean;
}

/** The account service over real servers, asked through its classes; and an organization to ask about. */
export class UsersApplication {
  private people = 0;
  private statements = 0;
  private readonly hashes = new Map<string, Promise<string>>();

  private constructor(
    readonly servers: TestServers,
    readonly application: INestApplicationContext,
    private readonly close: () => Promise<void>,
  ) {}

  static async start(settings: Record<string, string> = {}): Promise<UsersApplication> {
    const servers = await startServers();
    const environment = loadEnvironment(UsersEnvironment, {
      STOA_NATS_URL: servers.natsUrl,
      STOA_DATABASE_URL: servers.databaseUrl,
      STOA_REDIS_URL: servers.redisUrl,
      STOA_API_KEY_SECRET: 'a secret for tests, 32 characters or more',
      STOA_EXTERNAL_HOST: TEST_HOST,
      STOA_MODE: 'development',
      ...settings,
    });
    const nats = await connectToNats(servers.natsUrl, 'users-test');
    const platform: Platform<UsersEnvironment> = {
      service: 'users',
      environment,
      logger: createLogger({ service: 'users', replica: 1, level: 'silent' }),
      metrics: new Metrics({ service: 'users', replica: '1' }),
      nats,
    };
    @Module({ imports: [PlatformModule.of(platform), UsersModule.for(platform)] })
    class RootModule {}
    const application = await NestFactory.createApplicationContext(RootModule, { logger: false, abortOnError: false });
    await serveSlots(application.get(EventQueues), application.get(Database));
    return new UsersApplication(servers, application, async () => {
      await application.close();
      await nats.close();
      await servers.stop();
    });
  }

  get<T>(type: Type<T>): T {
    return this.application.get(type);
  }

  get database(): Database {
    return this.application.get(Database);
  }

  stop(): Promise<void> {
    return this.close();
  }

  /** An organization with the system groups, default channels and system bots. */
  async createRealm(subdomain = ''): Promise<CreatedRealm> {
    await ensureSystemBots(this.database, 'stoa.example');
    return createRealm(this.database, { subdomain, name: 'Test', authenticationMethods: { Email: true, Dev: true } });
  }

  /** Accounts with everything that an account has; the ids in order. */
  createAccounts(realm: CreatedRealm, accounts: readonly NewAccount[]): Promise<number[]> {
    const context = { realmId: realm.id, partition: realm.partition };
    return withNewAccounts(this.database, context, { realmHost: TEST_HOST, accounts }, async (_tx, created) =>
      created.accounts.map(({ id }) => id),
    );
  }

  /** Somebody of whom nothing but this is known. @param password null: signs in elsewhere */
  async createPerson(realm: CreatedRealm, password: string | null, role: number = Role.Member): Promise<TestPerson> {
    const number = ++this.people;
    const username = `person${number}@example.com`;
    const passwordHash = password === null ? undefined : await this.hashOf(realm, password);
    const [id] = await this.createAccounts(realm, [
      { fullName: `Person ${number}`, deliveryEmail: username, passwordHash, role },
    ]);
    if (id === undefined) throw new Error('no account was made');
    return { id, username };
  }

  /** The hash that {@link createPerson} stores: made once, as it is slow on purpose. */
  hashOf(realm: CreatedRealm, password: string): Promise<string> {
    const known = this.hashes.get(password) ?? this.get(PasswordHasher).hash(realm.id, password);
    this.hashes.set(password, known);
    return known;
  }

  /** A statement of a test, under a name of its own. */
  run(sql: string, values: unknown[]): Promise<Record<string, unknown>[]> {
    return this.database.query(`test_statement_${++this.statements}`, sql, values);
  }

  /** What the gateway says of an account that makes a request. */
  async contextOf(userId: number): Promise<CallContext & { actor: Actor }> {
    const [row] = await this.database.query<ActorRow>(
      'test_actor',
      'SELECT a.*, r.partition FROM account a JOIN realm r ON r.id = a.realm_id WHERE a.id = $1',
      [userId],
    );
    if (!row) throw new Error(`there is no account ${userId}`);
    return {
      requestId: 'test',
      deadlineAt: Date.now() + 30_000,
      actor: {
        realmId: row.realm_id,
        partition: row.partition,
        realmHost: TEST_HOST,
        realmUrl: `http://${TEST_HOST}`,
        userId,
        role: row.role,
        isBot: row.is_bot,
        botType: row.bot_type,
        email: row.email,
        deliveryEmail: row.delivery_email,
        fullName: row.full_name,
        clientName: 'test',
        canCreateUsers: row.can_create_users,
        canForgeSender: false,
      },
    };
  }
}

/** Gives every slot a position, as the events service does when it takes them. */
async function serveSlots(queues: EventQueues, database: Database): Promise<void> {
  const epochs = await database.query<{ partition: number; epoch: number; head: number }>(
    'test_epochs',
    'SELECT partition, epoch, head FROM relay_partition',
  );
  for (const { partition, epoch, head } of epochs) {
    for (const slot of slotsOfPartition(partition)) await queues.keeper.initialiseSlot(slot, { epoch, seq: head });
  }
}
