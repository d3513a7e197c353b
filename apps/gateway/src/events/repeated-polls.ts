import type { IncomingMessage, Server, ServerResponse } from 'node:http';
import { Inject, Injectable, OnApplicationBootstrap } from '@nestjs/common';
import { HttpAdapterHost } from '@nestjs/core';
import { LOGGER, type Logger, Metrics } from '@stoa/observability';
import { AccessVersions } from '../access/access-versions';
import type { AnswerLanguage } from '../access/answer-language';
import { RateLimits } from '../access/rate-limits/rate-limits';
import { GatewayEnvironment } from '../gateway-environment';
import { AnswerObservers } from '../http/answer-observers';
import { logFault } from '../http/faults';
import { HeldAnswer } from '../http/held-answer';
import { type ExchangeObserver, OwedResponse } from '../http/owed-response';
import { PollRounds } from '../http/poll-rounds';
import { requestIdOf } from '../http/request-id';
import { RequestTrace, type TracedRequest } from '../http/request-trace';
import { Connections } from '../overload/connections';
import { OverloadGuard } from '../overload/overload-guard';
import type { QueuePoll } from './poll-refusals';
import { QueuePolls } from './queue-polls';
import { RememberedPolls } from './remembered-polls';
import { type RepeatablePoll, repeatedFor } from './repeatable-poll';

const METHOD = 'GET';
/** As metrics and traces name it. */
const PATH = '/api/v1/events';
const QUEUE_ID = /[?&]queue_id=([^&]*)/;

type Handler = (request: IncomingMessage, response: ServerResponse) => void;

/** A request that is the last poll of its queue again. */
interface Repeated {
  readonly request: IncomingMessage;
  readonly response: ServerResponse;
  readonly known: RepeatablePoll;
  readonly poll: QueuePoll;
}

/** The id is made when something asks for it: a fresh one is a text of many parts, and most are held for a minute. */
class RepeatedFacts implements TracedRequest {
  readonly method = METHOD;
  readonly path = PATH;
  private id: string | undefined;

  constructor(
    readonly response: ServerResponse,
    readonly traceparent: unknown,
    private readonly sentId: string | string[] | undefined,
  ) {}

  get requestId(): string {
    return (this.id ??= requestIdOf(this.sentId));
  }
}

/** What is owed to a poll that did not go through the framework. */
class RepeatedExchange extends OwedResponse {
  protected override readonly method = METHOD;

  constructor(
    readonly trace: RequestTrace | undefined,
    private readonly spoken: AnswerLanguage,
    private readonly facts: RepeatedFacts,
    observe: ExchangeObserver,
  ) {
    super(facts.response, observe);
  }

  override get requestId(): string {
    return this.facts.requestId;
  }

  protected override language(): AnswerLanguage {
    return this.spoken;
  }
}

/**
 * Polls that are the last one of their queue again, byte by byte but for the event that they name. Who sent that one was
 * admitted, and still is while nothing changes who may enter the organization: so these are answered, or wait, before the
 * framework, the search for a route, the look at the key and the decoding of parameters, as what a stream sends next is.
 * Whatever does not fit goes that way.
 */
@Injectable()
export class RepeatedPolls implements OnApplicationBootstrap {
  private readonly taken: { inc(): void };

  constructor(
    private readonly remembered: RememberedPolls,
    private readonly polls: QueuePolls,
    private readonly rounds: PollRounds,
    private readonly access: AccessVersions,
    private readonly limits: RateLimits,
    private readonly connections: Connections,
    private readonly guard: OverloadGuard,
    private readonly observers: AnswerObservers,
    private readonly environment: GatewayEnvironment,
    private readonly adapterHost: HttpAdapterHost,
    @Inject(LOGGER) private readonly log: Logger,
    metrics: Metrics,
  ) {
    this.taken = metrics.counter(
      'stoa_repeated_polls_total',
      'Polls that were the last one of their queue again, and did not go through the framework.',
    );
  }

