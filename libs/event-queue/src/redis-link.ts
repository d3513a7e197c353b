import { type RedisAddress, clusterNames, redisNodes } from '@stoa/config';
import { UnavailableError } from '@stoa/errors';
import { type Metrics, type SpanOptions, traced } from '@stoa/observability';
import { BatchingRedis, KEEP_ALIVE_MS, LOOK_AT_CLUSTER_MS } from '@stoa/redis-client';
import { Cluster, ReplyError } from 'ioredis';
import type { Redis, RedisOptions } from 'ioredis';
import { JoinedCalls } from './joined-calls';
import type { JoinableScript, Script } from './scripts';
import { StallGate } from './stall-gate';

export interface RedisLinkOptions extends RedisAddress {
  /**
   * Longest time (ms) that one command may take, waiting for a connection included; before that, it may wait as long for
   * a server that does not answer others.
   */
  readonly commandTimeoutMs?: number;
}

const COMMAND_TIMEOUT_MS = 5_000;
/** A server whose node is lost does not even refuse: after so long (ms) another one is asked where to go. */
const CONNECT_MS = 2_000;
/** A connection on which a command waits and nothing comes for so long (ms) is given up for another one. */
const SILENCE_MS = 4_000;
/** A server that has not answered a command for so long gets no others meanwhile. */
const STALL_MS = 500;
const SCRIPT_SPAN: SpanOptions = { role: 'client', attributes: { 'db.system.name': 'redis' } };
const OLDEST_REDIS = 7;
/** Replies that say "not now": the server is loading, failing over, full, or was replaced. */
const TEMPORARY =
  /^(LOADING|READONLY|CLUSTERDOWN|MASTERDOWN|TRYAGAIN|OOM|MISCONF|NOREPLICAS|BUSY|MOVED|ASK|UNBLOCKED)\b/;
/** The server does it already. */
const REWRITING = /already in progress/;

/** The connection to Redis: runs scripts by digest and turns every outage into {@link UnavailableError}. */
export class RedisLink {
  readonly client: Redis | Cluster;
  /** Run ids of the servers that were asked for a new log. */
  private readonly renewedLogs = new Set<string>();
  /** By hash tag in a cluster, whose servers stop one by one. */
  private readonly gates = new Map<string, StallGate>();
  private readonly joined = new Map<JoinableScript, JoinedCalls>();
  private readonly commandTimeoutMs: number;
  private observe: ((script: string, outcome: 'success' | 'error', seconds: number) => void) | undefined;

  constructor(options: RedisLinkOptions) {
    this.commandTimeoutMs = options.commandTimeoutMs ?? COMMAND_TIMEOUT_MS;
    const redisOptions: RedisOptions = {
      commandTimeout: this.commandTimeoutMs,
      connectTimeout: CONNECT_MS,
      keepAlive: KEEP_ALIVE_MS,
      socketTimeout: SILENCE_MS,
      maxRetriesPerRequest: 3,
      retryStrategy: (attempt: number) => Math.min(attempt * 50, 1_000),
      // After a failover behind one address: connect again and repeat (every script may be repeated).
      reconnectOnError: (error: Error) => (error.message.startsWith('READONLY') ? 2 : false),
    };
    const [node, ...others] = redisNodes(options);
    this.client = options.cluster
      ? new Cluster([node, ...others], {
          ...clusterNames(options),
          slotsRefreshInterval: LOOK_AT_CLUSTER_MS,
          redisOptions: { ...node, ...redisOptions },
        })
      : new BatchingRedis({ ...node, ...redisOptions });
    // Outages show in the commands; without a listener ioredis prints to the console.
    this.client.on('error', () => undefined);
  }

  /** Whether keys of different slots may be on different servers. */
  get isCluster(): boolean {
    return this.client instanceof Cluster;
  }

  /**
   * Calls the listener when a connection was lost and another one was made: the server may be another one, or have lost
   * something.
   * @returns false if it would not see each of them: servers of a cluster take over from each other without one
   */
  onReconnect(listener: () => void): boolean {
    this.client.on('ready', listener);
    return !(this.client instanceof Cluster);
  }

  /** Shows how long scripts take, waiting for Redis and for the connection included. */
  meter(metrics: Metrics): void {
    const seconds = metrics.histogram('stoa_redis_script_seconds', 'Time of a script of the event queues in Redis.', [
      'script',
      'outcome',
    ]);
    this.observe = (script, outcome, taken) => seconds.observe({ script, outcome }, taken);
  }

  /** Calls of one turn of the event loop of a script that can be joined are one call of Redis, but in a cluster. */
  run(script: Script | JoinableScript, keys: readonly string[], args: readonly (string | number)[]): Promise<unknown> {
    return traced(`redis ${script.name}`, SCRIPT_SPAN, () => this.evaluate(script, keys, args));
  }

  private async evaluate(
    script: Script | JoinableScript,
    keys: readonly string[],
    args: readonly (string | number)[],
  ): Promise<unknown> {
    const begun = performance.now();
    let outcome: 'success' | 'error' = 'error';
    try {
      const isJoined = 'joined' in script && !this.isCluster;
      const reply = await (isJoined ? this.joinedOf(script).ask(keys, args) : this.ask(script, keys, args));
      outcome = 'success';
      return reply;
    } catch (error) {
      throw isReplyError(error) ? this.describe(error, script.name) : error;
    } finally {
      this.observe?.(script.name, outcome, (performance.now() - begun) / 1000);
    }
  }

