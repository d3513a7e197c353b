import { Injectable } from '@nestjs/common';
import { DomainError } from '@stoa/errors';
import { methodNotAllowed, protocolErrors } from '@stoa/http-params';
import { type Delivery, type Integration, integrationNamed } from '@stoa/integrations';
import { Metrics } from '@stoa/observability';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import type { KeyHolder } from '../access/authentication/api-key-store';
import { actorOf } from '../access/authentication/actor-of';
import { RealmLookup } from '../access/realms/realm-lookup';
import { UserPlaces } from '../overload/user-places';
import { GatewayEnvironment } from '../gateway-environment';
import { ROUTED_METHODS } from '../http/api-adapter';
import { EndpointRunner } from '../http/endpoint-runner';
import { Exchange } from '../http/exchange';
import { parseFields } from '../http/form-fields';
import { pathPart } from '../http/guarded-routes';
import { OverloadGuard } from '../overload/overload-guard';
import { LARGEST_STRANGER_BODY_BYTES } from '../overload/body-budget';
import { Deliveries } from './deliveries';
import { DeliveryFacts, ReceivedDelivery, clientOf, outcomeOf } from './delivery-log';
import { ExternalCallers } from './external-callers';

const PATH = '/api/v1/external/:name';
/** Some tools encode their addresses once more. */
const ENCODED_TWICE = /%[0-9a-f]{2}/i;

interface Served {
  outcome: Outcome;
  /** What the tool gets besides the success. */
  answer?: object;
}
type Outcome = 'posted' | 'filtered' | 'nothing' | 'unsupported' | 'refused' | 'failed';

/** `/api/v1/external/{name}`: what other tools send, whatever its form. */
@Injectable()
export class ExternalRoutes {
  private readonly count: (integration: string, outcome: Outcome) => void;

  constructor(
    private readonly environment: GatewayEnvironment,
    private readonly guard: OverloadGuard,
    private readonly runner: EndpointRunner,
    private readonly callers: ExternalCallers,
    private readonly realms: RealmLookup,
    private readonly places: UserPlaces,
    private readonly deliveries: Deliveries,
    metrics: Metrics,
  ) {
    const counter = metrics.counter('stoa_webhook_deliveries_total', 'Deliveries of other tools at /api/v1/external.', [
      'integration',
      'outcome',
    ]);
    this.count = (integration, outcome) => counter.inc({ integration, outcome });
  }

  register(fastify: FastifyInstance): void {
    // In a scope of its own: here every body is taken as it comes, since signatures are of its bytes.
    void fastify.register((scope, _options, done) => {
      scope.removeAllContentTypeParsers();
      scope.addContentTypeParser('*', { parseAs: 'buffer' }, (_request, body, parsed) => parsed(null, body));
      scope.route({
        method: [...ROUTED_METHODS],
        url: PATH,
        exposeHeadRoute: false,
        handler: (request, reply) => this.answer(request, reply),
      });
      done();
    });
  }

  private async answer(request: FastifyRequest, reply: FastifyReply): Promise<void> {
    const exchange = new Exchange(request, reply, () => this.guard.noteAnswer(reply.raw));
    const integration = integrationNamed(pathPart(request, 'name'));
    try {
      if (!integration) throw protocolErrors.noSuchPath();
      const methods = integration.takesGet ? ['GET', 'POST'] : ['POST'];
      if (request.method === 'OPTIONS')
        return exchange.answer({ status: 204, headers: { allow: methods.join(', ') }, body: '' });
      if (!methods.includes(request.method)) return exchange.answer(methodNotAllowed(methods));
      const { outcome, answer } = await this.admit(exchange, integration);
      this.count(integration.name, outcome);
      exchange.succeed(answer);
    } catch (error) {
      this.refuse(exchange, integration, error);
    }
  }

  private async admit(exchange: Exchange, integration: Integration): Promise<Served> {
    let served: Served = { outcome: 'failed' };
    await this.guard.admit(exchange.request, 'requests', async () => {
      served = await this.serve(exchange, integration);
    });
    return served;
  }

  private async serve(exchange: Exchange, integration: Integration): Promise<Served> {
    const { request } = exchange;
    const receivedAt = Date.now();
    const sent = deliveryOf(request);
    const holder = await this.callers.identify(exchange, sent.query.api_key);
    const context = {
      requestId: exchange.requestId,
      deadlineAt: receivedAt + this.environment.STOA_HTTP_DEADLINE_SECONDS * 1_000,
      actor: actorOf(holder, this.realms, clientOf(integration)),
    };
    const work = (): Promise<Served> =>
      this.places.run('requests', holder.userId, async () => {
        const received = { integration, delivery: sent, receivedAt };
        const { end } = await this.deliveries.take(context, received);
        if ('error' in end) throw end.error;
        return { outcome: end.outcome, answer: answerOf(received, end, holder) };
      });
    const isLarge = sent.body.length > LARGEST_STRANGER_BODY_BYTES;
    return isLarge ? this.guard.admitLargeForm(request, holder.userId, work) : work();
  }

  private refuse(exchange: Exchange, integration: Integration | undefined, error: unknown): void {
    if (integration) this.count(integration.name, outcomeOf(error));
    if (error instanceof DomainError && error.status === 200) {
      // A failure that the tool counted would make it stop to send what is wanted.
      exchange.succeed({ code: error.code, ...error.data }, { msg: error.message });
    } else if (integration?.answersLikeSlack && error instanceof DomainError) {
      const body = JSON.stringify({ ok: false, error: error.message });
      const retryAfter = error.data['retry-after'];
      const headers: Record<string, string> =
        typeof retryAfter === 'number' ? { 'retry-after': String(retryAfter) } : {};
      exchange.answer({ status: error.status, headers, body });
    } else this.runner.fail(exchange, error);
  }
}

function answerOf(
  { integration }: ReceivedDelivery,
  { reading }: DeliveryFacts,
  { fullName, email, userId }: KeyHolder,
): object | undefined {
  if (reading?.asksForAccount) return { full_name: fullName, email, id: userId };
  return integration.answersLikeSlack ? { ok: true } : undefined;
}

function deliveryOf(request: FastifyRequest): Delivery {
  const { raw, body } = request;
  const url = raw.url ?? '';
  const start = url.indexOf('?');
  const query: Record<string, string | undefined> = {
    ...parseFields(Buffer.from(start < 0 ? '' : url.slice(start + 1))),
  };
  for (const name of ['stream', 'topic']) query[name] = decodedOnceMore(query[name]);
  const headers = Object.fromEntries(
    Object.entries(raw.headers).map(([name, value]) => [name, Array.isArray(value) ? value.join(', ') : value]),
  );
  return { headers, query, body: Buffer.isBuffer(body) ? body : Buffer.alloc(0) };
}

function decodedOnceMore(text: string | undefined): string | undefined {
  if (text === undefined || !ENCODED_TWICE.test(text)) return text;
  try {
    return decodeURIComponent(text);
  } catch {
    return text;
  }
}
