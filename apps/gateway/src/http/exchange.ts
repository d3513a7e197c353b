import type { Surface } from '@stoa/contracts/rpc';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { type AnswerLanguage, answerLanguage } from '../access/answer-language';
import { type ExchangeObserver, OwedResponse } from './owed-response';

/** One request that has come through the framework, and its one answer. */
export class Exchange extends OwedResponse {
  constructor(
    readonly request: FastifyRequest,
    reply: FastifyReply,
    observe: ExchangeObserver,
    private readonly route?: { surface: Surface; name: string },
  ) {
    super(reply.raw, observe, route?.surface ?? 'key');
    reply.hijack();
  }

  /** Where it arrived, with names instead of values. */
  get path(): string | undefined {
    return this.route?.name ?? this.request.routeOptions.url;
  }

  override get requestId(): string {
    return this.request.id;
  }

  protected override get method(): string {
    return this.request.method;
  }

  protected override language(): AnswerLanguage {
    return answerLanguage(this.request);
  }
}
