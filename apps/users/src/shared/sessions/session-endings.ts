import { Inject, Injectable } from '@nestjs/common';
import { keysRevoked } from '@stoa/contracts/events';
import { WriteTransaction, setKeys } from '@stoa/database';
import { LOGGER, type Logger } from '@stoa/observability';
import { EndedSession, SessionEnd, SessionsRepository } from './sessions.repository';

/**
 * Ends sessions in a transaction of theirs: polls that their browsers hold come back to be refused, as those of revoked
 * keys do (I10).
 */
@Injectable()
export class SessionEndings {
  constructor(
    private readonly repository: SessionsRepository,
    @Inject(LOGGER) private readonly log: Logger,
  ) {}

  /**
   * @param userId null for whoever has it
   * @returns whether there was such a session
   */
  async ofOne(tx: WriteTransaction, sessionId: number, userId: number | null, end: SessionEnd): Promise<boolean> {
    const ended = await this.repository.endOne(tx, sessionId, userId, end);
    this.announce(tx, ended, end);
    return ended.length > 0;
  }

  /** @param keptId a session that goes on */
  async ofUsers(
    tx: WriteTransaction,
    userIds: readonly number[],
    end: SessionEnd,
    keptId: number | null = null,
  ): Promise<void> {
    this.announce(tx, await this.repository.endOfUsers(tx, userIds, end, keptId), end);
  }

  async ofSessions(tx: WriteTransaction, sessionIds: readonly number[], end: SessionEnd): Promise<void> {
    this.announce(tx, await this.repository.endMany(tx, sessionIds, end), end);
  }

  async ofRealm(tx: WriteTransaction, end: SessionEnd): Promise<void> {
    this.announce(tx, await this.repository.endOfRealm(tx, end), end);
  }

  async ofOldest(tx: WriteTransaction, userId: number, kept: number): Promise<void> {
    this.announce(tx, await this.repository.endOldest(tx, userId, kept, 'too_many'), 'too_many');
  }

  /**
   * Sessions that began with a provider last so long from now on, those that there are included.
   * @param hours null: as long as others
   */
  async limitOfProvider(tx: WriteTransaction, providerId: number, hours: number | null): Promise<void> {
    if (hours !== null) this.announce(tx, await this.repository.endTooOld(tx, providerId, hours), 'too_old');
    await this.repository.limitOfProvider(tx, providerId, hours);
  }

  private announce(tx: WriteTransaction, ended: readonly EndedSession[], end: SessionEnd): void {
    if (ended.length === 0) return;
    tx.bump(setKeys.realmAccess(tx.realmId));
    tx.emit(keysRevoked(new Set(ended.map(({ userId }) => userId))));
    const { realmId } = tx;
    for (const { id: sessionId, userId } of ended) this.log.info({ sessionId, userId, realmId, end }, 'a session ends');
  }
}
