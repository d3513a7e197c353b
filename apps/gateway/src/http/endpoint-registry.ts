import { Injectable } from '@nestjs/common';
import { DiscoveryService } from '@nestjs/core';
import { ParamsDecoder } from '@stoa/http-params';
import { Answer, EndpointOptions, endpointOptionsOf } from './endpoint.decorator';
import type { RequestContext } from './request-context';

/** One endpoint, ready to be called. */
export interface RegisteredEndpoint {
  options: EndpointOptions;
  /** Unique: the method's name within its controller's. */
  operationId: string;
  decoder: ParamsDecoder<object>;
  call(context: RequestContext, params: object): unknown;
}

class NoParams {}

/** Finds every endpoint of every module. */
@Injectable()
export class EndpointRegistry {
  constructor(private readonly discovery: DiscoveryService) {}

  /** @throws Error when two endpoints share method and path */
  endpoints(): RegisteredEndpoint[] {
    const found = new Map<string, RegisteredEndpoint>();
    for (const { instance } of this.discovery.getControllers()) {
      if (typeof instance !== 'object' || instance === null) continue;
      for (const endpoint of endpointsOf(instance)) {
        const key = `${endpoint.options.method} ${endpoint.options.path}`;
        if (found.has(key)) throw new Error(`${key} is declared twice`);
        found.set(key, endpoint);
      }
    }
    return [...found.values()];
  }
}

function endpointsOf(controller: object): RegisteredEndpoint[] {
  const prototype: object = Object.getPrototypeOf(controller);
  const endpoints: RegisteredEndpoint[] = [];
  for (const key of Object.getOwnPropertyNames(prototype)) {
    const options = endpointOptionsOf(prototype, key);
    if (!options) continue;
    const method: unknown = Reflect.get(controller, key);
    if (typeof method !== 'function') throw new Error(`${key} is not a method`);
    endpoints.push({
      options,
      operationId: `${prototype.constructor.name.replace(/Controller$/, '')}_${key}`,
      decoder: new ParamsDecoder(options.params ?? NoParams),
      call: (context, params) => Reflect.apply(method, controller, [context, params]),
    });
  }
  return endpoints;
}

/** True for {@link Answer}s, whatever their data. */
export function isAnswer(result: unknown): result is Answer<object> {
  return result instanceof Answer;
}
