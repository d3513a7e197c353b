import { randomUUID } from 'node:crypto';
import { RpcContract } from '@stoa/contracts/rpc';
import { UnavailableError } from '@stoa/errors';
import { Transients } from '@stoa/transients';
import { Logger, SpanOptions, TraceSpan, forCaller, inBackground, startRemoteSpan } from '@stoa/observability';
import { CustomTransportStrategy, Server } from '@nestjs/microservices';
import { Msg, NatsConnection, Subscription } from 'nats';
import { CallContext, RawJson } from './call-context';
import type { ContractHandler } from './handles';
import { WriteBatcher } from './write-batcher';
import {
  LARGEST_REPLY_BYTES,
  ReplyKind,
  RequestEnvelope,
  decodeRequest,
  encodeReply,
  errorReply,
  isExpected,
  rpcAttributes,
} from './wire';

const CHUNKS_KEPT_MS = 30_000;

export interface RpcServerHooks {
  /**
   * Does the work of a call once there is a place for it; without it every call has one.
   * @throws DomainError or UnavailableError when there is none; the caller gets it
   */
  admit?<T>(work: () => Promise<T>, claim: { tenant?: number; user?: number; deadlineAt: number }): Promise<T>;
  /** Called once per answered request. */
  observe?(subject: string, outcome: 'success' | 'error' | 'fault', seconds: number): void;
}

/**
 * Serves contracts over NATS: any replica of the service's queue group may get a request. Every request is answered,
 * even if its handler throws; faults are logged once, here. Closing stops new requests and waits for those in flight (a
 * NATS drain alone does not wait for asynchronous handlers).
 */
export class RpcServer extends Server implements CustomTransportStrategy {
  private readonly handlers: ContractHandler[] = [];
  private readonly subscriptions: Subscription[] = [];
  private readonly inFlight = new Transients<Promise<void>>();
  private readonly writes = new WriteBatcher();
  private readonly largeReplies = new Map<string, Buffer>();
  private readonly chunkSubject = `rpc-chunk.${randomUUID()}`;

  constructor(
    private readonly connection: NatsConnection,
    private readonly service: string,
    private readonly log: Logger,
    private readonly hooks: RpcServerHooks = {},
  ) {
    super();
  }

  /** To be called before the server listens. */
  serve(handlers: readonly ContractHandler[]): void {
    this.handlers.push(...handlers);
  }

  listen(callback: (error?: unknown) => void): void {
    for (const handler of this.handlers) {
      const { subject } = handler.contract;
      this.subscriptions.push(
        this.connection.subscribe(subject, {
          queue: this.service,
          callback: (error, message) => {
            if (error) this.log.error({ error, subject }, 'a subscription failed');
            else this.accept(handler, message);
          },
        }),
      );
    }
    this.subscriptions.push(
      this.connection.subscribe(this.chunkSubject, { callback: (_error, message) => this.answerChunk(message) }),
    );
    // The subscriptions exist at the server once it has answered a flush.
    this.connection.flush().then(() => callback(), callback);
  }

  async close(): Promise<void> {
    const subscriptions = this.subscriptions.splice(0);
    if (!this.connection.isClosed()) await Promise.all(subscriptions.map((subscription) => subscription.drain()));
    await Promise.allSettled(this.inFlight.values());
    // Replies of the last turn are written at its end.
    await new Promise<void>((resolve) => setImmediate(resolve));
  }

  on(): never {
    throw new Error('this transport has no events of its own');
  }

  unwrap<T>(): T {
    throw new Error('the connection is injected where it is needed');
  }

  private accept(handler: ContractHandler, message: Msg): void {
    const place = this.inFlight.add(this.answer(handler, message).finally(() => this.inFlight.remove(place)));
  }

  private async answer(handler: ContractHandler, message: Msg): Promise<void> {
    const { contract } = handler;
    const begun = performance.now();
    let context: CallContext | undefined;
    let span: TraceSpan | undefined;
    let outcome: 'success' | 'error' | 'fault' = 'success';
    try {
      const envelope = decodeRequest(message.data);
      context = envelope.context;
      span = startRemoteSpan(envelope.trace, `serve ${contract.subject}`, this.spanOptions(contract, context));
      const serve = () => this.admitted(handler, envelope);
      const work = envelope.isBackground ? () => inBackground(serve) : serve;
      this.reply(message, this.encode(await (span ? span.during(work) : work())));
    } catch (error) {
      outcome = isExpected(error) ? 'error' : 'fault';
      if (outcome === 'fault') {
        const origin = { requestId: context?.requestId, subject: contract.subject, ...span?.logFields };
        this.log.error({ err: error, ...origin }, 'a request failed');
      }
      this.reply(message, errorReply(error));
    }
    this.hooks.observe?.(contract.subject, outcome, (performance.now() - begun) / 1000);
  }

  private spanOptions(contract: RpcContract, { requestId }: CallContext): SpanOptions {
    return { role: 'server', attributes: { ...rpcAttributes(contract), 'stoa.request_id': requestId } };
  }

  private reply(message: Msg, data: Buffer): void {
    this.writes.add(() => {
      if (!this.connection.isClosed()) message.respond(data);
    });
  }

  private admitted(handler: ContractHandler, envelope: RequestEnvelope): Promise<unknown> {
    const work = () => this.handle(handler, envelope);
    const { actor, deadlineAt } = envelope.context;
    const serve = actor ? () => forCaller(actor, work) : work;
    const claim = { tenant: actor?.realmId, user: actor?.userId, deadlineAt };
    return this.hooks.admit ? this.hooks.admit(serve, claim) : serve();
  }

  private async handle({ contract, answer }: ContractHandler, { context, request }: RequestEnvelope): Promise<unknown> {
    if (context.deadlineAt <= Date.now()) throw new UnavailableError('the request came too late');
    const check = contract.checkRequest();
    if (!check.Check(request)) {
      const first = check.Errors(request).First();
      throw new Error(`malformed request to ${contract.subject}: ${first?.path ?? ''} ${first?.message ?? ''}`);
    }
    if (contract.auth === 'user' && !context.actor) throw new Error(`${contract.subject} needs an actor`);
    return answer(context, request);
  }

  private encode(response: unknown): Buffer {
    const body = response instanceof RawJson ? response.text : (JSON.stringify(response) ?? '{}');
    const reply = encodeReply(ReplyKind.Success, body);
    return reply.length <= LARGEST_REPLY_BYTES ? reply : this.keepForFetching(reply.subarray(1));
  }

  private keepForFetching(body: Buffer): Buffer {
    const id = randomUUID();
    this.largeReplies.set(id, body);
    setTimeout(() => this.largeReplies.delete(id), CHUNKS_KEPT_MS).unref();
    const chunks = Math.ceil(body.length / LARGEST_REPLY_BYTES);
    return encodeReply(ReplyKind.Chunked, JSON.stringify({ subject: this.chunkSubject, id, chunks }));
  }

  private answerChunk(message: Msg): void {
    const { id, index } = message.json<{ id: string; index: number }>();
    const body = this.largeReplies.get(id);
    if (!body) {
      message.respond(Buffer.alloc(0));
      return;
    }
    const end = (index + 1) * LARGEST_REPLY_BYTES;
    message.respond(body.subarray(index * LARGEST_REPLY_BYTES, end));
    if (end >= body.length) this.largeReplies.delete(id);
  }
}
