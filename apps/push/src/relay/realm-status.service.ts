import { Injectable } from '@nestjs/common';
import { encodeAudience } from '@stoa/contracts/changes';
import { eventOf } from '@stoa/contracts/events';
import { Database, lockRealm } from '@stoa/database';
import type { RelayPushStatus, RelayRealm } from './relay-requests';
import { RealmPushStatus, RealmStatusRepository } from './realm-status.repository';

/** What the relay last said about organizations, and its events (push.md 7.4). */
@Injectable()
export class RealmStatusService {
  constructor(
    private readonly database: Database,
    private readonly repository: RealmStatusRepository,
  ) {}

  /** Stores what an answer said; users get an event only if it is new. */
  record(realm: RelayRealm, status: RelayPushStatus): Promise<void> {
    return this.store(realm, { isEnabled: status.can_push, endsAt: status.expected_end_timestamp });
  }

  /** The relay does not know the organization, or its plan does not allow notifications. */
  recordDenied(realm: RelayRealm): Promise<void> {
    return this.store(realm, { isEnabled: false, endsAt: null });
  }

  private async store({ id, partition }: RelayRealm, next: RealmPushStatus): Promise<void> {
    // Almost every answer says what is known: those take no lock.
    if (isSame(await this.repository.find(id), next)) return;
    const locks = [lockRealm(id, 'exclusive')];
    await this.database.write({ realmId: id, partition }, locks, async (tx) => {
      const known = await this.repository.current(tx);
      if (isSame(known, next)) return;
      await this.repository.store(tx, next);
      const everybody = encodeAudience(await this.repository.activeUserIds(tx));
      const tell = (property: string, value: boolean | number | null): void =>
        tx.emit(eventOf('realm', 'update', { property, value }, everybody));
      if (known.isEnabled !== next.isEnabled) tell('push_notifications_enabled', next.isEnabled);
      if (known.endsAt !== next.endsAt) tell('push_notifications_enabled_end_timestamp', next.endsAt);
    });
  }
}

function isSame(left: RealmPushStatus, right: RealmPushStatus): boolean {
  return left.isEnabled === right.isEnabled && left.endsAt === right.endsAt;
}
