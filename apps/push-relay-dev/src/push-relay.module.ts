import { DynamicModule, Module } from '@nestjs/common';
import { Logger } from '@stoa/observability';
import { PushRelayEnvironment } from './push-relay.environment';
import { Relay } from './relay';
import { RelayServer } from './relay-server';

/** A stand-in for the push relay (push.md 7): for the local cluster and for tests, never for production. */
@Module({})
export class PushRelayModule {
  static of(environment: PushRelayEnvironment, logger: Logger): DynamicModule {
    const journal = environment.STOA_PUSH_RELAY_JOURNAL;
    const useFactory = async () => {
      const relay = await Relay.open({
        organizationId: environment.STOA_PUSH_RELAY_ORG_ID,
        organizationKey: environment.STOA_PUSH_RELAY_ORG_KEY,
        journal: journal === 'none' ? undefined : journal,
        callsPerMinute: environment.STOA_PUSH_RELAY_CALLS_PER_MINUTE,
      });
      return new RelayServer(relay, logger, environment.STOA_HTTP_PORT, environment.STOA_HTTP_HOST);
    };
    return { module: PushRelayModule, providers: [{ provide: RelayServer, useFactory }] };
  }
}
