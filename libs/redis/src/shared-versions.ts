import { setTimeout as pause } from 'node:timers/promises';
import type { Logger } from '@stoa/observability';
import type { RedisConnection } from './redis-connection';
import { redisScript, runScript } from './redis-script';
import { SparedRedis } from './spared-redis';

/**
 * No copy that {@link SharedVersions} confirms is used longer than this after the start of its read, or of that of the version
 * which renewed it, in milliseconds.
 */
export const COPY_LIFE_MS = 800;
/** After this even a copy whose process counts time a little otherwise is gone. */
const OUTLAST_MS = COPY_LIFE_MS + 200;

/** ARGV: version. Several writers may tell theirs in any order. */
const RAISE_SCRIPT = redisScript(`#!lua
local known = redis.call('GET', KEYS[1])
if known and tonumber(known) >= tonumber(ARGV[1]) then return 0 end
redis.call('SET', KEYS[1], ARGV[1])
return 1
`);

/**
 * What is known of a copy. `stale`: a write that was answered gave its set a newer version. `unknown`: Redis holds no version
 * of the set, or cannot be asked.
 */
export type CopyState = 'current' | 'stale' | 'unknown';

/** What Redis holds: null for nothing. */
interface Answer {
  text: string | null;
}

/**
 * Versions of sets, in Redis, for processes that keep copies of them without asking PostgreSQL (docs/build/copies.md). A
 * write is not answered before its sets' new versions are here, and a copy is used only if its version is not older than the
 * one here: so nothing that is asked after the answer sees what was before it. Redis may lose or roll back all of it: what
 * it does not hold is read, and then no copy is older than {@link COPY_LIFE_MS}.
 */
export class SharedVersions {
  private readonly spared: SparedRedis;
  /** Sets that Redis was found to hold no version of. */
  private readonly missing = new Set<string>();
  /** Questions of this turn, which Redis was not given yet. A Map for each turn: see `Transients` in libs/transients. */
  private asked = new Map<string, Promise<Answer | undefined>>();
  private turnEnd: Promise<void> | undefined;

  constructor(redis: RedisConnection, log: Logger) {
    this.spared = new SparedRedis(redis, log, 'versions of sets cannot be shared: copies are not used');
  }

  /** Asks Redis, in one round trip with whatever else is asked of this connection in the same turn. Never rejects. */
  async stateOf(setKey: string, version: number): Promise<CopyState> {
    const known = await this.ask(setKey);
    if (!known) return 'unknown';
    if (known.text === null) {
      this.missing.add(setKey);
      return 'unknown';
    }
    return Number(known.text) <= version ? 'current' : 'stale';
  }

  /**
   * One question for all who ask in the same turn. It is given after all of their requests have come: a command that was
   * given may leave at once, with those that wait for an earlier answer, and says nothing about what is written after it.
   */
  private ask(setKey: string): Promise<Answer | undefined> {
    const asked = this.asked.get(setKey);
    if (asked) return asked;
    this.turnEnd ??= this.nextTurn();
    const answer = this.turnEnd.then(() =>
      this.spared.ask(async (redis) => ({ text: await redis.get(nameOf(setKey)) })),
    );
    this.asked.set(setKey, answer);
    return answer;
  }

  private nextTurn(): Promise<void> {
    return new Promise((resolve) => {
      setImmediate(() => {
        this.asked = new Map();
        this.turnEnd = undefined;
        resolve();
      });
    });
  }

  /** To be called with what was read of a set: if Redis has lost its version, copies may be used again. Never rejects. */
  async remember(setKey: string, version: number): Promise<void> {
    if (this.missing.delete(setKey)) await this.raise([[setKey, version]]);
  }

  /**
   * Ends the use of copies that are older than what was just committed. Where Redis cannot be told it waits until they are
   * too old for use. Never rejects.
   */
  async publish(versions: Iterable<readonly [setKey: string, version: number]>): Promise<void> {
    const begun = performance.now();
    const isTold = await this.raise([...versions]);
    if (!isTold) await outlastCopies(begun);
  }

  private async raise(versions: readonly (readonly [string, number])[]): Promise<boolean> {
    const raised = await this.spared.ask((redis) =>
      Promise.all(versions.map(([setKey, version]) => runScript(redis, RAISE_SCRIPT, [nameOf(setKey)], [version]))),
    );
    return raised !== undefined;
  }
}

/** Waits until no copy is used that was read before `begun` (of `performance.now()`): for who cannot reach Redis. */
export async function outlastCopies(begun = performance.now()): Promise<void> {
  await pause(Math.max(0, begun + OUTLAST_MS - performance.now()));
}

function nameOf(setKey: string): string {
  return `version:${setKey}`;
}
