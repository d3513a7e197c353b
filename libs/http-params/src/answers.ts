import { DomainError, UnavailableError } from '@stoa/errors';

/** A complete HTTP answer, ready to be written. */
export interface HttpAnswer {
  status: number;
  headers: Record<string, string>;
  body: string | Buffer;
}

/** Headers of every answer to a browser with a session, whose cookie other sites must not read with. */
export const SESSION_HEADERS: Readonly<Record<string, string>> = {
  'content-type': 'application/json',
  'cache-control': 'max-age=0, no-cache, no-store, must-revalidate, private',
  expires: 'Thu, 01 Jan 1970 00:00:00 GMT',
  'content-language': 'en',
};

/** Headers of every API answer (organization.md 1.1, 1.4). */
export const API_HEADERS: Readonly<Record<string, string>> = {
  ...SESSION_HEADERS,
  'access-control-allow-origin': '*',
  'access-control-allow-headers': 'Authorization',
  'access-control-allow-methods': 'GET, POST, DELETE, PUT, PATCH, HEAD',
};

const SUCCESS = '{"result":"success","msg":""';

/** What the envelope of a success says besides; `ignored` are names of parameters. */
export interface EnvelopeOptions {
  msg?: string;
  ignored?: readonly string[];
}

/**
 * The body of a success: the envelope around an object, or around the text of a JSON object that is already serialised
 * (which is spliced in unparsed). `ignored` becomes `ignored_parameters_unsupported`.
 */
export function successBody(
  data: object | string | Buffer | undefined,
  options: EnvelopeOptions = {},
): string | Buffer {
  if (Buffer.isBuffer(data)) return Buffer.concat(successPieces(data, options));
  const { head, tail } = envelope(options);
  const text = typeof data === 'string' ? data : data === undefined ? '{}' : JSON.stringify(data);
  const inside = text.slice(text.indexOf('{') + 1, text.lastIndexOf('}'));
  return inside === '' ? head + tail : `${head},${inside}${tail}`;
}

/** {@link successBody} of text that is serialised, in pieces: what is large need not be copied. */
export function successPieces(json: Buffer, options: EnvelopeOptions = {}): Buffer[] {
  const { head, tail } = envelope(options);
  const inside = insideOfObject(json);
  return [Buffer.from(inside.length > 0 ? `${head},` : head), inside, Buffer.from(tail)];
}

function envelope({ msg, ignored }: EnvelopeOptions): { head: string; tail: string } {
  return {
    head: msg ? `{"result":"success","msg":${JSON.stringify(msg)}` : SUCCESS,
    tail: ignored?.length ? `,"ignored_parameters_unsupported":${JSON.stringify(ignored)}}` : '}',
  };
}

function insideOfObject(json: Buffer): Buffer {
  return json.subarray(json.indexOf(0x7b) + 1, json.lastIndexOf(0x7d));
}

/** What a 401 asks for: Basic under /api/v1, a session under /json. */
export type AuthScheme = 'Basic' | 'Session';

/** An English text of an error in the language of who is answered. */
export type Translate = (english: string) => string;

export interface ErrorAnswerOptions {
  scheme?: AuthScheme;
  /** English unless given. */
  translate?: Translate;
}

const inEnglish: Translate = (english) => english;

/** An API error in its JSON form. Fields of `data` stand next to `code`. */
export function domainErrorAnswer(
  error: DomainError,
  { scheme = 'Basic', translate = inEnglish }: ErrorAnswerOptions = {},
): HttpAnswer {
  const headers: Record<string, string> = {};
  if (error.status === 401) headers['www-authenticate'] = `${scheme} realm="zulip"`;
  const retryAfter = error.data['retry-after'];
  if (typeof retryAfter === 'number') headers['retry-after'] = String(retryAfter);
  const body = JSON.stringify({ result: 'error', msg: translate(error.message), code: error.code, ...error.data });
  return { status: error.status, headers, body };
}

const UNAVAILABLE_TEXT = 'The service is temporarily unavailable; please try again';

/**
 * The one place that turns what was thrown into an answer. Whatever is neither meant for clients nor a dependency's
 * outage is a 500 without detail; the caller logs it.
 */
export function errorAnswer(error: unknown, options: ErrorAnswerOptions = {}): HttpAnswer {
  if (error instanceof DomainError) return domainErrorAnswer(error, options);
  if (error instanceof UnavailableError) {
    const data = { 'retry-after': error.retryAfterSeconds };
    return domainErrorAnswer(new DomainError('SERVICE_UNAVAILABLE', UNAVAILABLE_TEXT, { status: 503, data }), options);
  }
  const { translate = inEnglish } = options;
  const body = JSON.stringify({ result: 'error', msg: translate('Internal server error') });
  return { status: 500, headers: {}, body };
}

/** True for errors that are answered as they are; anything else is a fault to be logged. */
export function isAnswerable(error: unknown): boolean {
  return error instanceof DomainError || error instanceof UnavailableError;
}

/** All that some path of the API has. */
export const API_METHODS: readonly string[] = ['DELETE', 'GET', 'HEAD', 'OPTIONS', 'PATCH', 'POST', 'PUT'];

/** A known path, asked with a method that it does not have. */
export function methodNotAllowed(allowed: readonly string[], translate = inEnglish): HttpAnswer {
  const body = JSON.stringify({ result: 'error', msg: translate('Method Not Allowed'), allowed_methods: allowed });
  return { status: 405, headers: { allow: allowed.join(', ') }, body };
}

/** Errors of the protocol itself, before any endpoint is reached. */
export const protocolErrors = {
  noSuchPath: () => new DomainError('NOT_FOUND', 'There is no endpoint at this path', { status: 404 }),
  bodyTooLarge: (limitBytes: number) =>
    new DomainError('BAD_REQUEST', `The request body is larger than ${limitBytes} bytes`, { status: 413 }),
  tooManyParts: (limit: number) =>
    new DomainError('BAD_REQUEST', `The request body has more than ${limit} parts`, { status: 413 }),
  unsupportedMediaType: () =>
    new DomainError(
      'BAD_REQUEST',
      'The request body must be application/x-www-form-urlencoded or multipart/form-data',
      { status: 415 },
    ),
  malformedBody: (reason: string) => new DomainError('BAD_REQUEST', `Malformed request body: ${reason}`),
  malformedRequest: () => new DomainError('BAD_REQUEST', 'Malformed HTTP request'),
  requestTooSlow: () => new DomainError('BAD_REQUEST', 'The request did not arrive in time', { status: 408 }),
  headersTooLarge: () => new DomainError('BAD_REQUEST', 'The request header fields are too large', { status: 431 }),
  rateLimited: (retryAfterSeconds: number) =>
    new DomainError('RATE_LIMIT_HIT', 'API usage exceeded rate limit', {
      status: 429,
      data: { 'retry-after': retryAfterSeconds },
    }),
};
