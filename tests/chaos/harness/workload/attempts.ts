import { TestResponse, UndocumentedError } from '@stoa/testing';
import type { Journal } from '../records';

/** The database may be put back in time; who acts must notice. */
export interface World {
  /** Counts the times. */
  life: number;
  /** Acting has ended; only what makes the check possible goes on. */
  isOver: boolean;
}

/** Longer than the gateway works on any request (a minute), so that only an edge that is gone or stopped gives no answer. */
const NO_ANSWER_MS = 70_000;
/** A client that was refused for so long would have given up: the service has not recovered. */
const PATIENCE_MS = 180_000;
const FIRST_PAUSE_MS = 100;
const LONGEST_PAUSE_MS = 2_000;

export interface Answer {
  kind: 'answer';
  response: TestResponse;
  /** When the attempt began that was answered, in milliseconds since the epoch. */
  startedAt: number;
  attempts: number;
  /** An attempt before it may have had an effect. */
  isRepeated: boolean;
}

export type CallResult = Answer | { kind: 'unknown' | 'abandoned' | 'gave-up'; attempts: number };

export interface Call {
  action: string;
  request: (signal: AbortSignal) => Promise<TestResponse>;
  /** false: an attempt without an answer may have had an effect, and a second one would have another. */
  isRepeatable: boolean;
  /** Goes on when the world has changed: polls and registrations do. */
  outlivesWorld?: boolean;
}

/** Repeats calls as the API prescribes: after errors of the network, 5xx, 429 and 409 of a key that is being worked on. */
export class Attempts {
  constructor(
    private readonly journal: Journal,
    private readonly world: World,
  ) {}

  async call(call: Call): Promise<CallResult> {
    const { life } = this.world;
    const giveUpAt = Date.now() + PATIENCE_MS;
    let pauseMs = FIRST_PAUSE_MS;
    for (let attempts = 1; ; attempts += 1) {
      const startedAt = Date.now();
      const outcome = await this.attempt(call, attempts > 1);
      const { response } = outcome;
      if (response) return { kind: 'answer', response, startedAt, attempts, isRepeated: attempts > 1 };
      if (this.world.life !== life && !call.outlivesWorld) return { kind: 'abandoned', attempts };
      if (!call.isRepeatable) return { kind: 'unknown', attempts };
      if (Date.now() > giveUpAt) {
        this.journal.violate('no client gives up', `${call.action} was refused for ${PATIENCE_MS / 1000} s`, {
          attempts: this.journal.attempts.slice(-3),
        });
        return { kind: 'gave-up', attempts };
      }
      const asked = outcome.retryAfterMs ?? pauseMs * (0.5 + Math.random());
      await new Promise((resolve) => setTimeout(resolve, asked));
      pauseMs = Math.min(pauseMs * 2, LONGEST_PAUSE_MS);
    }
  }

  private async attempt(call: Call, isRepeated: boolean): Promise<{ response?: TestResponse; retryAfterMs?: number }> {
    const startedAt = Date.now();
    const fail = (failure: string, hasRetryAfter = false) => {
      this.journal.attempts.push({
        startedAt,
        endedAt: Date.now(),
        action: call.action,
        failure,
        isRepeated,
        hasRetryAfter,
      });
    };
    const controller = new AbortController();
    const timer = setTimeout(() => controller.abort(), NO_ANSWER_MS);
    try {
      const response = await call.request(controller.signal);
      const { status, body, headers } = response;
      if (!mayBeRepeated(status, body.code)) return { response };
      const retryAfter = headers.get('retry-after');
      fail(`${status} ${body.code ?? 'without code'}`, retryAfter !== null);
      return retryAfter === null ? {} : { retryAfterMs: Number(retryAfter) * 1000 };
    } catch (error) {
      if (error instanceof UndocumentedError) this.journal.violate('answers are as documented', error.message);
      fail(controller.signal.aborted ? 'no answer' : `network ${networkCode(error)}`);
      return {};
    } finally {
      clearTimeout(timer);
    }
  }
}

function mayBeRepeated(status: number, code: string | undefined): boolean {
  return status >= 500 || status === 429 || code === 'IDEMPOTENT_REQUEST_IN_PROGRESS';
}

/** The system's or the library's name of what went wrong. */
function networkCode(error: unknown): string {
  for (let cause = error; cause instanceof Error; cause = cause.cause) {
    if ('code' in cause && typeof cause.code === 'string') return cause.code;
  }
  return error instanceof Error ? error.name : 'unknown';
}