  private joinedOf(script: JoinableScript): JoinedCalls {
    let calls = this.joined.get(script);
    if (!calls) this.joined.set(script, (calls = new JoinedCalls(script, (...call) => this.ask(...call))));
    return calls;
  }

  private async ask(script: Script, keys: readonly string[], args: readonly (string | number)[]): Promise<unknown> {
    const gate = this.gateOf(keys[0]);
    try {
      return await gate.through(() => this.client.evalsha(script.sha, keys.length, ...keys, ...args), isReplyError);
    } catch (error) {
      if (!(error instanceof Error && error.message.startsWith('NOSCRIPT'))) throw this.describe(error, script.name);
    }
    try {
      return await gate.through(() => this.client.eval(script.source, keys.length, ...keys, ...args), isReplyError);
    } catch (error) {
      throw this.describe(error, script.name);
    }
  }

  /** For the few plain commands: `work` with outages described as those of scripts are. */
  async plain<T>(name: string, work: (client: Redis | Cluster) => Promise<T>): Promise<T> {
    try {
      // In a cluster it is not known which server is asked; nothing that is asked like this takes or marks anything.
      if (this.client instanceof Cluster) return await work(this.client);
      return await this.gateOf(undefined).through(() => work(this.client), isReplyError);
    } catch (error) {
      throw this.describe(error, name);
    }
  }

  /** The servers that hold slots: one, or the masters of the cluster. */
  masters(): Redis[] {
    return this.client instanceof Cluster ? this.client.nodes('master') : [this.client];
  }

  /**
   * Throws if a server evicts keys or is older than Redis 7. Returns warnings for what could not be checked.
   */
  async check(): Promise<string[]> {
    const warnings: string[] = [];
    await this.plain('ping', (client) => client.ping());
    for (const server of this.masters()) {
      const version = /redis_version:(\d+)/.exec(await this.plain('info', () => server.info('server')))?.[1];
      if (Number(version) < OLDEST_REDIS)
        throw new Error(`Redis ${OLDEST_REDIS} or newer is needed, this is ${version}`);
      const policy = await setting(server, 'maxmemory-policy');
      if (policy === undefined) {
        warnings.push('Redis forbids CONFIG: make sure that maxmemory-policy is noeviction');
      } else if (policy !== 'noeviction') {
        throw new Error(`Redis must not evict event queues: set maxmemory-policy to noeviction (it is ${policy})`);
      }
    }
    return warnings;
  }

  /** Whether every server writes each change to disk before it answers; false if that cannot be found out. */
  async syncsEveryWrite(): Promise<boolean> {
    for (const server of this.masters()) {
      if ((await setting(server, 'appendonly')) !== 'yes') return false;
      if ((await setting(server, 'appendfsync')) !== 'always') return false;
    }
    return true;
  }

  /**
   * Begins a new log of writes on every server, once per life of it. A server that crashed in the middle of a transaction
   * cuts off what it did not finish writing, but releases before Valkey's pull request 4342 keep the transaction's
   * beginning at the end of the log; the next start then takes what follows for a part of it, and applies what was undone.
   * @returns why a server refused, if one did
   */
  async renewLogs(): Promise<string | undefined> {
    const refusals = await Promise.all(this.masters().map((server) => this.renewLog(server)));
    return refusals.find((refusal) => refusal !== undefined);
  }

  private async renewLog(server: Redis): Promise<string | undefined> {
    const runId = /run_id:(\w+)/.exec(await this.plain('info', () => server.info('server')))?.[1] ?? '';
    if (this.renewedLogs.has(runId)) return undefined;
    try {
      await server.bgrewriteaof();
    } catch (error) {
      if (!isReplyError(error)) throw this.describe(error, 'bgrewriteaof');
      if (!REWRITING.test(error.message)) return error.message;
    }
    this.renewedLogs.add(runId);
    return undefined;
  }

  async close(): Promise<void> {
    await this.client.quit().catch(() => this.client.disconnect());
  }

  private gateOf(key: string | undefined): StallGate {
    const name = this.client instanceof Cluster ? (/\{[^}]*\}/.exec(key ?? '')?.[0] ?? '') : '';
    let gate = this.gates.get(name);
    if (!gate) {
      gate = new StallGate(Math.min(STALL_MS, this.commandTimeoutMs / 2), this.commandTimeoutMs);
      this.gates.set(name, gate);
    }
    return gate;
  }

  private describe(error: unknown, what: string): unknown {
    if (isReplyError(error) && !TEMPORARY.test(error.message)) return error;
    return new UnavailableError(`Redis did not answer (${what})`, { cause: error });
  }
}

function isReplyError(error: unknown): error is Error {
  return error instanceof ReplyError || (error instanceof Error && error.name === 'ReplyError');
}

/** The value of a server setting; undefined if CONFIG is forbidden or renamed. */
async function setting(server: Redis, name: string): Promise<string | undefined> {
  try {
    const reply: unknown = await server.config('GET', name);
    return Array.isArray(reply) && typeof reply[1] === 'string' ? reply[1] : undefined;
  } catch (error) {
    if (isReplyError(error)) return undefined;
    throw new UnavailableError('Redis did not answer (config)', { cause: error });
  }
}
