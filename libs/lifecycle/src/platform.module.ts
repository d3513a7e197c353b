import { DynamicModule, Global, Module, Provider } from '@nestjs/common';
import { ServiceEnvironment } from '@stoa/config';
import { LOGGER, Logger, Metrics, Tracing } from '@stoa/observability';
import { NATS_CONNECTION, NatsConnection, RpcClient } from '@stoa/rpc';

export interface Platform<E extends ServiceEnvironment = ServiceEnvironment> {
  service: string;
  environment: E;
  logger: Logger;
  metrics: Metrics;
  nats: NatsConnection;
  /** Absent unless traces are exported. */
  tracing?: Tracing;
}

/** What every part of every service may inject: environment (by its class or any ancestor), logger, metrics, NATS, rpc. */
@Global()
@Module({})
export class PlatformModule {
  static of(platform: Platform): DynamicModule {
    const providers: Provider[] = [
      ...environmentProviders(platform.environment),
      { provide: LOGGER, useValue: platform.logger },
      { provide: Metrics, useValue: platform.metrics },
      { provide: NATS_CONNECTION, useValue: platform.nats },
      RpcClient,
    ];
    return { module: PlatformModule, providers, exports: providers };
  }
}

function environmentProviders(environment: ServiceEnvironment): Provider[] {
  const providers: Provider[] = [];
  for (
    let prototype: object | null = Object.getPrototypeOf(environment);
    prototype && prototype !== Object.prototype;
    prototype = Object.getPrototypeOf(prototype)
  ) {
    providers.push({ provide: prototype.constructor, useValue: environment });
  }
  return providers;
}
