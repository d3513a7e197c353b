import type { Answer } from '../../../bench/support/http-connection';
import type { BenchCluster } from '../../../bench/support/bench-cluster';
import type { SeededRealm } from '../../../bench/support/seed';
import type { Caller } from './caller';

/** What an attack finds: a cluster, an organization of its callers' own, and one that has nothing to do with them. */
export interface Field {
  bench: BenchCluster;
  /** The callers' own: the first user is its owner, every third of the others a guest. */
  own: SeededRealm;
  others: SeededRealm;
  /** Seconds in which the head of a request, and the next bytes of a body, have to come. */
  patienceSeconds: number;
}

/** Something that is tried again and again, by many callers at once. */
export interface Attack {
  name: string;
  /** Once for each caller. */
  begin(caller: Caller, field: Field): Tries | Promise<Tries>;
  /** What gave way though every answer was right. */
  check?(field: Field): Promise<readonly string[]>;
}

export interface Tries {
  /** How many different tries there are: each is made at least once, by one caller or another. */
  kinds: number;
  /** One of them, which is noted in the tally. @param index ascends; callers begin at different ones */
  attempt(tally: Tally, index: number): Promise<void>;
}

/** The same again and again. */
export function always(attempt: (tally: Tally) => Promise<void>): Tries {
  return { kinds: 1, attempt };
}

/** Each of some things in turn. */
export function inTurn<T>(all: readonly T[], attempt: (one: T, tally: Tally, index: number) => Promise<void>): Tries {
  return {
    kinds: all.length,
    attempt: async (tally, index) => {
      const one = all[index % all.length];
      if (one !== undefined) await attempt(one, tally, index);
    },
  };
}

/** What became of the tries of one attack. */
export class Tally {
  tried = 0;

  /** @param mostAnswerMs after which an answer does not hold: it has kept something busy for all that time */
  constructor(private readonly mostAnswerMs: number) {}

  readonly outcomes = new Map<string, number>();
  /** Why not held, and how often. */
  readonly broken = new Map<string, number>();

  note(outcome: string, broken?: string): void {
    this.tried += 1;
    this.outcomes.set(outcome, (this.outcomes.get(outcome) ?? 0) + 1);
    if (broken !== undefined) this.fail(broken);
  }

  /** Notes an answer, which holds if it came in time and has one of the `allowed` statuses. */
  judge(answer: Answer | undefined, tookMs: number, allowed: readonly number[]): void {
    const status = String(answer?.status ?? 'closed');
    const isLate = tookMs > this.mostAnswerMs;
    this.note(status, isLate ? `${status} after ${(tookMs / 1000).toFixed(0)} s` : refusalOf(answer, allowed));
  }

  fail(why: string): void {
    this.broken.set(why, (this.broken.get(why) ?? 0) + 1);
  }

  get failures(): number {
    return [...this.broken.values()].reduce((sum, count) => sum + count, 0);
  }
}

/** Whoever is refused for now has to learn when to come back. */
const COME_BACK = [429, 503];

/** What the connection was closed instead of: allowed where a body is not read to its end. */
export const CLOSED = 0;

/** @returns why an answer does not hold, if so */
export function refusalOf(answer: Answer | undefined, allowed: readonly number[]): string | undefined {
  const status = answer?.status ?? CLOSED;
  if (answer && COME_BACK.includes(status)) {
    return /\r\nretry-after: *[1-9]/i.test(answer.head) ? undefined : `${status} without the time to come back`;
  }
  if (allowed.includes(status)) return undefined;
  return status === CLOSED ? 'closed without an answer' : `${status} ${answer?.body.toString('utf8', 0, 160) ?? ''}`;
}
