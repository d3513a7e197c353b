import 'reflect-metadata';
import type { INestApplicationContext } from '@nestjs/common';
import { ModulesContainer } from '@nestjs/core';
import type { RpcContract, RpcRequest, RpcResponse } from '@stoa/contracts/rpc';
import type { ActorContext, CallContext, RawJson } from './call-context';

const HANDLED = Symbol('stoa:handles');

type ContextOf<A> = A extends 'user' ? ActorContext : CallContext;
type Answer<C extends RpcContract> = RpcResponse<C> | RawJson;
/** Nothing, where the response has no fields. */
type Nothing<C extends RpcContract> = object extends RpcResponse<C> ? Promise<void> : never;
type Method<C extends RpcContract> = (
  context: ContextOf<C['auth']>,
  request: RpcRequest<C>,
) => Promise<Answer<C>> | Answer<C> | Nothing<C>;

/** Who answers a contract: a method of a provider, which is called with the checked context and request. */
export interface ContractHandler {
  contract: RpcContract;
  answer(context: CallContext, request: unknown): unknown;
}

/**
 * Marks the method that answers a contract: `(ctx, request)`, on any provider. The server has checked that the request
 * has its declared shape and, where the declaration says `auth: 'user'`, that there is an actor.
 */
export function Handles<C extends RpcContract>(
  contract: C,
): <T extends Method<C>>(target: object, key: string | symbol, descriptor: TypedPropertyDescriptor<T>) => void {
  return (target, key) => Reflect.defineMetadata(HANDLED, contract, target, key);
}

/** Every method of an application that is marked with {@link Handles}. @throws Error when two answer one contract */
export function contractHandlers(application: INestApplicationContext): ContractHandler[] {
  const instances = new Set<object>();
  for (const module of application.get(ModulesContainer).values()) {
    for (const { instance } of [...module.providers.values(), ...module.controllers.values()]) {
      if (typeof instance === 'object' && instance !== null) instances.add(instance);
    }
  }
  const handlers = new Map<string, ContractHandler>();
  for (const handler of [...instances].flatMap(handlersOf)) {
    const { subject } = handler.contract;
    if (handlers.has(subject)) throw new Error(`${subject} is answered twice`);
    handlers.set(subject, handler);
  }
  return [...handlers.values()];
}

function handlersOf(instance: object): ContractHandler[] {
  const prototype: object | null = Object.getPrototypeOf(instance);
  if (!prototype) return [];
  return Object.getOwnPropertyNames(prototype).flatMap((key) => {
    const contract: RpcContract | undefined = Reflect.getMetadata(HANDLED, prototype, key);
    if (!contract) return [];
    const method: unknown = Reflect.get(instance, key);
    if (typeof method !== 'function') throw new Error(`${key} is not a method`);
    return [{ contract, answer: (context, request) => Reflect.apply(method, instance, [context, request]) }];
  });
}
