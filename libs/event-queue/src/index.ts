export { allSlots, slotName, slotOf, slotsOfPartition } from './slot';
export type { Slot } from './slot';
export { composeAnswer, composeEvent } from './answer';
export { bodyRef } from './body-ref';
export { EventQueues } from './event-queues';
export type { EventQueuesOptions } from './event-queues';
export { MOST_CHECKED } from './queue-reader';
export type { QueueReader } from './queue-reader';
export type { QueueRegistrar } from './queue-registrar';
export type { QueueWriter } from './queue-writer';
export type { SlotKeeper } from './slot-keeper';
export type { LeaseChanges, SlotLeases, SlotLeasesOptions } from './slot-leases';
export { DEATH_REASONS, STREAM_MARK } from './types';
export type {
  AppendBatch,
  AppendEntry,
  AppendProgress,
  AppendResult,
  AwayQueue,
  BatchRange,
  CheckedRequest,
  CollectedQueue,
  CreateQueueResult,
  DeathReason,
  EphemeralBatch,
  DeleteQueueResult,
  FindUnheldResult,
  ForgetSnapshotsResult,
  HeartbeatResult,
  KeepRequest,
  MoveResult,
  OpenQueueResult,
  OverflowedQueue,
  ParkedPoll,
  ParkedQueue,
  PollRequest,
  PollResult,
  QueueDescriptor,
  QueuedEvent,
  SlotPosition,
  SlotQueues,
  SlotRefusal,
  SlotState,
  Wake,
  WakeEvent,
} from './types';
