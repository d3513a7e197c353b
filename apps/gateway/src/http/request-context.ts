import type { IncomingHttpHeaders, IncomingMessage } from 'node:http';
import type { Actor } from '@stoa/contracts/rpc';
import type { CallContext } from '@stoa/rpc';
import type { AnswerLanguage } from '../access/answer-language';
import type { HeldAnswer } from './held-answer';
import type { StreamedUpload } from './streamed-upload';

/** A request as it came, and how its caller reads errors: known again when the same one comes. */
export interface PlainRequest {
  readonly incoming: IncomingMessage;
  readonly language: AnswerLanguage;
}

/** What an endpoint may know of the HTTP side of its request. */
export interface HttpFacts {
  /** Host header as the client sent it, lower case, with port if it has one. */
  readonly host: string;
  readonly ipAddress: string;
  readonly headers: IncomingHttpHeaders;
  /** From the User-Agent or the parameter `client`, at most 30 characters. */
  readonly clientName: string;
  /** Browsers open this service's addresses over HTTPS: their cookies are made for it. */
  readonly isSecure: boolean;
  /** The session that asks; undefined for API keys and for nobody. */
  readonly sessionId?: number;
  /** The client asks for events as they come, in one answer (`Accept: text/event-stream`). */
  readonly wantsStream: boolean;
  /** The version of the organization's access that the caller was admitted with; undefined for nobody. */
  readonly accessVersion?: number;
  /** The request, if it is one with a key and without a body, and nothing in it was ignored. */
  plain(): PlainRequest | undefined;
  /** Files of the body, where the endpoint reads them as they arrive; undefined if the body is not multipart. */
  readonly upload?: StreamedUpload;
  /**
   * Takes the response over from the handler: it is answered later through what this returns, which the handler also
   * returns. For long polls.
   */
  hold(): HeldAnswer;
  /**
   * Asks again whether the caller may make the request, for answers that go on.
   * @returns the version of the organization's access that says so
   * @throws DomainError as a new request would
   */
  readmit(): Promise<number>;
}

/** First argument of every endpoint. Only the part that is a {@link CallContext} travels with calls. */
export class RequestContext implements CallContext {
  constructor(
    readonly requestId: string,
    readonly deadlineAt: number,
    readonly http: HttpFacts,
    readonly actor?: Actor,
  ) {}

  toJSON(): CallContext {
    return { requestId: this.requestId, deadlineAt: this.deadlineAt, actor: this.actor };
  }
}

/** Context of endpoints that only authenticated callers reach. */
export type UserContext = RequestContext & { readonly actor: Actor };
