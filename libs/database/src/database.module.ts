import {
  DynamicModule,
  FactoryProvider,
  Global,
  Inject,
  Module,
  OnApplicationShutdown,
  OnModuleInit,
  Optional,
} from '@nestjs/common';
import { Metrics } from '@stoa/observability';
import { Database } from './database';
import type { PoolOptions } from './pool';

/** Gives every module of a service the one {@link Database}; ends its connections after the servers closed. */
@Global()
@Module({})
export class DatabaseModule implements OnModuleInit, OnApplicationShutdown {
  constructor(
    @Inject(Database) private readonly database: Database,
    @Optional() @Inject(Metrics) private readonly metrics?: Metrics,
  ) {}

  static forRoot(options: PoolOptions): DynamicModule {
    return DatabaseModule.of(Database.open(options));
  }

  /** With a database that was opened elsewhere (tests). */
  static of(database: Database): DynamicModule {
    const providers = [{ provide: Database, useValue: database }];
    return { module: DatabaseModule, providers, exports: providers };
  }

  /** With options that depend on injected providers, such as the environment. */
  static forRootAsync({
    inject,
    useFactory,
  }: Pick<FactoryProvider<PoolOptions>, 'inject' | 'useFactory'>): DynamicModule {
    const provider: FactoryProvider<Database> = {
      provide: Database,
      inject,
      useFactory: async (...dependencies: unknown[]) => Database.open(await useFactory(...dependencies)),
    };
    return { module: DatabaseModule, providers: [provider], exports: [Database] };
  }

  onModuleInit(): void {
    if (this.metrics) this.database.meter(this.metrics);
    this.metrics?.total(
      'stoa_database_statements_total',
      'Statements sent to PostgreSQL, those of transactions included, by cause: a request, or work in the background.',
      ['cause'],
      () => Object.entries(this.database.use().statements).map(([cause, count]) => [{ cause }, count] as const),
    );
    this.metrics?.gauge(
      'stoa_database_connections_limit',
      'Most connections to PostgreSQL that this process opens.',
      [],
      (gauge) => gauge.set(this.database.use().connections.limit),
    );
    this.metrics?.gauge(
      'stoa_database_connections',
      'Connections to PostgreSQL by state; waiting: requests that wait for one.',
      ['state'],
      (gauge) => {
        const { total, idle, waiting } = this.database.use().connections;
        gauge.set({ state: 'busy' }, total - idle);
        gauge.set({ state: 'idle' }, idle);
        gauge.set({ state: 'waiting' }, waiting);
      },
    );
  }

  async onApplicationShutdown(): Promise<void> {
    await this.database.close();
  }
}
