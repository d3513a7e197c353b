import { Global, Inject, Module, OnApplicationShutdown } from '@nestjs/common';
import { PresenceStore, type RedisConnection, createRedisConnection, loadPresences } from '@stoa/redis';
import { redisAddress } from '@stoa/config';
import { Database } from '@stoa/database';
import { LOGGER, type Logger } from '@stoa/observability';
import { UsersEnvironment } from './users-environment';

const PRESENCE_REDIS = Symbol('PRESENCE_REDIS');

/** Presences for registrations: read where the presence service keeps them. */
@Global()
@Module({
  providers: [
    {
      provide: PRESENCE_REDIS,
      inject: [UsersEnvironment, LOGGER],
      useFactory: (environment: UsersEnvironment, log: Logger): RedisConnection =>
        createRedisConnection(redisAddress(environment), log, { name: 'presences' }),
    },
    {
      provide: PresenceStore,
      inject: [PRESENCE_REDIS, Database],
      useFactory: (redis: RedisConnection, database: Database) =>
        new PresenceStore(redis, (realmId) => loadPresences(database, realmId)),
    },
  ],
  exports: [PresenceStore],
})
export class PresencesModule implements OnApplicationShutdown {
  constructor(@Inject(PRESENCE_REDIS) private readonly redis: RedisConnection) {}

  onApplicationShutdown(): void {
    this.redis.disconnect();
  }
}
