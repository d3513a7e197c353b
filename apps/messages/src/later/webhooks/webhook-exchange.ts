import { Injectable } from '@nestjs/common';
import { OutgoingHttp, PostedAnswer } from '@stoa/outgoing-http';
import { MessagesEnvironment } from '../../messages.environment';
import type { WireTrace } from './log/call-record';
import { WebhookReply, readAnswer } from './webhook-answer';
import type { WebhookService } from './webhook-calls.repository';
import { CallFailure, failureOfError, failureOfStatus } from './webhook-outcome';
import type { WebhookRequest } from './webhook-request';

const LARGEST_ANSWER_BYTES = 1024 * 1024;

export type WebhookResult =
  { kind: 'reply'; reply: WebhookReply } | { kind: 'nothing' } | { kind: 'failed'; failure: CallFailure };

export interface Exchanged {
  result: WebhookResult;
  trace: WireTrace;
}

/** What ends an exchange, besides the time that the installation gives all of them. */
export interface ExchangeBounds {
  signal?: AbortSignal;
  longestMs?: number;
}

/** One request to a bot's service, and what its answer means. */
@Injectable()
export class WebhookExchange {
  constructor(
    private readonly http: OutgoingHttp,
    private readonly environment: MessagesEnvironment,
  ) {}

  /** @throws OutgoingError `aborted` by the signal, before its time */
  async post(
    service: WebhookService,
    request: WebhookRequest,
    { signal, longestMs = Infinity }: ExchangeBounds = {},
  ): Promise<Exchanged> {
    const timeoutMs = Math.min(this.environment.STOA_WEBHOOK_TIMEOUT_SECONDS * 1_000, longestMs);
    const startedAt = Date.now();
    const begun = performance.now();
    const traced = (answer: PostedAnswer | null): WireTrace => ({
      startedAt,
      durationMs: Math.round(performance.now() - begun),
      status: answer?.status ?? null,
      requestHeaders: request.headers,
      requestBody: request.body,
      answerHeaders: answer?.headers,
      answerBody: answer?.body.toString() ?? null,
    });
    let answer;
    try {
      const limits = { timeoutMs, largestBytes: LARGEST_ANSWER_BYTES };
      answer = await this.http.post({ url: service.baseUrl, ...request, ...limits, signal });
    } catch (error) {
      return { result: { kind: 'failed', failure: failureOfError(error, timeoutMs) }, trace: traced(null) };
    }
    return { result: resultOf(answer, service.interface), trace: traced(answer) };
  }
}

function resultOf({ status, retryAfter, body }: PostedAnswer, form: number): WebhookResult {
  if (status < 200 || status >= 300) return { kind: 'failed', failure: failureOfStatus(status, retryAfter) };
  const said = readAnswer(body.toString(), form);
  if (said.kind !== 'wrong') return said;
  return { kind: 'failed', failure: { inConversation: said.failure, forOwner: `${said.failure}.`, isPassing: false } };
}
