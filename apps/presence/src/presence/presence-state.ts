import { Inject, Injectable, OnApplicationShutdown, OnModuleInit } from '@nestjs/common';
import { PresenceReport, PresenceStore, RealmPresence, type Redis } from '@stoa/cache';
import { LOGGER, type Logger } from '@stoa/observability';
import { PresenceRepository } from './presence.repository';

export const PRESENCE_REDIS = Symbol('PRESENCE_REDIS');
/** What is lost of presences when Redis loses everything. */
const ARCHIVE_INTERVAL_MS = 5_000;

/** The store of presences and its writing back; ends with the service. */
@Injectable()
export class PresenceState implements OnModuleInit, OnApplicationShutdown {
  private readonly store: PresenceStore;
  private timer: NodeJS.Timeout | undefined;
  private archiving: Promise<void> = Promise.resolve();

  constructor(
    @Inject(PRESENCE_REDIS) private readonly redis: Redis,
    private readonly repository: PresenceRepository,
    @Inject(LOGGER) private readonly log: Logger,
  ) {
    this.store = new PresenceStore(redis, (realmId) => repository.load(realmId));
  }

  onModuleInit(): void {
    this.timer = setInterval(() => {
      this.archiving = this.archiving.then(() => this.archive());
    }, ARCHIVE_INTERVAL_MS);
  }

  async onApplicationShutdown(): Promise<void> {
    clearInterval(this.timer);
    await this.archiving;
    await this.archive();
    this.redis.disconnect();
  }

  report(
    realmId: number,
    userId: number,
    kind: PresenceReport,
  ): Promise<{ isEventDue: boolean; presence: RealmPresence }> {
    return this.store.report(realmId, userId, kind);
  }

  read(realmId: number): Promise<RealmPresence> {
    return this.store.read(realmId);
  }

  private async archive(): Promise<void> {
    try {
      await this.store.archiveChanges((realmId, presences) => this.repository.save(realmId, presences));
    } catch (error) {
      this.log.warn({ err: error }, 'presences cannot be written back now');
    }
  }
}
