import { isAnswerable } from '@stoa/http-params';
import type { Logger } from '@stoa/observability';
import { RemoteFault } from '@stoa/rpc';

/** Whose request it was. */
interface FailedRequest {
  readonly requestId: string;
  readonly method: string;
  readonly path: string | undefined;
}

/** Logs an error that is a fault of this service, once: not what answers say, nor what the service that failed has logged. */
export function logFault(log: Logger, error: unknown, request: FailedRequest): void {
  if (isAnswerable(error) || error instanceof RemoteFault) return;
  log.error({ err: error, ...request }, 'a request failed');
}
