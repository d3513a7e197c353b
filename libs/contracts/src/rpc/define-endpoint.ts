import { Static, TObject, TProperties, TSchema, TUnsafe, Type } from '@sinclair/typebox';
import type { ErrorCode } from '@stoa/errors';
import { Decoded, Params, requestSchema } from '@stoa/http-params';
import type { RoleGuard } from '@stoa/policy';
import { CallerAuth, RpcContract, defineRpc } from './define-rpc';

/**
 * Where an endpoint is: `key` under /api/v1, for clients with an API key; `session` under /json, for browsers with a
 * session's cookie.
 */
export type Surface = 'key' | 'session';

export type HttpMethod = 'GET' | 'POST' | 'PATCH' | 'PUT' | 'DELETE';

/** An error that the API reference names for an endpoint. */
export interface DocumentedError {
  code: ErrorCode;
  msg: string;
  /** 400 unless set. */
  status?: number;
}

/** What an endpoint's declaration says; everything else about it (decoding, OpenAPI, types, the call) derives from this. */
export interface EndpointDeclaration<
  P extends Params = Params,
  R extends TSchema = TSchema,
  A extends CallerAuth = CallerAuth,
> {
  method: HttpMethod;
  /** Below /api/v1 and /json, without slash in front; variable parts in braces, named as their parameter: `messages/{message_id}`. */
  path: string;
  /** Chapter of the API reference. */
  tag: string;
  /** A few words for the API reference. */
  summary: string;
  description?: string;
  auth: A;
  /** On this surface only; on both unless set (identity.md 1.2). */
  surface?: Surface;
  /** What the caller must be beyond authenticated. */
  guard?: RoleGuard;
  /** By their names on the wire; none = every parameter is unknown. */
  params?: P;
  /** The first wrong parameter is found in the order of declaration; else in that of their names. */
  readsAsDeclared?: boolean;
  /** Fields of a success besides the envelope. */
  response: R;
  errors?: readonly DocumentedError[];
  /** Milliseconds until the request is given up; the installation's setting unless set. */
  deadlineMs?: number;
  /**
   * The method reads the files of a multipart body itself (`ctx.http.upload`): as they arrive, or, where the endpoint
   * has parameters in the body, which may follow the files, from memory up to the size of an image.
   */
  streamsFiles?: boolean;
  /** It asks for events, and is let in apart from other requests. */
  isPoll?: boolean;
  /** Clients send it by the clock, and nobody waits for its answer: where many come, they are done together. */
  isGathered?: boolean;
  /** What a success is to a client that asks for a stream of events (`Accept: text/event-stream`); none unless set. */
  eventStream?: string;
  /** Incoming webhook bots may call it. */
  allowsWebhookBots?: boolean;
  /** The API has it, and this service always refuses it: it has nothing behind it. */
  isUnavailable?: boolean;
  /** Clients also ask for it at the host itself, without /api/v1. */
  isAtHostToo?: boolean;
  /** A success is a redirection (302), without a body. */
  isRedirect?: boolean;
}

/** An endpoint whose work is one call: the gateway mounts it, and `@Handles` on a service's method answers it. */
export interface CalledEndpoint<
  P extends Params = Params,
  R extends TSchema = TSchema,
  A extends CallerAuth = CallerAuth,
>
  extends EndpointDeclaration<P, R, A>, RpcContract<TUnsafe<Decoded<P>>, R, A> {
  readonly response: R;
  readonly auth: A;
}

interface CallDeclaration {
  /** `rpc.<service>.v1.<noun>.<verb>` */
  subject: string;
  /** Milliseconds that the call may take: 10 s unless set. The request's own deadline holds too. */
  timeoutMs?: number;
  /** Safe to repeat; GET requests are unless this says otherwise. */
  idempotent?: boolean;
  /** Milliseconds without an answer after which another replica is asked too: 1.5 s unless set. */
  repeatAfterMs?: number;
}

const DECLARED = Symbol('stoa:endpoint');

/** Decoded parameters of an endpoint: the second argument of its method, in the gateway or in the service. */
export type RequestOf<E extends EndpointDeclaration> = E extends EndpointDeclaration<infer P> ? Decoded<P> : never;

/**
 * Declares one endpoint (docs/build/endpoints.md). With a `subject` it is also the contract of the call that does its
 * work, whose request is the decoded parameters; without one, a method of the gateway marked `@Endpoint` does it.
 */
export function defineEndpoint<const P extends Params, R extends TSchema, A extends CallerAuth>(
  declaration: EndpointDeclaration<P, R, A> & CallDeclaration,
): CalledEndpoint<P, R, A>;
export function defineEndpoint<const P extends Params, R extends TSchema, A extends CallerAuth>(
  declaration: EndpointDeclaration<P, R, A> & { subject?: undefined },
): EndpointDeclaration<P, R, A>;
export function defineEndpoint<P extends Params, R extends TSchema, A extends CallerAuth>(
  declaration: EndpointDeclaration<P, R, A> & Partial<CallDeclaration>,
): EndpointDeclaration<P, R, A> {
  const { subject, timeoutMs, idempotent, repeatAfterMs, ...endpoint } = declaration;
  const marked = { ...endpoint, [DECLARED]: true };
  if (subject === undefined) return marked;
  const request = Type.Unsafe<Decoded<P>>(requestSchema(declaration.params ?? {}));
  const contract = defineRpc({
    subject,
    request,
    response: declaration.response,
    auth: declaration.auth,
    timeoutMs,
    idempotent: idempotent ?? declaration.method === 'GET',
    repeatAfterMs,
  });
  return Object.assign(contract, marked);
}

/** The request of a call that an endpoint's own method makes: its decoded parameters, and what the method adds to them. */
export function requestWith<P extends Params, T extends TProperties>(
  params: P,
  added: T,
): TUnsafe<Decoded<P> & Static<TObject<T>>> {
  return Type.Unsafe(Type.Composite([requestSchema(params), Type.Object(added)]));
}

/** Whether an export of a module is a declared endpoint. */
export function isEndpoint(value: unknown): value is EndpointDeclaration {
  return typeof value === 'object' && value !== null && DECLARED in value;
}

/** Whether the gateway can mount the endpoint by itself. */
export function isCalled(endpoint: EndpointDeclaration): endpoint is CalledEndpoint {
  return 'subject' in endpoint;
}
