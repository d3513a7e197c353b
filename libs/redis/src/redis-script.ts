import { createHash } from 'node:crypto';
import type { RedisConnection } from './redis-connection';

/** A Lua script with the digest that Redis knows it by once it has run. */
export interface RedisScript {
  readonly source: string;
  readonly sha: string;
}

interface ScriptReply {
  reply: unknown;
  /** Redis did not know the script: it ran after what was given in the same turn as the call. */
  isLate: boolean;
}

export function redisScript(source: string): RedisScript {
  return { source, sha: createHash('sha1').update(source).digest('hex') };
}

/** Runs a script by its digest, so that its text goes to Redis once, and not with each call. */
export async function runScript(
  redis: RedisConnection,
  { source, sha }: RedisScript,
  keys: readonly string[],
  args: readonly (string | number)[],
): Promise<ScriptReply> {
  try {
    return { reply: await redis.evalsha(sha, keys.length, ...keys, ...args), isLate: false };
  } catch (error) {
    if (!(error instanceof Error && error.message.startsWith('NOSCRIPT'))) throw error;
  }
  return { reply: await redis.eval(source, keys.length, ...keys, ...args), isLate: true };
}
