import { Inject, Injectable, OnApplicationShutdown } from '@nestjs/common';
import type { Static, TSchema } from '@sinclair/typebox';
import { SERVICE_VERSION, VERSION_FIELDS } from '@stoa/contracts/server';
import { LOGGER, Metrics, type Logger } from '@stoa/observability';
import { relayJson } from '../rules/payloads/relay-request';
import {
  BrokenCircuitError,
  CircuitBreakerPolicy,
  ConsecutiveBreaker,
  circuitBreaker,
  handleWhenResult,
} from 'cockatiel';
import { Agent, request } from 'undici';
import { PushEnvironment } from '../push.environment';
import { RawAnswer, RelayAnswer, outcomeOf, readAnswer } from './relay-answer';
import type { UploadedRealm } from './relay-requests';

const TIMEOUT_MS = 15_000;
const UPLOAD_TIMEOUT_MS = 90_000;
/** An upload between two calls for which somebody waits: all three fit into the time of a request. */
const AWAITED_UPLOAD_TIMEOUT_MS = 5_000;
const MOST_CONNECTIONS = 64;
const LARGEST_ANSWER_BYTES = 4 * 2 ** 20;
/** Calls that fail in a row until the relay is left alone, and for how long: it is back in use 45 s after it works again. */
const FAILURES_UNTIL_REST = 5;
const REST_MS = 5_000;

/** Paths below the relay's API. */
const CALLS = [
  'push/e2ee/notify',
  'push/e2ee/register',
  'push/notify',
  'push/register',
  'push/test_notification',
  'push/unregister',
  'push/unregister/all',
  'server/analytics',
] as const;
type CallPath = (typeof CALLS)[number];

export interface CallOptions {
  /** Somebody waits for this call's own answer: it is made even while the relay is left alone. */
  isAwaited?: boolean;
}

interface Call {
  path: CallPath;
  contentType: string;
  body: string;
  timeoutMs: number;
}

/**
 * HTTP to the relay: credentials, time limits, the reading of answers (push.md 7.1). While the relay is down calls fail
 * at once, except one that tries again every few seconds; refusals of one call say nothing about the relay and do not
 * count.
 */
@Injectable()
export class RelayTransport implements OnApplicationShutdown {
  private readonly agent = new Agent({ connections: MOST_CONNECTIONS, maxResponseSize: LARGEST_ANSWER_BYTES });
  private readonly breaker: CircuitBreakerPolicy;
  private readonly outcomes;
  private readonly seconds;
  private readonly base: string;

  constructor(
    private readonly environment: PushEnvironment,
    metrics: Metrics,
    @Inject(LOGGER) private readonly log: Logger,
  ) {
    this.base = `${environment.STOA_PUSH_RELAY_URL.replace(/\/+$/, '')}/api/v1/remotes/`;
    this.breaker = circuitBreaker(handleWhenResult(isOutage), {
      halfOpenAfter: REST_MS,
      breaker: new ConsecutiveBreaker(FAILURES_UNTIL_REST),
    });
    this.outcomes = metrics.counter('stoa_push_relay_calls_total', 'Calls of the push relay, by call and outcome.', [
      'call',
      'outcome',
    ]);
    // Otherwise the first refusal would be no growth, and no alert would fire.
    for (const call of CALLS) this.outcomes.inc({ call, outcome: 'credentials' }, 0);
    this.seconds = metrics.histogram('stoa_push_relay_seconds', 'Time of a call of the push relay, in seconds.', [
      'call',
    ]);
    this.breaker.onBreak(() => this.log.warn('the push relay is left alone for a while'));
    this.breaker.onReset(() => this.log.info('the push relay works again'));
  }

  get isConfigured(): boolean {
    return this.environment.isPushConfigured;
  }

  /** By which the relay knows this service. */
  get organizationId(): string {
    return this.environment.STOA_PUSH_RELAY_ORG_ID;
  }

  postForm<T extends TSchema>(
    schema: T,
    path: CallPath,
    fields: Readonly<Record<string, string>>,
    options: CallOptions,
  ): Promise<RelayAnswer<Static<T>>> {
    const body = new URLSearchParams(fields).toString();
    return this.call(schema, { path, contentType: FORM, body, timeoutMs: TIMEOUT_MS }, options);
  }

