import { DynamicModule, FactoryProvider, Global, Inject, Module, OnApplicationShutdown } from '@nestjs/common';
import { Database } from './database';
import type { PoolOptions } from './pool';

/** Gives every module of a service the one {@link Database}; ends its connections after the servers closed. */
@Global()
@Module({})
export class DatabaseModule implements OnApplicationShutdown {
  constructor(@Inject(Database) private readonly database: Database) {}

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

  async onApplicationShutdown(): Promise<void> {
    await this.database.close();
  }
}
