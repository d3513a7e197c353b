import 'reflect-metadata';
import { Static, TSchema } from '@sinclair/typebox';
import { Controller } from '@nestjs/common';
import type { CallerAuth, EndpointDeclaration } from '@stoa/contracts/rpc';
import type { Decoded, Params } from '@stoa/http-params';
import type { RawJson } from '@stoa/rpc';
import type { ComposedAnswer } from './composed-answer';
import type { HeldAnswer } from './held-answer';
import type { RequestContext, UserContext } from './request-context';

/** A success whose envelope has a text in `msg`, or that has headers of its own. */
export class Answer<T extends object> {
  constructor(
    readonly data: T,
    readonly msg: string,
    readonly headers: Record<string, string> = {},
    /** Of `Set-Cookie`, for answers that set several. */
    readonly cookies: readonly string[] = [],
  ) {}
}

/** Sends the client elsewhere: 302, with the request's query appended. */
export class Redirect {
  constructor(readonly location: string) {}
}

/** What a handler returns: data of the response schema, JSON text of it, or the promise to answer later. */
export type EndpointResult<R extends TSchema> =
  | (Static<R> & object)
  | Answer<(Static<R> & object) | Buffer>
  | RawJson
  | Buffer
  | HeldAnswer
  | ComposedAnswer
  | Redirect;

type ContextOf<A> = A extends 'user' ? UserContext : RequestContext;

type EndpointMethod<P extends Params, R extends TSchema, A extends CallerAuth> = (
  context: ContextOf<A>,
  params: Decoded<P>,
) => EndpointResult<R> | Promise<EndpointResult<R>>;

const ENDPOINT = Symbol('stoa:endpoint');

/** Marks a class whose methods are endpoints. List it in the `controllers` of its module. */
export function EndpointController(): ClassDecorator {
  return Controller();
}

/**
 * Makes a method of an {@link EndpointController} answer a declared endpoint: one that needs more than the call which the
 * gateway makes by itself (docs/build/endpoints.md).
 */
export function Endpoint<P extends Params, R extends TSchema, A extends CallerAuth>(
  declaration: EndpointDeclaration<P, R, A>,
): <T extends EndpointMethod<P, R, A>>(target: object, key: string, descriptor: TypedPropertyDescriptor<T>) => void {
  return (target, key) => Reflect.defineMetadata(ENDPOINT, declaration, target, key);
}

/** The declaration on a method, if it has one. */
export function declarationOf(prototype: object, key: string): EndpointDeclaration | undefined {
  const declaration: EndpointDeclaration | undefined = Reflect.getMetadata(ENDPOINT, prototype, key);
  return declaration;
}
