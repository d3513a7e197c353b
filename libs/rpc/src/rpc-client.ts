import { setTimeout as delay } from 'node:timers/promises';
import { RpcContract, RpcRequest, RpcResponse } from '@stoa/contracts/rpc';
import { DomainError, UnavailableError } from '@stoa/errors';
import { Inject, Injectable, Optional } from '@nestjs/common';
import { Transients } from '@stoa/transients';
import { Metrics, activeTrace, causeOfWork, traced } from '@stoa/observability';
import { ErrorCode, Events, NatsError } from 'nats';
import type { NatsConnection } from 'nats';
import type { CallContext } from './call-context';
import { NATS_CONNECTION } from './nats-connection';
import { PendingCall, type Sendings, disconnected, isUnheard } from './pending-call';
import { ReplyInbox } from './reply-inbox';
import { RepeatBudget } from './repeat-budget';
import { WriteBatcher } from './write-batcher';
import { ChunkedReply, RemoteFault, ReplyKind, encodeRequest, rpcAttributes } from './wire';

const CHUNKS_AT_ONCE = 4;
/**
 * How long calls wait for a connection that was lost, in milliseconds: there is another server to connect to at once, or
 * there is none.
 */
const RECONNECT_MS = 2_000;
/** How often a call that nobody has heard is made again while others may still be coming back, in milliseconds. */
const RETURN_LOOK_MS = 100;
/** Seconds; fewer than the callee's own, as there is one row of them per subject and outcome in every caller. */
const CALL_BUCKETS = [0.005, 0.025, 0.1, 0.5, 2.5, 10];

/** `error`: an answer that says why not; `unavailable`: nobody answered, or not now; `fault`: the callee failed. */
type CallOutcome = 'success' | 'error' | 'unavailable' | 'fault';

/** What is asked, and whether it may be asked twice. */
interface Asked {
  mayRepeat: boolean;
  data: (isRepetition: boolean) => Buffer;
}

/**
 * Calls other services. Every call ends by the earlier of its contract's timeout and the context's deadline.
 * @throws DomainError as the callee threw it
 * @throws UnavailableError when nobody answers, in time or at all, the callee says that it cannot now, or the connection
 * is lost meanwhile: the request or its answer is lost with it, so there is nothing to wait for. What may be repeated is
 * asked again if there is another connection soon
 * @throws RemoteFault when the callee failed
 */
@Injectable()
export class RpcClient {
  private readonly writes = new WriteBatcher();
  private readonly inbox: ReplyInbox;
  private readonly waiting = new Transients<PendingCall>();
  private readonly repeats = new RepeatBudget();
  private readonly countRepeat: (service: string) => void;
  /** Undefined while there is a connection; then whether there is one again, once that is known. */
  private reconnecting: Promise<boolean> | undefined;
  /** Of performance.now(): until then those who answer may not have come back to the messaging system yet. */
  private othersReturnUntil = 0;
  private readonly observe: ((subject: string, outcome: CallOutcome, seconds: number) => void) | undefined;

