/**
 * Why nothing was fetched. `refused`: the address, port or scheme is none that the server connects to for users;
 * `redirects`: too many; `type`: not what was asked for; `size`: announced to be too large; `aborted`: by who asked.
 */
export type OutgoingFailure =
  'refused' | 'timeout' | 'network' | 'redirects' | 'status' | 'type' | 'encoding' | 'size' | 'aborted';

/** A fetch that failed. What the other side sent is never part of the text. */
export class OutgoingError extends Error {
  constructor(
    readonly reason: OutgoingFailure,
    message: string,
    options?: { cause?: unknown },
  ) {
    super(message, options);
  }
}

/** The failure behind an error, however deep the HTTP client has wrapped it. */
export function outgoingError(error: unknown): OutgoingError {
  for (let cause = error, depth = 0; cause instanceof Error && depth < 5; cause = cause.cause, depth++) {
    if (cause instanceof OutgoingError) return cause;
  }
  return new OutgoingError('network', 'the other side cannot be reached, or broke off', { cause: error });
}