  onApplicationBootstrap(): void {
    const server: Server = this.adapterHost.httpAdapter.getHttpServer();
    const handlers = server.listeners('request').map((listener): Handler => (request, response) => {
      Reflect.apply(listener, server, [request, response]);
    });
    const pass: Handler = (request, response) => handlers.forEach((handler) => handler(request, response));
    server.removeAllListeners('request');
    server.on('request', (request, response) => this.onRequest(request, response, pass));
  }

  private onRequest(request: IncomingMessage, response: ServerResponse, pass: Handler): void {
    const repeated = this.repeatedBy(request, response);
    if (!repeated) return pass(request, response);
    const asking = this.access.know([repeated.known.realmId]);
    if (!asking && !this.limits.isOn && this.goOn(repeated)) return;
    void this.serve(repeated, pass);
  }

  private repeatedBy(request: IncomingMessage, response: ServerResponse): Repeated | undefined {
    const { method, url = '' } = request;
    if (method !== METHOD || !url.startsWith(PATH)) return undefined;
    const queueId = QUEUE_ID.exec(url)?.[1] ?? '';
    const known = this.remembered.find(queueId);
    if (!known || !this.connections.isWelcome(request)) return undefined;
    const lastEventId = repeatedFor(known, request);
    if (lastEventId === undefined) return undefined;
    this.remembered.note(queueId, known);
    const { slot, userId } = known;
    return { request, response, known, poll: { slot, userId, queueId, lastEventId, dontBlock: false } };
  }

  /** @returns whether the poll could be answered, or held, at once */
  private goOn(repeated: Repeated, limit?: OwedResponse['limit']): boolean {
    if (!this.access.allows(repeated.known) || !this.polls.canGoOn(repeated.poll)) return false;
    const exchange = this.begin(repeated, limit);
    const answer = new HeldAnswer(exchange);
    const { trace } = exchange;
    const go = () => this.polls.goOn(repeated.poll, () => answer);
    const polled = trace ? trace.run(go) : go();
    if (polled && !(polled instanceof HeldAnswer)) answer.succeed(polled);
    return true;
  }

  /** As much of the usual way as a poll that was admitted needs. Never rejects. */
  private async serve(repeated: Repeated, pass: Handler): Promise<void> {
    const { request, response, known, poll } = repeated;
    let exchange: RepeatedExchange | undefined;
    try {
      if (!this.polls.canGoOn(poll)) await this.rounds.next();
      const asking = this.access.know([known.realmId]);
      const limit = this.limits.isOn ? await this.limits.countUser(known.userId) : undefined;
      if (asking) await asking;
      if (limit?.isAllowed === false || !this.access.allows(known)) return pass(request, response);
      if (this.goOn(repeated, limit)) return;
      exchange = this.begin(repeated, limit);
      const answer = new HeldAnswer(exchange);
      const work = async (): Promise<void> => {
        const polled = await this.polls.serve(poll, () => answer);
        if (!(polled instanceof HeldAnswer)) answer.succeed(polled);
      };
      const admit = () => this.guard.admitTenant(known.realmId, 'polls', work);
      await (exchange.trace ? exchange.trace.run(admit) : admit());
    } catch (error) {
      if (!exchange) {
        // Nothing is owed yet: where it could not be counted, the usual way will find out why.
        this.log.warn({ err: error }, 'a poll that came again goes the usual way');
        return pass(request, response);
      }
      logFault(this.log, error, { requestId: exchange.requestId, method: METHOD, path: PATH });
      exchange.fail(error);
    }
  }

  private begin({ request, response, known }: Repeated, limit: OwedResponse['limit']): RepeatedExchange {
    this.taken.inc();
    const { traceparent, 'x-request-id': sentId } = request.headers;
    // The same texts, which live already: those that came with a poll that is held would have to be kept with it.
    request.headers = known.headers;
    request.rawHeaders = known.rawHeaders;
    const facts = new RepeatedFacts(response, traceparent, sentId);
    const trace = RequestTrace.begin(facts, this.environment.STOA_TRACE_FROM_CLIENTS);
    const exchange = new RepeatedExchange(trace, known.language, facts, this.observers.of(facts, trace));
    exchange.limit = limit;
    return exchange;
  }
}
