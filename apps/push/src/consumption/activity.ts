import { Inject, Injectable, OnApplicationShutdown } from '@nestjs/common';
import { PresenceStore, type RedisConnection, createRedisConnection, loadPresences } from '@stoa/redis';
import { redisAddress } from '@stoa/config';
import { UnavailableError } from '@stoa/errors';
import { Database } from '@stoa/database';
import { LOGGER, type Logger } from '@stoa/observability';
import type { IdleFacts } from '../rules/decisions/facts';
import { PushEnvironment } from '../push.environment';
import { MessageQueues } from './message-queues';

export interface RealmUserIds {
  realmId: number;
  partition: number;
  userIds: readonly number[];
}

/** What makes users idle (push.md 9.2): event queues and presence. */
@Injectable()
export class Activity implements OnApplicationShutdown {
  private readonly redis: RedisConnection;
  private readonly presences: PresenceStore;

  constructor(
    environment: PushEnvironment,
    database: Database,
    private readonly queues: MessageQueues,
    @Inject(LOGGER) log: Logger,
  ) {
    this.redis = createRedisConnection(redisAddress(environment), log, { name: 'push' });
    this.presences = new PresenceStore(this.redis, (realmId) => loadPresences(database, realmId));
  }

  /**
   * Facts of all the users. Without Redis there are no queues, so everybody is idle.
   * @param now milliseconds since the epoch
   */
  async of({ realmId, partition, userIds }: RealmUserIds, now: number): Promise<Map<number, IdleFacts>> {
    if (userIds.length === 0) return new Map();
    try {
      const [owners, { presence }] = await Promise.all([
        this.queues.ownersAmong(partition, userIds),
        this.presences.read(realmId),
      ]);
      return new Map(
        userIds.map((userId) => {
          const lastActive = presence.get(userId)?.lastActive ?? null;
          const lastActiveAt = lastActive === null ? null : lastActive * 1000;
          return [userId, { hasMessageQueue: owners.has(userId), lastActiveAt, now }];
        }),
      );
    } catch (error) {
      if (!(error instanceof UnavailableError)) throw error;
      return new Map(userIds.map((userId) => [userId, { hasMessageQueue: false, lastActiveAt: null, now }]));
    }
  }

  onApplicationShutdown(): void {
    this.redis.disconnect();
  }
}
