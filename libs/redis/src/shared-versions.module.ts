import { DynamicModule, Global, Inject, Module, OnApplicationShutdown, OnModuleInit, Type } from '@nestjs/common';
import { type RedisServiceEnvironment, redisAddress } from '@stoa/config';
import { Database, isSharedSet } from '@stoa/database';
import { LOGGER, type Logger } from '@stoa/observability';
import { type RedisConnection, createRedisConnection } from './redis-connection';
import { SharedVersions } from './shared-versions';

const VERSIONS_CONNECTION = Symbol('VERSIONS_CONNECTION');
/** A write waits this long for Redis, in milliseconds, before it waits for the copies to grow old instead. */
const PATIENCE_MS = 500;

/** For services that write users or settings: their writes end the use of older copies before they are answered. */
@Global()
@Module({})
export class SharedVersionsModule implements OnModuleInit, OnApplicationShutdown {
  constructor(
    @Inject(Database) private readonly database: Database,
    @Inject(SharedVersions) private readonly versions: SharedVersions,
    @Inject(VERSIONS_CONNECTION) private readonly redis: RedisConnection,
  ) {}

  static with(environment: Type<RedisServiceEnvironment>): DynamicModule {
    return {
      module: SharedVersionsModule,
      providers: [
        {
          provide: VERSIONS_CONNECTION,
          inject: [environment, LOGGER],
          useFactory: (values: RedisServiceEnvironment, log: Logger): RedisConnection =>
            createRedisConnection(redisAddress(values), log, { name: 'versions', commandTimeoutMs: PATIENCE_MS }),
        },
        {
          provide: SharedVersions,
          inject: [VERSIONS_CONNECTION, LOGGER],
          useFactory: (redis: RedisConnection, log: Logger) => new SharedVersions(redis, log),
        },
      ],
    };
  }

  onModuleInit(): void {
    this.database.onVersions(async (versions) => {
      const shared = [...versions].filter(([setKey]) => isSharedSet(setKey));
      if (shared.length > 0) await this.versions.publish(shared);
    });
  }

  onApplicationShutdown(): void {
    this.redis.disconnect();
  }
}
