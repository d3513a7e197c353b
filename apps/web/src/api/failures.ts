interface FailedOptions {
  cause?: unknown;
  /** Milliseconds after which the service wants to be asked again. */
  retryAfterMs?: number;
}

/** No answer, or none that says anything: whether the request was carried out is unknown. */
export class RequestFailed extends Error {
  readonly retryAfterMs?: number;

  constructor(message: string, { cause, retryAfterMs }: FailedOptions = {}) {
    super(message, { cause });
    this.retryAfterMs = retryAfterMs;
  }
}

/** The service said no. Its `message` is for people. */
export class RequestRefused extends Error {
  readonly code: string;

  /** @param data the whole body: some codes carry more than a text */
  constructor(
    readonly status: number,
    readonly data: Readonly<Record<string, unknown>>,
    readonly retryAfterMs?: number,
  ) {
    super(typeof data.msg === 'string' ? data.msg : `refused with ${status}`);
    this.code = typeof data.code === 'string' ? data.code : 'UNKNOWN';
  }

  /** The session has ended, here or elsewhere. */
  get isSignedOut(): boolean {
    return this.status === 401;
  }
}

/** The browser or the authenticator did not go on: cancelled, timed out, or there is no passkey. */
export class PasskeyFailed extends Error {}
