import { Injectable } from '@nestjs/common';
import { DiscoveryService } from '@nestjs/core';
import { API } from '@stoa/contracts/api';
import { ParamsDecoder } from '@stoa/http-params';
import { Answer, declarationOf } from './endpoint.decorator';
import { MountedCalls } from './mounted-calls';
import { RegisteredEndpoint } from './registered-endpoint';

/** Every endpoint: those that methods of controllers answer, and the other declared ones, each of which is one call. */
@Injectable()
export class EndpointRegistry {
  constructor(
    private readonly discovery: DiscoveryService,
    private readonly calls: MountedCalls,
  ) {}

  /** @throws Error when two endpoints share method, path and surface, or a declared one has neither a method nor a call */
  endpoints(): RegisteredEndpoint[] {
    const found = new Map<string, RegisteredEndpoint>();
    const answered = this.answeredByMethods();
    const mounted = this.calls.except(new Set(answered.map(({ options }) => options)));
    for (const endpoint of [...answered, ...mounted]) {
      const { method, path, surface = 'both surfaces' } = endpoint.options;
      const key = `${method} ${path} of ${surface}`;
      if (found.has(key)) throw new Error(`${key} is declared twice`);
      found.set(key, endpoint);
    }
    return [...found.values()];
  }

  private answeredByMethods(): RegisteredEndpoint[] {
    return this.discovery
      .getControllers()
      .flatMap(({ instance }) => (typeof instance === 'object' && instance !== null ? endpointsOf(instance) : []));
  }
}

const NAMES = new Map<object, string>(API.map(({ name, endpoint }) => [endpoint, name]));

function endpointsOf(controller: object): RegisteredEndpoint[] {
  const prototype: object = Object.getPrototypeOf(controller);
  const endpoints: RegisteredEndpoint[] = [];
  for (const key of Object.getOwnPropertyNames(prototype)) {
    const options = declarationOf(prototype, key);
    if (!options) continue;
    const method: unknown = Reflect.get(controller, key);
    if (typeof method !== 'function') throw new Error(`${key} is not a method`);
    endpoints.push({
      options,
      operationId: NAMES.get(options) ?? `${prototype.constructor.name.replace(/Controller$/, '')}_${key}`,
      decoder: new ParamsDecoder(options.params ?? {}, options.path, options.readsAsDeclared),
      call: (context, params) => Reflect.apply(method, controller, [context, params]),
    });
  }
  return endpoints;
}

/** True for {@link Answer}s, whatever their data. */
export function isAnswer(result: unknown): result is Answer<object> {
  return result instanceof Answer;
}
