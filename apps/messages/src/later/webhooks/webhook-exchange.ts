import { Injectable } from '@nestjs/common';
import { OutgoingHttp, PostedAnswer } from '@stoa/outgoing-http';
import type { WireTrace } from './log/call-record';
import { WebhookReply, readAnswer } from './webhook-answer';
import type { WebhookService } from './webhook-calls.repository';
import { CallFailure, failureOfError, failureOfStatus } from './webhook-outcome';
import type { WebhookRequest } from './webhook-request';

const TIMEOUT_MS = 10_000;
const LARGEST_ANSWER_BYTES = 1024 * 1024;

export type WebhookResult =
  { kind: 'reply'; reply: WebhookReply } | { kind: 'nothing' } | { kind: 'failed'; failure: CallFailure };

export interface Exchanged {
  result: WebhookResult;
  trace: WireTrace;
}

/** One request to a bot's service, and what its answer means. */
@Injectable()
export class WebhookExchange {
  constructor(private readonly http: OutgoingHttp) {}

  /** @param signal ends it before its time: @throws OutgoingError `aborted` */
  async post(service: WebhookService, request: WebhookRequest, signal?: AbortSignal): Promise<Exchanged> {
    const startedAt = Date.now();
    const begun = performance.now();
    const traced = (answer: PostedAnswer | null): WireTrace => ({
      startedAt,
      durationMs: Math.round(performance.now() - begun),
      status: answer?.status ?? null,
      requestBody: request.body,
      answerBody: answer?.body.toString() ?? null,
    });
    let answer;
    try {
      const limits = { timeoutMs: TIMEOUT_MS, largestBytes: LARGEST_ANSWER_BYTES };
      answer = await this.http.post({ url: service.baseUrl, ...request, ...limits, signal });
    } catch (error) {
      return { result: { kind: 'failed', failure: failureOfError(error, TIMEOUT_MS) }, trace: traced(null) };
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