  constructor(
    @Inject(NATS_CONNECTION) private readonly connection: NatsConnection,
    @Optional() @Inject(Metrics) metrics?: Metrics,
  ) {
    this.inbox = new ReplyInbox(connection);
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
    let settle: ((isConnected: boolean) => void) | undefined;
    for await (const { type } of this.connection.status()) {
      if (type === Events.Reconnect) settle?.(true);
      if (type !== Events.Disconnect || settle) continue;
      for (const call of this.waiting.values()) call.lose();
      const reconnecting = new Promise<boolean>((resolve) => {
        const timer = setTimeout(() => {
          for (const call of this.waiting.values()) call.giveUp();
          resolve(false);
        }, RECONNECT_MS);
        settle = (isConnected) => {
          clearTimeout(timer);
          settle = undefined;
          this.reconnecting = undefined;
          this.othersReturnUntil = performance.now() + RECONNECT_MS;
          for (const call of this.waiting.values()) call.resume();
          resolve(isConnected);
        };
      });
      this.reconnecting = reconnecting;
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
    const envelope = { request, trace: activeTrace(), isBackground };
    const data = encodeRequest({ ...envelope, context });
    const mayRepeat = contract.idempotent || contract.isToldOfRepetitions;
    const again = (): Buffer =>
      contract.isToldOfRepetitions ? encodeRequest({ ...envelope, context: { ...context, isRepetition: true } }) : data;
    const asked = { mayRepeat, data: (isRepetition: boolean) => (isRepetition ? again() : data) };
    const sendings: Sendings = { count: 0 };
    const deadlineAt = Math.min(context.deadlineAt, Date.now() + contract.timeoutMs);
    const reply = await this.request(contract, contract.subject, context, asked, sendings);
    try {
      return await this.read(contract, context, reply);
    } catch (error) {
      const isInProgress = error instanceof DomainError && error.code === contract.inProgressCode;
      if (!isInProgress || sendings.count < 2) throw error;
      // A try whose replica was silent came late, and found the one that was made in its place at work.
      const left = { ...context, deadlineAt };
      return this.read(contract, left, await this.request(contract, contract.subject, left, asked, sendings));
    }
  }

  private async read(contract: RpcContract, context: CallContext, reply: Buffer): Promise<Buffer> {
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

  private async request(
    contract: RpcContract,
    subject: string,
    context: CallContext,
    asked: Asked,
    sendings: Sendings = { count: 0 },
  ): Promise<Buffer> {
    for (;;) {
      try {
        return await this.requestOnce(contract, subject, context, asked, sendings);
      } catch (error) {
        // Nobody has heard this request: it may be made again, whatever it does. An earlier one may have been heard.
        const isOfNobody = error instanceof UnavailableError && isUnheard(error.cause);
        if (!isOfNobody || performance.now() > this.othersReturnUntil) throw error;
        await delay(RETURN_LOOK_MS);
      }
    }
  }

  private async requestOnce(
    contract: RpcContract,
    subject: string,
    context: CallContext,
    { mayRepeat, data }: Asked,
    sendings: Sendings,
  ): Promise<Buffer> {
    if (this.connection.isClosed()) throw disconnected();
    if (this.reconnecting && !(await this.reconnecting)) throw disconnected();
    const timeoutMs = Math.min(contract.timeoutMs, context.deadlineAt - Date.now());
    if (timeoutMs <= 0) throw new UnavailableError(`no time left to call ${contract.subject}`);
    const call = new PendingCall({
      timeoutMs,
      repeatAfterMs: contract.repeatAfterMs,
      mayRepeat,
      sendings,
      send: (leftMs, isRepetition) =>
        new Promise((resolve, reject) =>
          this.writes.add(() => this.inbox.ask(subject, data(isRepetition), { timeoutMs: leftMs, resolve, reject })),
        ),
      spend: () => {
        const isAllowed = this.repeats.spend();
        if (isAllowed) this.countRepeat(contract.service);
        return isAllowed;
      },
    });
    const place = this.waiting.add(call);
    try {
      const { data: reply } = await call.answer;
      this.repeats.earn();
      return Buffer.from(reply.buffer, reply.byteOffset, reply.byteLength);
    } catch (error) {
      throw error instanceof UnavailableError ? error : unavailable(contract, error);
    } finally {
      this.waiting.remove(place);
      call.end();
    }
  }

  private async fetchChunks(contract: RpcContract, context: CallContext, reply: ChunkedReply): Promise<Buffer> {
    const parts: Buffer[] = [];
    for (let start = 0; start < reply.chunks; start += CHUNKS_AT_ONCE) {
      const indexes = Array.from({ length: Math.min(CHUNKS_AT_ONCE, reply.chunks - start) }, (_, i) => start + i);
      const fetched = indexes.map((index) =>
        // Pieces of an answer are with the replica that made it.
        this.request(contract, reply.subject, context, {
          mayRepeat: false,
          data: () => Buffer.from(JSON.stringify({ id: reply.id, index })),
        }),
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
