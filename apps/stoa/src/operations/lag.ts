import { ClusterSession } from '../base/cluster/cluster-session';
import { OperationsRepository } from './operations.repository';
import { readSlotProgress } from './slot-positions';

/** One partition of the change log: how far each of its readers is behind. */
export interface PartitionLag {
  partition: number;
  head: number;
  relay: string | null;
  outbox_changes: number;
  outbox_seconds: number;
  /** Changes that the slowest slot has not applied; null while no slot of the partition is in use. */
  events_behind: number | null;
  slots: number;
  push_behind: number | null;
}

/** @throws UnavailableError, ConfigurationError */
export async function readLag(session: ClusterSession): Promise<PartitionLag[]> {
  // Positions first: a head that is read later can only make the distance look larger, never negative.
  const slots = await readSlotProgress();
  const partitions = await new OperationsRepository(session.database).partitions();
  return partitions.map((row) => {
    const slot = slots.find(({ partition }) => partition === row.partition);
    return {
      partition: row.partition,
      head: row.head,
      relay: row.relay,
      outbox_changes: row.unnumbered,
      outbox_seconds: Math.max(0, Math.round(row.unnumberedSeconds * 10) / 10),
      events_behind: behind(row.head, slot?.slowestSeq ?? null),
      slots: slot?.ready ?? 0,
      push_behind: behind(row.head, row.pushSeq),
    };
  });
}

function behind(head: number, seq: number | null): number | null {
  return seq === null ? null : Math.max(0, head - seq);
}
