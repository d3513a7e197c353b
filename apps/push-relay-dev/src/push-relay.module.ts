import { DynamicModule, Module } from '@nestjs/common';
import { Logger } from '@stoa/observability';
import { PushRelayEnvironment } from './push-relay.environment';
import { Relay } from './relay';
import { RelayServer } from './relay-server';

/** A stand-in for the push relay (push.md 7): for the local cluster and for tests, never for production. */
@Module({})
export class PushRelayModule {
  static of(environment: PushRelayEnvironment, logger: Logger): DynamicModule {
    const relay = new Relay({
      organizationId: environment.STOA_PUSH_RELAY_ORG_ID,
      organizationKey: environment.STOA_PUSH_RELAY_ORG_KEY,
    });
    const server = new RelayServer(relay, logger, environment.STOA_HTTP_PORT, environment.STOA_HTTP_HOST);
    return { module: PushRelayModule, providers: [{ provide: RelayServer, useValue: server }] };
  }
}
