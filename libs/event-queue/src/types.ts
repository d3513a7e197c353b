import type { QueueProfile } from '@stoa/event-shape';
import type { Slot } from './slot';

/** What a queue is, fixed at registration (realtime.md 5). Stored as JSON. */
export interface QueueDescriptor extends QueueProfile {
  /** A UUID; also the public `queue_id`. */
  readonly id: string;
  readonly realmId: number;
  readonly userId: number;
  /** From the User-Agent of the registering request. */
  readonly clientName: string;
  readonly allPublicStreams: boolean;
  /** Idle seconds after which the queue is collected; fractions are allowed. */
  readonly lifespanSeconds: number;
  readonly isGuest: boolean;
  /** Milliseconds since 1970. */
  readonly createdAt: number;
}

/** A place in a partition's change log: the seq up to which everything was applied, and its epoch. */
export interface SlotPosition {
  readonly epoch: number;
  readonly seq: number;
}

/**
 * Why Redis refused to touch a slot.
 * `not-ready`: nobody has given the slot a position (fresh or lost Redis). `run-id`: the server is not the one that the
 * slot was last served by, so it may have rolled back; the slot's owner settles that. `epoch`: the caller speaks of
 * another epoch of the log. `position`: the slot is not where the batch begins.
 */
export type SlotRefusal = 'not-ready' | 'run-id' | 'epoch' | 'position';

/** A request that was parked on a queue and must now be finished by the gateway that holds it. */
export interface ParkedPoll {
  readonly gatewayId: string;
  readonly nonce: string;
}

/** One event of a queue, ready to be sent: `json` is the whole event including its id. */
export interface QueuedEvent {
  readonly id: number;
  readonly json: string;
}

// ── registering ──

/**
 * `too-many`: every queue that the user may have is being polled now. `full`: Redis has too little memory left for more
 * queues.
 */
export type CreateQueueResult =
  | {
      readonly status: 'created';
      /** Queues of the user that were ended to make room. */ readonly ended: number;
    }
  | { readonly status: 'too-many' | 'full' | SlotRefusal };

/** `gone`: unknown, expired, or not opened within a minute. */
export type OpenQueueResult =
  | {
      readonly status: 'opened';
      /** Always −1: what the snapshot did not contain is still to be read. */ readonly lastEventId: number;
    }
  | { readonly status: 'gone' | SlotRefusal };

// ── polling ──

export interface PollRequest {
  readonly slot: Slot;
  readonly queueId: string;
  readonly userId: number;
  readonly lastEventId: number;
  readonly dontBlock: boolean;
  /** Where the wake must be sent if the poll parks; no spaces. */
  readonly gatewayId: string;
  /**
   * Names this request among all requests ever held; no spaces. One that begins with {@link STREAM_MARK} is of a stream: it is
   * answered and stays parked, and each wake brings what came since.
   */
  readonly nonce: string;
}

/** What the nonce of a stream begins with, as the scripts know it. */
export const STREAM_MARK = '~';

/**
 * `superseded` is the older request to finish with no events. `bad-queue` is the answer for unknown, foreign, pending
 * and collected queues alike; `pruned` and `unknown-event` are the two rejections of `last_event_id` (realtime.md 3.4).
 */
export type PollResult =
  | { readonly status: 'answer'; readonly events: QueuedEvent[]; readonly superseded?: ParkedPoll }
  | { readonly status: 'parked'; readonly superseded?: ParkedPoll }
  | { readonly status: 'bad-queue' | 'pruned' | 'unknown-event' }
  | { readonly status: 'not-ready' | 'run-id' };

/**
 * `superseded`: this request no longer holds the queue; finish it with no events. `bad-queue`: the queue died; finish
 * with no events too.
 */
export type HeartbeatResult =
  | { readonly status: 'answer'; readonly events: QueuedEvent[] }
  | { readonly status: 'superseded' | 'bad-queue' }
  | { readonly status: 'not-ready' | 'run-id' };

/** As {@link HeartbeatResult}. `newest` is the id of the last event that is queued, at least the one that was got. */
export type FollowResult =
  | { readonly status: 'answer'; readonly events: QueuedEvent[]; readonly newest: number }
  | Exclude<HeartbeatResult, { status: 'answer' }>;

/** What a gateway tells of a queue that it keeps for a client between polls. */
export interface KeepRequest {
  readonly slot: Slot;
  readonly queueId: string;
  /** A stream's, as {@link PollRequest.nonce} has it. */
  readonly nonce: string;
  /** The last event that the client has said it has. */
  readonly acknowledged: number;
  /** The last event that the gateway has. */
  readonly got: number;
  /** False: the mark is taken off, and nothing is answered. */
  readonly keeps: boolean;
}

/** A request that is held. */
export interface CheckedRequest {
  readonly queueId: string;
  readonly nonce: string;
  /** Only of streams: the id of the last event that the stream got. */
  readonly got?: number;
}

/** Of requests that are held, those that nothing will wake. */
export type FindUnheldResult<Request> =
  { readonly status: 'done'; readonly unheld: Request[] } | { readonly status: 'not-ready' | 'run-id' };

