import { Module } from '@nestjs/common';
import { type RedisConnection, SharedVersions, createRedisConnection } from '@stoa/redis';
import { ChangesModule } from '@stoa/changes';
import { redisAddress } from '@stoa/config';
import { DatabaseModule } from '@stoa/database';
import { AccessibleUsersRepository, DirectoryModule } from '@stoa/directory';
import { LOGGER, type Logger } from '@stoa/observability';
import { PresenceEnvironment } from './presence.environment';
import { PresenceFactsReader } from './presence/presence-facts';
import { PresenceRepository } from './presence/presence.repository';
import { PresenceService } from './presence/presence.service';
import { PresenceArchiveJob } from './presence/presence-archive.job';
import { PRESENCE_REDIS, PresenceState } from './presence/presence-state';

/** Who is active. */
@Module({
  imports: [
    DatabaseModule.forRootAsync({
      inject: [PresenceEnvironment],
      useFactory: (environment: PresenceEnvironment) => ({
        url: environment.STOA_DATABASE_URL,
        size: environment.STOA_DATABASE_POOL_SIZE,
        applicationName: 'presence',
      }),
    }),
    ChangesModule,
    DirectoryModule,
  ],
  providers: [
    PresenceFactsReader,
    PresenceService,
    PresenceRepository,
    PresenceState,
    PresenceArchiveJob,
    AccessibleUsersRepository,
    {
      provide: PRESENCE_REDIS,
      inject: [PresenceEnvironment, LOGGER],
      useFactory: (environment: PresenceEnvironment, log: Logger): RedisConnection =>
        createRedisConnection(redisAddress(environment), log, { name: 'presence' }),
    },
    {
      // On the same connection: a report and the version of the users are one round trip.
      provide: SharedVersions,
      inject: [PRESENCE_REDIS, LOGGER],
      useFactory: (redis: RedisConnection, log: Logger) => new SharedVersions(redis, log),
    },
  ],
})
export class PresenceModule {}
