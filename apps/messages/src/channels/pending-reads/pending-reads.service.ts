import { Injectable } from '@nestjs/common';
import { Database, WriteTransaction, lockUser } from '@stoa/database';
import { MarkBatch, ReadStateRepository } from '@stoa/read-state-store';
import { flagEvents } from '../../access/read-state/flag-change';
import { PendingRead, PendingReadsRepository } from './pending-reads.repository';

/** Marks messages read that nobody has asked to mark (design.md 4; users.md 12). */
@Injectable()
export class PendingReadsService {
  constructor(
    private readonly database: Database,
    private readonly repository: PendingReadsRepository,
    private readonly readState: ReadStateRepository,
  ) {}

  /** In batches, each with its event; the last one deletes the row. A later caller finds nothing to do. */
  async settle(pending: PendingRead, requestId: string): Promise<void> {
    const { realmId, partition, userId } = pending;
    for (let isComplete = false; !isComplete;) {
      isComplete = await this.database.write({ realmId, partition, requestId }, [lockUser(userId)], (tx) =>
        this.settleBatch(tx, pending),
      );
    }
  }

  private async settleBatch(tx: WriteTransaction, pending: PendingRead): Promise<boolean> {
    const { id, userId } = pending;
    if (!(await this.repository.isPending(tx, id))) return true;
    const { changed, isComplete } = await this.mark(tx, pending);
    if (changed.length > 0) {
      tx.emit(...flagEvents({ userId, op: 'add', flag: 'read', messageIds: changed, details: new Map() }));
    }
    if (isComplete) await this.repository.remove(tx, id);
    return isComplete;
  }

  private mark(tx: WriteTransaction, pending: PendingRead): Promise<MarkBatch> {
    const { userId } = pending;
    if (pending.recipientId === null) return this.readState.markSenderRead(tx, userId, pending.senderId);
    const { recipientId, belowId: below } = pending;
    return this.readState.markConversationRead(tx, userId, { recipientId, below });
  }
}
