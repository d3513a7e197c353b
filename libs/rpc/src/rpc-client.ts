import { RpcContract, RpcRequest, RpcResponse } from '@stoa/contracts/rpc';
import { DomainError, UnavailableError } from '@stoa/errors';
import { Inject, Injectable, Optional } from '@nestjs/common';
import { Metrics, activeTrace, causeOfWork, traced } from '@stoa/observability';
import { ErrorCode, Events, NatsError } from 'nats';
import type { Msg, NatsConnection } from 'nats';
import type { CallContext } from './call-context';
import { NATS_CONNECTION } from './nats-connection';
import { RepeatBudget } from './repeat-budget';
import { WriteBatcher } from './write-batcher';
import { ChunkedReply, RemoteFault, ReplyKind, encodeRequest, rpcAttributes } from './wire';

const CHUNKS_AT_ONCE = 4;
/**
 * A call that is safe to repeat and has no answer after so long (ms) is asked again, of whichever replica gets it: one
 * whose node is lost gets its share of the calls until its connections are found dead.
 */
const REPEAT_AFTER_MS = 1_500;
/** Of three replicas of which one is lost, nearly all calls are answered by then. */
const MOST_TRIES = 4;
/** Seconds; fewer than the callee's own, as there is one row of them per subject and outcome in every caller. */
const CALL_BUCKETS = [0.005, 0.025, 0.1, 0.5, 2.5, 10];

/** `error`: an answer that says why not; `unavailable`: nobody answered, or not now; `fault`: the callee failed. */
type CallOutcome = 'success' | 'error' | 'unavailable' | 'fault';

/**
 * Calls other services. Every call ends by the earlier of its contract's timeout and the context's deadline.
 * @throws DomainError as the callee threw it
 * @throws UnavailableError when nobody answers, in time or at all, the callee says that it cannot now, or the connection
 * is lost meanwhile: the request or its answer is lost with it, so there is nothing to wait for
 * @throws RemoteFault when the callee failed
 */
@Injectable()
export class RpcClient {
  private readonly writes = new WriteBatcher();
  /** Ends each call that waits for its answer. */
  private readonly waiting = new Set<(error: UnavailableError) => void>();
  private readonly repeats = new RepeatBudget();
  private readonly countRepeat: (service: string) => void;
  private isConnected = true;
  private readonly observe: ((subject: string, outcome: CallOutcome, seconds: number) => void) | undefined;

  constructor(
    @Inject(NATS_CONNECTION) private readonly connection: NatsConnection,
    @Optional() @Inject(Metrics) metrics?: Metrics,
  ) {
    const duration = metrics?.histogram(
      'stoa_rpc_client_seconds',
      'Time until a call was answered, in seconds.',
      ['subject', 'outcome'],
      CALL_BUCKETS,
    );
    this.observe = duration && ((subject, outcome, seconds) => duration.observe({ subject, outcome }, seconds));
    const repeated = metrics?.counter(
      'stoa_rpc_repeated_calls_total',
      'Calls that were asked again because the replica that had them was silent.',
      ['service'],
    );
    this.countRepeat = (service) => repeated?.inc({ service });
    void this.watchConnection();
  }

  /** Ends with the connection. */
  private async watchConnection(): Promise<void> {
    for await (const { type } of this.connection.status()) {
      if (type === Events.Reconnect) this.isConnected = true;
      if (type !== Events.Disconnect) continue;
      this.isConnected = false;
      for (const reject of [...this.waiting]) reject(disconnected());
    }
  }

  async call<C extends RpcContract>(
    contract: C,
    context: CallContext,
    request: RpcRequest<C>,
  ): Promise<RpcResponse<C>> {
    const text = await this.callRaw(contract, context, request);
    return JSON.parse(text.toString()) as RpcResponse<C>;
  }

  /** Like {@link call}, but the response stays JSON text, to be passed on unparsed. */
  callRaw<C extends RpcContract>(contract: C, context: CallContext, request: RpcRequest<C>): Promise<Buffer> {
    return traced(`call ${contract.subject}`, { role: 'client', attributes: rpcAttributes(contract) }, () =>
      this.observed(contract, () => this.exchange(contract, context, request)),
    );
  }

  private async observed(contract: RpcContract, work: () => Promise<Buffer>): Promise<Buffer> {
    const begun = performance.now();
    let outcome: CallOutcome = 'success';
    try {
      return await work();
    } catch (error) {
      outcome = outcomeOf(error);
      throw error;
    } finally {
      this.observe?.(contract.subject, outcome, (performance.now() - begun) / 1000);
    }
  }

