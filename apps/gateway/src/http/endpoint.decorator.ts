import 'reflect-metadata';
import { Static, TSchema } from '@sinclair/typebox';
import { Controller } from '@nestjs/common';
import type { RoleGuard } from '@stoa/policy';
import type { RawJson } from '@stoa/rpc';
import type { ComposedAnswer } from './composed-answer';
import type { HeldAnswer } from './held-answer';
import type { RequestContext, UserContext } from './request-context';

export type HttpMethod = 'GET' | 'POST' | 'PATCH' | 'PUT' | 'DELETE';

/** user: credentials needed. optional: checked when sent. public: not looked at. */
export type EndpointAuth = 'user' | 'optional' | 'public';

/** An error that the API reference names for an endpoint. */
export interface DocumentedError {
  code: string;
  msg: string;
  /** 400 unless set. */
  status?: number;
}

/** A success whose envelope has a text in `msg`. */
export class Answer<T extends object> {
  constructor(
    readonly data: T,
    readonly msg: string,
  ) {}
}

/** Sends the client elsewhere: 302, with the request's query appended. */
export class Redirect {
  constructor(readonly location: string) {}
}

/** What a handler returns: data of the response schema, JSON text of it, or the promise to answer later. */
export type EndpointResult<R extends TSchema> =
  (Static<R> & object) | Answer<Static<R> & object> | RawJson | Buffer | HeldAnswer | ComposedAnswer | Redirect;

export interface EndpointOptions<R extends TSchema = TSchema, A extends EndpointAuth = EndpointAuth> {
  method: HttpMethod;
  /** Below /api/v1, without slash in front; variable parts in braces: `messages/{message_id}`. */
  path: string;
  /** A few words for the API reference. */
  summary: string;
  description?: string;
  /** Chapter of the API reference. */
  tag: string;
  /** Class of the parameters; none = every parameter is unknown. */
  params?: new () => object;
  /** Fields of a success beside the envelope. */
  response: R;
  auth: A;
  /** What the caller must be beyond authenticated. */
  guard?: RoleGuard;
  /** none: not counted against the caller's rate limit. */
  bucket?: 'api' | 'none';
  /**
   * The handler reads the files of a multipart body itself (`ctx.http.upload`): as they arrive, or, where the endpoint
   * has parameters in the body, which may follow the files, from memory up to the size of an image.
   */
  streamsFiles?: boolean;
  /** It asks for events, and is let in apart from other requests. */
  isPoll?: boolean;
  /** Incoming webhook bots may call it. */
  allowsWebhookBots?: boolean;
  errors?: readonly DocumentedError[];
  /** The API has it, and this service always refuses it: it has nothing behind it. */
  isUnavailable?: boolean;
  /** A success is a redirection (302), without a body. */
  isRedirect?: boolean;
  /** Milliseconds until a call is given up; the installation's setting unless set. */
  timeoutMs?: number;
}

type ContextOf<A extends EndpointAuth> = A extends 'user' ? UserContext : RequestContext;

/** A method that {@link Endpoint} may mark. Its parameters are an instance of the class in `params`. */
type EndpointMethod<R extends TSchema, A extends EndpointAuth> = (
  context: ContextOf<A>,
  params: never,
) => EndpointResult<R> | Promise<EndpointResult<R>>;

const ENDPOINT = Symbol('stoa:endpoint');

/** Marks a class whose methods are endpoints. List it in the `controllers` of its module. */
export function EndpointController(): ClassDecorator {
  return Controller();
}

/** Makes a method of an {@link EndpointController} answer requests (docs/build/endpoints.md). */
export function Endpoint<R extends TSchema, A extends EndpointAuth>(
  options: EndpointOptions<R, A>,
): <T extends EndpointMethod<R, A>>(
  target: object,
  key: string | symbol,
  descriptor: TypedPropertyDescriptor<T>,
) => void {
  return (target, key) => {
    const [, paramsType]: unknown[] = Reflect.getMetadata('design:paramtypes', target, key) ?? [];
    if (paramsType !== undefined && paramsType !== options.params) {
      throw new Error(`${target.constructor.name}.${String(key)} takes other parameters than its endpoint declares`);
    }
    Reflect.defineMetadata(ENDPOINT, options, target, key);
  };
}

/** The declaration on a method, if it has one. */
export function endpointOptionsOf(prototype: object, key: string): EndpointOptions | undefined {
  const options: EndpointOptions | undefined = Reflect.getMetadata(ENDPOINT, prototype, key);
  return options;
}
