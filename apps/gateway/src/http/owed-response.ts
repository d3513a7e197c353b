import type { ServerResponse } from 'node:http';
import type { Surface } from '@stoa/contracts/rpc';
import {
  API_HEADERS,
  HttpAnswer,
  SESSION_HEADERS,
  type Translate,
  errorAnswer,
  methodNotAllowed,
  successBody,
  successPieces,
} from '@stoa/http-params';
import type { RateLimitState } from '@stoa/redis';
import type { AnswerLanguage } from '../access/answer-language';
import { rateLimitHeaders } from './rate-limit-headers';
import { StreamedAnswer } from './streamed-answer';

const HEADER_LISTS: Readonly<Record<Surface, readonly string[]>> = {
  key: Object.entries(API_HEADERS).flat(),
  session: Object.entries(SESSION_HEADERS).flat(),
};

/** Of answers that go on; the last one keeps proxies from collecting them. */
const STREAM_HEADERS = { 'content-type': 'text/event-stream', 'x-accel-buffering': 'no' };
const STREAM_HEADER_LISTS: Readonly<Record<Surface, readonly string[]>> = {
  key: Object.entries({ ...API_HEADERS, ...STREAM_HEADERS }).flat(),
  session: Object.entries({ ...SESSION_HEADERS, ...STREAM_HEADERS }).flat(),
};

/** An answer whose body may be pieces, one after the other. */
export interface PiecedAnswer extends Omit<HttpAnswer, 'body'> {
  body: string | Buffer | readonly Buffer[];
}

/** Called when an answer has been written: HTTP status and milliseconds since the request arrived. */
export type ExchangeObserver = (status: number, elapsedMs: number) => void;

/**
 * The one answer of a request. It is written to the raw response: text as it is, with the headers that every API answer
 * has, without a serialiser in between.
 */
export abstract class OwedResponse {
  readonly arrivedAt = performance.now();
  /** Unknown parameters of this request, for the success envelope. */
  ignored: readonly string[] | undefined;
  /** What the rate limit's headers say. */
  limit: RateLimitState | undefined;
  /** The endpoint was asked as HEAD. */
  isHead = false;
  private isAnswered = false;
  private headers: readonly string[];

  constructor(
    private readonly raw: ServerResponse,
    private readonly observe: ExchangeObserver,
    readonly surface: Surface = 'key',
  ) {
    this.headers = HEADER_LISTS[surface];
  }

  get isOpen(): boolean {
    return !this.isAnswered && !this.raw.destroyed;
  }

  /** What logs and the answer's header name the request by. */
  abstract get requestId(): string;

  /** Of HTTP. */
  protected abstract get method(): string | undefined;

  /** How errors are written for whoever asks. */
  protected abstract language(): AnswerLanguage;

  /** Replaces the headers of API answers, for documents that are not one. */
  useHeaders(headers: Record<string, string>): void {
    this.headers = Object.entries(headers).flat();
  }

  /** `listener` runs once if the client goes away before the answer. */
  onAbort(listener: () => void): void {
    this.raw.once('close', () => {
      if (!this.isAnswered) listener();
    });
  }

  succeed(
    data: object | string | Buffer | undefined,
    options: { msg?: string; headers?: Record<string, string>; cookies?: readonly string[] } = {},
  ): void {
    const envelope = { msg: options.msg, ignored: this.ignored };
    const isLarge = Buffer.isBuffer(data) && data.length > LARGEST_ONE_WRITE_BYTES;
    const body = isLarge ? successPieces(data, envelope) : successBody(data, envelope);
    this.answer({ status: 200, headers: options.headers ?? {}, body }, options.cookies);
  }

  fail(error: unknown, headers: Record<string, string> = {}): void {
    const scheme = this.surface === 'session' ? 'Session' : 'Basic';
    const answer = errorAnswer(error, { scheme, translate: this.translation() });
    this.answer({ ...answer, headers: { ...answer.headers, ...headers } });
  }

  /** Begins a stream of events as the answer, of which the observer hears at its end. */
  beginStream(): StreamedAnswer {
    this.isAnswered = true;
    const { raw } = this;
    raw.writeHead(200, this.headerList(STREAM_HEADER_LISTS[this.surface]));
    return new StreamedAnswer(raw, () => this.observe(200, performance.now() - this.arrivedAt));
  }

  /** @param allowed the methods that the path has */
  refuseMethod(allowed: readonly string[]): void {
    this.answer(methodNotAllowed(allowed, this.translation()));
  }

  /** How errors of this request are written; its headers say so from now on. */
  private translation(): Translate | undefined {
    const { tag, translate } = this.language();
    if (translate) this.headers = inLanguage(this.headers, tag);
    return translate;
  }

  /** Writes the answer; further ones are ignored, as after the client left. Pieces of a body are not copied together. */
  answer({ status, headers, body }: HttpAnswer | PiecedAnswer, cookies: readonly string[] = []): void {
    if (this.isAnswered) return;
    this.isAnswered = true;
    const { raw } = this;
    const list = this.headerList(this.headers);
    for (const [name, value] of Object.entries(headers)) list.push(name, value);
    for (const cookie of cookies) list.push('set-cookie', cookie);
    const hasBody = status !== 204 && !this.isHead;
    // A POST that was taken for HEAD is still a POST to HTTP: its length is that of what follows.
    if (hasBody || this.method === 'HEAD') list.push('content-length', String(lengthOf(body)));
    else if (status !== 204) list.push('content-length', '0');
    raw.writeHead(status, list);
    if (!hasBody) raw.end();
    else if (isPieces(body)) writePieces(raw, body);
    else if (Buffer.isBuffer(body) && body.length <= LARGEST_ONE_WRITE_BYTES)
      raw.end(body.toString('latin1'), 'latin1');
    else raw.end(body);
    this.observe(status, performance.now() - this.arrivedAt);
  }

  private headerList(common: readonly string[]): string[] {
    const list = [...common, 'x-request-id', this.requestId];
    if (this.limit) list.push(...Object.entries(rateLimitHeaders(this.limit)).flat());
    return list;
  }
}

/** Bodies up to this size leave in one write with their headers, which Node does for text only: one byte, one character. */
const LARGEST_ONE_WRITE_BYTES = 16 * 1024;

/** @param headers names and values in turn */
function inLanguage(headers: readonly string[], tag: string): readonly string[] {
  return headers.map((part, index) => (index % 2 === 1 && headers[index - 1] === 'content-language' ? tag : part));
}

function isPieces(body: string | Buffer | readonly Buffer[]): body is readonly Buffer[] {
  return Array.isArray(body);
}

function lengthOf(body: string | Buffer | readonly Buffer[]): number {
  return isPieces(body) ? body.reduce((sum, piece) => sum + piece.length, 0) : Buffer.byteLength(body);
}

/** All pieces go to the kernel in one call. */
function writePieces(raw: ServerResponse, pieces: readonly Buffer[]): void {
  raw.cork();
  for (const piece of pieces) raw.write(piece);
  raw.end();
  raw.uncork();
}
