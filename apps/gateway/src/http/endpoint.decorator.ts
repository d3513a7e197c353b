import 'reflect-metadata';
import { Static, TSchema } from '@sinclair/typebox';
import { Controller } from '@nestjs/common';
import { CallerAuth, EndpointDeclaration, isEndpoint } from '@stoa/contracts';
import type { Decoded, Params } from '@stoa/http-params';
import type { RawJson } from '@stoa/rpc';
import type { ComposedAnswer } from './composed-answer';
import type { HeldAnswer } from './held-answer';
import type { RequestContext, UserContext } from './request-context';

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

/** A declaration of the old form, whose parameters are the properties of a class. */
export interface EndpointOptions<R extends TSchema = TSchema, A extends CallerAuth = CallerAuth> extends Omit<
  EndpointDeclaration<Params, R, A>,
  'params'
> {
  params?: new () => object;
}

type ContextOf<A> = A extends 'user' ? UserContext : RequestContext;

/** A method that {@link Endpoint} may mark; of the old form, its parameters are an instance of the class in `params`. */
type EndpointMethod<R extends TSchema, A extends CallerAuth, Request> = (
  context: ContextOf<A>,
  params: Request,
) => EndpointResult<R> | Promise<EndpointResult<R>>;

type MethodMark<R extends TSchema, A extends CallerAuth, Request> = <T extends EndpointMethod<R, A, Request>>(
  target: object,
  key: string | symbol,
  descriptor: TypedPropertyDescriptor<T>,
) => void;

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
  declaration: EndpointDeclaration<P, R, A> & { params?: P },
): MethodMark<R, A, Decoded<P>>;
export function Endpoint<R extends TSchema, A extends CallerAuth>(
  options: EndpointOptions<R, A>,
): MethodMark<R, A, never>;
export function Endpoint(options: EndpointDeclaration | EndpointOptions) {
  return (target: object, key: string | symbol) => {
    const [, paramsType]: unknown[] = Reflect.getMetadata('design:paramtypes', target, key) ?? [];
    if (!isEndpoint(options) && paramsType !== undefined && paramsType !== options.params) {
      throw new Error(`${target.constructor.name}.${String(key)} takes other parameters than its endpoint declares`);
    }
    Reflect.defineMetadata(ENDPOINT, options, target, key);
  };
}

/** The declaration on a method, if it has one. */
export function endpointOptionsOf(prototype: object, key: string): EndpointDeclaration | EndpointOptions | undefined {
  const options: EndpointDeclaration | EndpointOptions | undefined = Reflect.getMetadata(ENDPOINT, prototype, key);
  return options;
}