  /** Bigints in the body are written as JSON numbers. */
  postJson<T extends TSchema>(
    schema: T,
    path: CallPath,
    body: object,
    options: CallOptions,
  ): Promise<RelayAnswer<Static<T>>> {
    const json = { path, contentType: 'application/json', body: relayJson(body), timeoutMs: TIMEOUT_MS };
    return this.call(schema, json, options);
  }

  /** The upload of organizations (push.md 7.5): a form whose values are JSON texts. */
  upload<T extends TSchema>(
    schema: T,
    path: CallPath,
    realms: readonly UploadedRealm[],
    options: CallOptions,
  ): Promise<RelayAnswer<Static<T>>> {
    const fields = {
      realms,
      realm_counts: [],
      installation_counts: [],
      version: SERVICE_VERSION,
      merge_base: VERSION_FIELDS.zulip_merge_base,
      api_feature_level: VERSION_FIELDS.zulip_feature_level,
    };
    const form = new URLSearchParams();
    for (const [name, value] of Object.entries(fields)) form.set(name, JSON.stringify(value));
    const timeoutMs = options.isAwaited ? AWAITED_UPLOAD_TIMEOUT_MS : UPLOAD_TIMEOUT_MS;
    return this.call(schema, { path, contentType: FORM, body: form.toString(), timeoutMs }, options);
  }

  async onApplicationShutdown(): Promise<void> {
    await this.agent.close();
  }

  private async call<T extends TSchema>(
    schema: T,
    call: Call,
    { isAwaited = false }: CallOptions,
  ): Promise<RelayAnswer<Static<T>>> {
    const attempt = (): Promise<RelayAnswer<Static<T>>> => this.attempt(schema, call);
    if (isAwaited) return attempt();
    try {
      return await this.breaker.execute(attempt);
    } catch (error) {
      if (!(error instanceof BrokenCircuitError)) throw error;
      this.outcomes.inc({ call: call.path, outcome: 'left_alone' });
      return { kind: 'retry', reason: 'network', detail: 'the relay is left alone for a while' };
    }
  }

  private async attempt<T extends TSchema>(schema: T, call: Call): Promise<RelayAnswer<Static<T>>> {
    const end = this.seconds.startTimer({ call: call.path });
    const answer = await this.send(call).then(
      (raw) => readAnswer(schema, raw),
      (error: unknown): RelayAnswer<never> => ({ kind: 'retry', reason: 'network', detail: describe(error) }),
    );
    end();
    this.outcomes.inc({ call: call.path, outcome: outcomeOf(answer) });
    if (answer.kind === 'operator') {
      this.log.error({ call: call.path, detail: answer.detail }, 'the push relay does not serve this service');
    }
    return answer;
  }

  private async send({ path, contentType, body, timeoutMs }: Call): Promise<RawAnswer> {
    const { STOA_PUSH_RELAY_ORG_ID: id, STOA_PUSH_RELAY_ORG_KEY: key } = this.environment;
    // A timer of our own: it also ends an answer that comes in drops.
    const limit = new AbortController();
    const timer = setTimeout(() => limit.abort(new Error(`no answer within ${timeoutMs} ms`)), timeoutMs);
    try {
      const answer = await request(`${this.base}${path}`, {
        method: 'POST',
        dispatcher: this.agent,
        signal: limit.signal,
        headers: {
          authorization: `Basic ${Buffer.from(`${id}:${key}`).toString('base64')}`,
          'content-type': contentType,
          'user-agent': `ZulipServer/${SERVICE_VERSION}`,
        },
        body,
      });
      return { status: answer.statusCode, text: await answer.body.text() };
    } finally {
      clearTimeout(timer);
    }
  }
}

const FORM = 'application/x-www-form-urlencoded';

/** Whether the next call, about anything, would most likely end the same way. */
function isOutage(answer: unknown): boolean {
  const kind: unknown = typeof answer === 'object' && answer !== null ? Reflect.get(answer, 'kind') : undefined;
  return kind === 'retry' || kind === 'operator';
}

function describe(error: unknown): string {
  if (!(error instanceof Error)) return String(error);
  return error.cause instanceof Error ? `${error.message}: ${error.cause.message}` : error.message;
}
