import type { Credentials } from '../support/http-client';
import type { Target } from '../support/http-connection';

/** One queue and who asks it. */
export interface QueuePoll {
  queueId: string;
  lastEventId: number;
  credentials: Credentials;
  /** Host header. */
  host: string;
  /** Reads a stream instead of polls. */
  streams?: boolean;
}

/** From the fleet to a worker. */
export type FleetOrder =
  /** Opens a connection per queue, from a source address, and asks; answers `asking`. */
  | { kind: 'hold'; target: Target; source: string; polls: QueuePoll[] }
  /** Asks again on every connection that got its delivery; answers `asking`. */
  | { kind: 'again' }
  /** From now on ask again at once after every answer. */
  | { kind: 'stream' };

/** What a worker tells. Times are of the machine's monotonic clock, in milliseconds. */
export type WorkerReport =
  | { kind: 'asking' }
  /** Every connection has its delivery. `refused`: polls answered 503 since the last report, and asked again as that says. */
  | { kind: 'delivered'; times: number[]; messageIds: number[]; refused: number }
  | { kind: 'failed'; reason: string };
