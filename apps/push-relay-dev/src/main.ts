import { NestFactory } from '@nestjs/core';
import { runService } from '@stoa/lifecycle';
import { FrameworkLogger } from '@stoa/observability';
import { PushRelayEnvironment } from './push-relay.environment';
import { PushRelayModule } from './push-relay.module';

void runService({
  service: 'push-relay-dev',
  environment: PushRelayEnvironment,
  module: ({ environment, logger }) => PushRelayModule.of(environment, logger),
  start: (root, { logger }) =>
    NestFactory.createApplicationContext(root, { logger: new FrameworkLogger(logger), abortOnError: false }),
});
