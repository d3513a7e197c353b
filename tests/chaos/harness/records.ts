import type { Snapshot } from './checker/snapshot';

/** Something that must never be. */
export interface Violation {
  rule: string;
  what: string;
  evidence?: unknown;
}

/** One attempt of a client that did not succeed. Times in milliseconds since the epoch. */
export interface FailedAttempt {
  startedAt: number;
  endedAt: number;
  /** What it was part of: `send`, `poll`, … */
  action: string;
  /** `503 SERVICE_UNAVAILABLE`, `network ECONNRESET`, `no answer`, … */
  failure: string;
  /** An earlier attempt of the same action may still be at work. */
  isRepeated: boolean;
  hasRetryAfter: boolean;
}

/**
 * `acknowledged`: a success was answered. `refused`: an answer that repeating would not change. `unknown`: no answer came
 * and repeating was not safe. `abandoned`: the world that it was meant for is gone (PostgreSQL was put back in time).
 */
export type ActionOutcome = 'acknowledged' | 'refused' | 'unknown' | 'abandoned' | 'gave-up';

/** What an action of a client leaves in the log, by keys of {@link evidenceOf}. */
export interface ActionRecord {
  kind: string;
  userId: number;
  startedAt: number;
  endedAt: number;
  attempts: number;
  outcome: ActionOutcome;
  /** Nothing before the acknowledged attempt may have had an effect: its evidence must be there. */
  isDefinite: boolean;
  evidence: readonly string[];
  /** The evidence may be there once only, however often it was tried. */
  isOnce: boolean;
  /** Evidence of what the client had seen or done before: comes earlier in the log. */
  cause?: string;
  refusal?: string;
  /** A user who is notified of it by push. */
  toldTo?: number;
  /** Full name of a bot whose service is called about it. */
  asksBot?: string;
}

/** A call of the service of a bot. */
export interface BotCallRecord {
  /** Milliseconds since the epoch. */
  at: number;
  /** The same for each attempt, of `X-Stoa-Delivery`. */
  deliveryId: string;
  /** Full name. */
  bot: string;
  messageId: number;
  content: string;
}

/** A poll's answer that brought messages. Times in milliseconds since the epoch. */
export interface DeliveryRecord {
  queueId: string;
  /** Of the attempt that was answered. */
  startedAt: number;
  answeredAt: number;
  /** `sent:<mark>` of each message. */
  evidence: readonly string[];
}

export type QueueEnd = 'open' | 'expired' | 'deleted';

/** Everything that one queue delivered to its client. */
export interface QueueRecord {
  queueId: string;
  userId: number;
  realm: RealmFacts;
  applyMarkdown: boolean;
  registeredAt: number;
  /** What was committed before the registration began, and after it was answered; undefined where it could not be read. */
  before: Snapshot | undefined;
  after: Snapshot | undefined;
  /** The life of the database in which it was registered. */
  life: number;
  /** Texts of the events without their ids. */
  events: { id: number; text: string }[];
  end: QueueEnd;
  endedAt?: number;
  lifeAtEnd: number;
  /** More was sent to it on purpose than it may hold. */
  isFlooded?: boolean;
  /** Of a queue that is open at the end: it got the last message. */
  isComplete: boolean;
}

export interface RealmFacts {
  id: number;
  partition: number;
  host: string;
}

/** Notes down what happens in a run. */
export class Journal {
  readonly attempts: FailedAttempt[] = [];
  readonly actions: ActionRecord[] = [];
  readonly queues: QueueRecord[] = [];
  readonly deliveries: DeliveryRecord[] = [];
  readonly violations: Violation[] = [];

  violate(rule: string, what: string, evidence?: unknown): void {
    this.violations.push({ rule, what, evidence });
  }

  get acknowledged(): number {
    return this.actions.filter(({ outcome }) => outcome === 'acknowledged').length;
  }
}