  private async exchange<C extends RpcContract>(
    contract: C,
    context: CallContext,
    request: RpcRequest<C>,
  ): Promise<Buffer> {
    const isBackground = causeOfWork() === 'background' || undefined;
    const data = encodeRequest({ context, request, trace: activeTrace(), isBackground });
    const reply = await this.request(contract, contract.subject, context, data);
    const kind = reply[0];
    const body = reply.subarray(1);
    switch (kind) {
      case ReplyKind.Success:
        return body;
      case ReplyKind.Chunked:
        return this.fetchChunks(contract, context, JSON.parse(body.toString()) as ChunkedReply);
      case ReplyKind.DomainError:
        throw DomainError.deserialize(JSON.parse(body.toString()));
      case ReplyKind.Unavailable: {
        const { message, retryAfterSeconds } = JSON.parse(body.toString());
        throw new UnavailableError(message, { retryAfterSeconds });
      }
      default:
        throw new RemoteFault(contract.subject);
    }
  }

  private async request(contract: RpcContract, subject: string, context: CallContext, data: Buffer): Promise<Buffer> {
    const timeout = Math.min(contract.timeoutMs, context.deadlineAt - Date.now());
    if (timeout <= 0) throw new UnavailableError(`no time left to call ${contract.subject}`);
    if (!this.isConnected || this.connection.isClosed()) throw disconnected();
    let reply: Msg;
    let end: ((error: UnavailableError) => void) | undefined;
    let repeating: NodeJS.Timeout | undefined;
    try {
      reply = await new Promise<Msg>((resolve, reject) => {
        this.waiting.add((end = reject));
        const send = (leftMs: number): void =>
          this.writes.add(() => void this.connection.request(subject, data, { timeout: leftMs }).then(resolve, reject));
        send(timeout);
        if (this.mayRepeat(contract, subject)) repeating = this.repeat(contract, timeout, send);
      });
      this.repeats.earn();
    } catch (error) {
      throw error instanceof UnavailableError ? error : unavailable(contract, error);
    } finally {
      if (end) this.waiting.delete(end);
      clearInterval(repeating);
    }
    return Buffer.from(reply.data.buffer, reply.data.byteOffset, reply.data.byteLength);
  }

  /** Pieces of an answer are with the replica that made it. */
  private mayRepeat(contract: RpcContract, subject: string): boolean {
    return contract.idempotent && subject === contract.subject;
  }

  /** Sends a call again and again, to whoever takes it, while there is time for an answer. */
  private repeat(contract: RpcContract, timeoutMs: number, send: (leftMs: number) => void): NodeJS.Timeout {
    let tries = 1;
    const timer = setInterval(() => {
      const leftMs = timeoutMs - tries * REPEAT_AFTER_MS;
      if (leftMs < REPEAT_AFTER_MS || tries >= MOST_TRIES || !this.isConnected || !this.repeats.spend()) {
        clearInterval(timer);
        return;
      }
      tries += 1;
      this.countRepeat(contract.service);
      send(leftMs);
    }, REPEAT_AFTER_MS);
    return timer;
  }

  private async fetchChunks(contract: RpcContract, context: CallContext, reply: ChunkedReply): Promise<Buffer> {
    const parts: Buffer[] = [];
    for (let start = 0; start < reply.chunks; start += CHUNKS_AT_ONCE) {
      const indexes = Array.from({ length: Math.min(CHUNKS_AT_ONCE, reply.chunks - start) }, (_, i) => start + i);
      const fetched = indexes.map((index) =>
        this.request(contract, reply.subject, context, Buffer.from(JSON.stringify({ id: reply.id, index }))),
      );
      parts.push(...(await Promise.all(fetched)));
    }
    if (parts.some((part) => part.length === 0)) throw new UnavailableError(`${contract.subject} lost its answer`);
    return Buffer.concat(parts);
  }
}

function outcomeOf(error: unknown): CallOutcome {
  if (error instanceof DomainError) return 'error';
  return error instanceof UnavailableError ? 'unavailable' : 'fault';
}

function disconnected(): UnavailableError {
  return new UnavailableError('the messaging system is not connected');
}

function unavailable(contract: RpcContract, error: unknown): UnavailableError {
  if (error instanceof NatsError) {
    if (error.code === ErrorCode.NoResponders) {
      return new UnavailableError(`no ${contract.service} service is running`, { cause: error });
    }
    if (error.code === ErrorCode.Timeout) {
      return new UnavailableError(`${contract.subject} did not answer in time`, { cause: error });
    }
  }
  return new UnavailableError(`${contract.subject} could not be called`, { cause: error });
}
