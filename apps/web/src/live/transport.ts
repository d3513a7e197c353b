import { reportPresence } from '@stoa/contracts/presence';
import { deleteQueue, pollEvents } from '@stoa/contracts/queues';
import { ALL_CAPABILITIES, registerQueue } from '@stoa/contracts/users';
import { type AnswerOf, call, open } from '../api/client';
import type { PolledEvent } from '../store/apply';
import type { RegisterAnswer } from '../store/register-answer';
import { FETCHED_TYPES } from '../store/snapshot';
import { type TakeEvents, readStream } from './read-stream';

/** Where a queue is read: everything up to `lastEventId` has been applied. */
export interface QueuePosition {
  readonly queueId: string;
  readonly lastEventId: number;
}

export interface PresenceReport {
  status: 'active' | 'idle';
  new_user_input: boolean;
  ping_only: boolean;
  last_update_id: number;
}
export type PresenceAnswer = AnswerOf<typeof reportPresence>;

/** What the connection asks the service; tests answer themselves. */
export interface Transport {
  register(signal: AbortSignal): Promise<RegisterAnswer>;
  poll(position: QueuePosition, options: { dontBlock: boolean; signal: AbortSignal }): Promise<readonly PolledEvent[]>;
  /**
   * Reads the queue from one request for as long as that goes on. Absent where there are no streams.
   * @param options.take gets events as they come, and none for a sign of life; no more are read before it is done
   */
  follow?(position: QueuePosition, options: { take: TakeEvents; signal: AbortSignal }): Promise<void>;
  reportPresence(report: PresenceReport, signal: AbortSignal): Promise<PresenceAnswer>;
  /** The page is left for good: nobody waits for the answer. */
  deleteQueue(queueId: string): void;
}

/** How the client registers (web.md 2.2). */
const REGISTRATION = {
  apply_markdown: true,
  client_gravatar: true,
  slim_presence: true,
  include_subscribers: 'partial',
  presence_history_limit_days: 14,
  fetch_event_types: [...FETCHED_TYPES],
  client_capabilities: ALL_CAPABILITIES,
} as const;

/** The poll itself ends the request earlier: this only bounds one that hangs. */
const POLL_TIMEOUT_MS = 120_000;

export const serviceTransport: Transport = {
  register: (signal) =>
    call(registerQueue, { ...REGISTRATION, fetch_event_types: [...FETCHED_TYPES] }, { signal, mayBeLarge: true }),
  poll: async ({ queueId, lastEventId }, { dontBlock, signal }) => {
    const request = { queue_id: queueId, last_event_id: lastEventId, dont_block: dontBlock };
    const { events } = await call(pollEvents, request, { signal, timeoutMs: POLL_TIMEOUT_MS });
    return events;
  },
  follow: async ({ queueId, lastEventId }, { take, signal }) => {
    const answer = await open(pollEvents, { queue_id: queueId, last_event_id: lastEventId }, { signal });
    // A service of an earlier release answers as it answers polls.
    if (answer instanceof ReadableStream) await readStream(answer, take, signal);
    else await take(answer.events);
  },
  reportPresence: (report, signal) => call(reportPresence, report, { signal }),
  deleteQueue: (queueId) => {
    // The page is gone before anything could be done about a failure; the queue then ends by its age.
    call(deleteQueue, { queue_id: queueId }, { keepalive: true }).catch(() => undefined);
  },
};
