import { Global, Inject, Module, OnApplicationShutdown } from '@nestjs/common';
import { PresenceStore, type Redis, createRedisConnection, loadPresences } from '@stoa/cache';
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
      useFactory: (environment: UsersEnvironment, log: Logger): Redis =>
        createRedisConnection(environment.STOA_REDIS_URL, log, { name: 'presences' }),
    },
    {
      provide: PresenceStore,
      inject: [PRESENCE_REDIS, Database],
      useFactory: (redis: Redis, database: Database) =>
        new PresenceStore(redis, (realmId) => loadPresences(database, realmId)),
    },
  ],
  exports: [PresenceStore],
})
export class PresencesModule implements OnApplicationShutdown {
  constructor(@Inject(PRESENCE_REDIS) private readonly redis: Redis) {}

  onApplicationShutdown(): void {
    this.redis.disconnect();
  }
}
