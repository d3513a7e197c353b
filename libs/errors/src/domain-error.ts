import type { ErrorCode } from './error-codes';

/** The JSON form in which a {@link DomainError} crosses NATS. */
export interface SerializedDomainError {
  code: ErrorCode;
  msg: string;
  status: number;
  data?: Record<string, unknown>;
}

/**
 * The one error that a caller is meant to see: a code of the API, an English text that says what to do, the HTTP
 * status and the extra fields of the error body (organization.md 1.1, 1.3). Everything else is a fault.
 */
export class DomainError extends Error {
  readonly code: ErrorCode;
  readonly status: number;
  readonly data: Record<string, unknown>;

  constructor(
    code: ErrorCode,
    message: string,
    options: { status?: number; data?: Record<string, unknown>; cause?: unknown } = {},
  ) {
    super(message, options.cause === undefined ? undefined : { cause: options.cause });
    this.name = 'DomainError';
    this.code = code;
    this.status = options.status ?? 400;
    this.data = options.data ?? {};
  }

  serialize(): SerializedDomainError {
    return { code: this.code, msg: this.message, status: this.status, data: this.data };
  }

  static deserialize(error: SerializedDomainError): DomainError {
    return new DomainError(error.code, error.msg, { status: error.status, data: error.data });
  }
}

/** Shorthand for the generic `BAD_REQUEST` (HTTP 400). */
export function badRequest(message: string, data?: Record<string, unknown>): DomainError {
  return new DomainError('BAD_REQUEST', message, { data });
}

/** A dependency is down or overloaded: HTTP 503; `retryAfterSeconds` becomes the header `Retry-After`. */
export class UnavailableError extends Error {
  readonly retryAfterSeconds: number;

  constructor(message: string, options: { retryAfterSeconds?: number; cause?: unknown } = {}) {
    super(message, options.cause === undefined ? undefined : { cause: options.cause });
    this.name = 'UnavailableError';
    this.retryAfterSeconds = options.retryAfterSeconds ?? 1;
  }
}
