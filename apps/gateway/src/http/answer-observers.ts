import { Injectable } from '@nestjs/common';
import { Metrics } from '@stoa/observability';
import { OverloadGuard } from '../overload/overload-guard';
import type { ExchangeObserver } from './owed-response';
import type { RequestTrace, TracedRequest } from './request-trace';

/** What becomes of each answer of the API: it is measured, ends its span, and is watched until its client has it. */
@Injectable()
export class AnswerObservers {
  private readonly seconds: { observe(labels: Record<'method' | 'path' | 'status', string>, seconds: number): void };

  constructor(
    private readonly guard: OverloadGuard,
    metrics: Metrics,
  ) {
    this.seconds = metrics.histogram('stoa_http_request_seconds', 'Time to answer a request, in seconds.', [
      'method',
      'path',
      'status',
    ]);
  }

  of(
    { method, path, response }: Pick<TracedRequest, 'method' | 'path' | 'response'>,
    trace: RequestTrace | undefined,
  ): ExchangeObserver {
    return (status, elapsedMs) => {
      this.seconds.observe({ path, method, status: String(status) }, elapsedMs / 1000);
      trace?.answered(status);
      this.guard.noteAnswer(response);
    };
  }
}