export type DeleteQueueResult =
  | { readonly status: 'deleted'; readonly parked?: ParkedPoll }
  | { readonly status: 'bad-queue' }
  | { readonly status: 'not-ready' | 'run-id' };

// ── consuming ──

/**
 * One event for one queue. Share the object between all queues that get the same event in the same form: queues with
 * identical (`===`) entries are sent to Redis as one group, which is what makes a large fan-out cheap.
 */
export interface AppendEntry {
  readonly seq: number;
  /** The transaction that wrote the change (xid8, below 2^53). */
  readonly xid: number;
  /** Key into the batch's bodies. See {@link bodyRef}. */
  readonly bodyRef: string;
  /**
   * Only for `update_message_flags` events that may coalesce (realtime.md 6.6): equal keys merge while they are the
   * queue's last event and unanswered. No spaces.
   */
  readonly mergeKey?: string;
}

/** The part of the change log that a batch covers: seqs above `from` up to and including `to`. */
export interface BatchRange {
  readonly epoch: number;
  readonly from: number;
  readonly to: number;
}

export interface AppendBatch extends BatchRange {
  /** Per queue id its events in order of seq. All events of one seq for one queue are in the same batch. */
  readonly entries: ReadonlyMap<string, readonly AppendEntry[]>;
  /** Per ref the event as JSON object text without `id`, starting `{"type":`. */
  readonly bodies: ReadonlyMap<string, string>;
  /** The slot must have this version still, or nothing is appended. Without it any will do. */
  readonly version?: number;
}

/** Events that are no changes, such as typing: at most once, and not for queues that are not open yet. */
export type EphemeralBatch = Pick<AppendBatch, 'entries' | 'bodies'>;

/**
 * A parked queue that got events: its park mark is off, unless the request is a stream, and the receiver of this answers the
 * request.
 */
export interface Wake extends ParkedPoll {
  readonly queueId: string;
  readonly firstEventId: number;
  readonly lastEventId: number;
  /** All events of the answer; more than one ref means coalesced. Texts are in the batch's bodies. */
  readonly events: readonly WakeEvent[];
  /** Only for streams: the id after which these events come, without a gap. */
  readonly before?: number;
}

export interface WakeEvent {
  readonly id: number;
  readonly bodyRefs: readonly string[];
}

/** A queue that outgrew its cap and is dead now; `parked` is a request to finish with no events. */
export interface OverflowedQueue {
  readonly queueId: string;
  readonly parked?: ParkedPoll;
}

/** What one script call (at most 500 queues) did; given out as soon as that call has answered. */
export interface AppendProgress {
  readonly wakes: readonly Wake[];
  readonly overflowed: readonly OverflowedQueue[];
  /** Queues of the batch that do not exist any more; forget them. */
  readonly gone: readonly string[];
}

/** `applied`: every chunk answered and the position moved to `to`. Else read the slot again and start from there. */
export interface AppendResult extends AppendProgress {
  /** "version": queues came or went, see {@link AppendBatch.version}; what a part of the batch appended may be repeated. */
  readonly status: 'applied' | 'version' | SlotRefusal;
}

export type MoveResult = { readonly status: 'moved' | SlotRefusal };

export interface SlotQueues {
  readonly version: number;
  /** true: `queues` is everything and what is not in it is gone; false: only what changed since the given version. */
  readonly complete: boolean;
  readonly queues: readonly QueueDescriptor[];
  /** Ids of dead queues (only if not complete). */
  readonly removed: readonly string[];
  /** Ids of those among `queues` whose client is away; empty unless asked for. */
  readonly away: readonly string[];
}

export type ForgetSnapshotsResult =
  /** `remaining` queues are pending or still hold a snapshot; at 0 nothing is to be done until a queue is created. */
  { readonly status: 'done'; readonly remaining: number } | { readonly status: SlotRefusal };

/** A queue with the request that is, or was until now, parked on it. */
export interface ParkedQueue extends ParkedPoll {
  readonly queueId: string;
}

// ── owning a slot ──

export interface SlotState {
  readonly version: number;
  /** null: not ready, see {@link SlotRefusal}. */
  readonly position: SlotPosition | null;
  /** false: the server's run id is not the one that the slot was last served by. */
  readonly sameServer: boolean;
}

/** `corrupt`: an event's text is missing, which only a damaged Redis can cause. */
export type DeathReason = (typeof DEATH_REASONS)[number];
export const DEATH_REASONS = ['idle', 'unopened', 'deleted', 'overflow', 'epoch', 'slot', 'corrupt'] as const;

/** A queue that outlives its client's absence, with what waits in it. */
export interface AwayQueue {
  readonly descriptor: QueueDescriptor;
  /** When it was last polled, by Redis' clock: names the absence. */
  readonly lastSeenAt: number;
}

/** A dead queue, reported once before its events are removed (again if the process died while reporting). */
export interface CollectedQueue {
  readonly descriptor: QueueDescriptor;
  readonly reason: DeathReason;
  /** What waited in it was handed over while it lived ({@link AwayQueue}), and its client did not come back. */
  readonly isHandedOver: boolean;
  /** A request that was parked when the queue died without a caller to finish it. */
  readonly parked?: ParkedPoll;
}
