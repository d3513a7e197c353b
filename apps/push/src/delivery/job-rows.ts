import type { PushDecision } from '../rules/decisions/triggers';

/** What the relay has taken of a job. */
export const SentPart = { Encrypted: 1, Legacy: 2 } as const;

interface JobBase {
  id: number;
  realmId: number;
  userId: number;
  happenedAtMs: number;
  createdAtMs: number;
  isDue: boolean;
  /** Earlier attempts that failed. */
  attempts: number;
  /** Bits of {@link SentPart}. */
  sentParts: number;
}

/** A notification that waits. */
export interface NotificationJob extends JobBase {
  kind: 'message';
  messageId: number;
  decision: PushDecision;
  isSenderHidden: boolean;
  /** This job set the message's flag at an earlier attempt. */
  hasFlagged: boolean;
}

/** Notifications that wait for being taken back. */
export interface RemovalJob extends JobBase {
  kind: 'removal';
  removedIds: readonly number[];
}

export type PushJob = NotificationJob | RemovalJob;

/** A user's jobs in their order. */
export interface UserJobs {
  userId: number;
  jobs: readonly PushJob[];
  /** When the oldest was written. */
  oldestAtMs: number;
  /** There are older ones that were not read. */
  hasOlder: boolean;
}
