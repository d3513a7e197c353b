import { Inject, Injectable, OnApplicationShutdown } from '@nestjs/common';
import { PresenceReading, PresenceReport, PresenceStore, type RedisConnection, type ReportOutcome } from '@stoa/redis';
import { LOGGER, type Logger } from '@stoa/observability';
import { PresenceRepository } from './presence.repository';

export const PRESENCE_REDIS = Symbol('PRESENCE_REDIS');

/** The store of presences; ends with the service. */
@Injectable()
export class PresenceState implements OnApplicationShutdown {
  private readonly store: PresenceStore;

  constructor(
    @Inject(PRESENCE_REDIS) private readonly redis: RedisConnection,
    private readonly repository: PresenceRepository,
    @Inject(LOGGER) private readonly log: Logger,
  ) {
    this.store = new PresenceStore(redis, (realmId) => repository.load(realmId));
  }

  /** After the last report was answered. */
  async onApplicationShutdown(): Promise<void> {
    try {
      await this.archive();
    } catch (error) {
      this.log.warn({ err: error }, 'the last presences could not be written back');
    }
    this.redis.disconnect();
  }

  report(realmId: number, userId: number, kind: PresenceReport): Promise<ReportOutcome> {
    return this.store.report(realmId, userId, kind);
  }

  read(realmId: number): Promise<PresenceReading> {
    return this.store.read(realmId);
  }

  /** Writes back what changed since the last time. */
  async archive(): Promise<void> {
    await this.store.archiveChanges((realmId, presences) => this.repository.save(realmId, presences));
  }
}
