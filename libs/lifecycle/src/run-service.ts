import 'reflect-metadata';
import { DynamicModule, INestApplicationContext, Module, Type } from '@nestjs/common';
import { NestFactory } from '@nestjs/core';
import { ConfigurationError, ServiceEnvironment, loadEnvironment } from '@stoa/config';
import { FrameworkLogger, Metrics, createLogger } from '@stoa/observability';
import { NatsUnreachableError, RpcServer, connectToNats, contractHandlers, natsCredentials } from '@stoa/rpc';
import { tooMuchLoad } from './admission';
import { meterAdmission } from './admission-metrics';
import { FairShares } from './fair-shares';
import { InternalServer } from './internal-server';
import { meterProcess } from './process-metrics';
import { Platform, PlatformModule } from './platform.module';
import { tracingOf } from './service-tracing';
import { StopSignals } from './stop-signals';

export interface ServiceDefinition<E extends ServiceEnvironment> {
  /** Name of the service as in apps/, Kubernetes and metrics. */
  service: string;
  environment: new () => E;
  /** The service's root module; libs' modules are configured from the platform's environment. */
  module: Type<unknown> | ((platform: Platform<E>) => DynamicModule);
  /** How the application starts; absent = a service that answers rpc contracts. */
  start?: (root: Type<unknown>, platform: Platform<E>) => Promise<INestApplicationContext>;
}

/**
 * Runs one service process from start to stop: environment, logs, metrics, NATS, the application, health; on SIGTERM or
 * SIGINT it turns unready, lets the application drain and ends. A process that cannot start prints one line and exits 1.
 */
export async function runService<E extends ServiceEnvironment>(definition: ServiceDefinition<E>): Promise<void> {
  try {
    await startService(definition);
  } catch (error) {
    process.stderr.write(`${definition.service}: ${describeFailure(error)}\n`);
    process.exit(1);
  }
}

async function startService<E extends ServiceEnvironment>(definition: ServiceDefinition<E>): Promise<void> {
  const { service } = definition;
  const environment = loadEnvironment(definition.environment);
  const logger = createLogger({ service, replica: environment.STOA_REPLICA, level: environment.STOA_LOG_LEVEL });
  const metrics = new Metrics({ service, replica: String(environment.STOA_REPLICA) });
  metrics.watchEventLoop({
    lookMs: environment.STOA_EVENT_LOOP_LOOK_MS,
    quietLookMs: environment.STOA_EVENT_LOOP_QUIET_LOOK_MS,
  });
  const tracing = await tracingOf({ service, environment, logger, metrics });
  const internal = new InternalServer(metrics, logger);
  const internalPort = await internal.listen(environment.STOA_INTERNAL_PORT, environment.STOA_INTERNAL_HOST);
  const signals = new StopSignals();
  const nats = await connectToNats(
    environment.STOA_NATS_URL,
    `${service}-${environment.STOA_REPLICA}`,
    natsCredentials(environment),
    {
      forMs: environment.STOA_NATS_WAIT_SECONDS * 1000,
      onWait: ({ message }) => logger.warn(`${message}; waiting`),
    },
  );
  meterProcess(metrics, nats);
  const platform: Platform<E> = { service, environment, logger, metrics, nats, tracing };
  const root = rootModule(definition, platform);
  const application = await (definition.start ?? startRpcService)(root, platform);
  stopWhenTold(signals, platform, internal, application);
  internal.setReady(true);
  logger.info({ internalPort, pid: process.pid }, `${service} serves`);
}

function rootModule<E extends ServiceEnvironment>(
  definition: ServiceDefinition<E>,
  platform: Platform<E>,
): Type<unknown> {
  const { module } = definition;
  const imported = isModuleClass(module) ? module : module(platform);
  @Module({ imports: [PlatformModule.of(platform), imported] })
  class RootModule {}
  return RootModule;
}

function isModuleClass(module: unknown): module is Type<unknown> {
  return typeof module === 'function' && /^class\b/.test(Function.prototype.toString.call(module));
}

async function startRpcService(root: Type<unknown>, platform: Platform): Promise<INestApplicationContext> {
  const duration = platform.metrics.histogram('stoa_rpc_server_seconds', 'Time to answer a call, in seconds.', [
    'subject',
    'outcome',
  ]);
  const admission = callAdmission(platform);
  const strategy = new RpcServer(platform.nats, platform.service, platform.logger, {
    admit: (work, claim) => admission.run(work, claim),
    observe: (subject, outcome, seconds) => duration.observe({ subject, outcome }, seconds),
  });
  const application = await NestFactory.createMicroservice(root, {
    strategy,
    logger: new FrameworkLogger(platform.logger),
    abortOnError: false,
  });
  strategy.serve(contractHandlers(application));
  await application.listen();
  return application;
}

/** How long a call waits for a place: with the caller's own waiting it must stay below usual deadlines. */
const CALL_WAIT_MS = 2_000;
const OVERLOADED_CALL_WAIT_MS = 200;
/** Of its places a process gives a tenant three quarters at most, and one of its users an eighth, but some in any case. */
const TENANT_SHARE = 0.75;
const USER_SHARE = 0.125;
const LEAST_PLACES = 4;

function callAdmission({ environment, metrics }: Platform): FairShares {
  const concurrent = environment.STOA_RPC_CONCURRENCY;
  const admission = new FairShares({
    concurrent,
    mostPerTenant: Math.ceil(concurrent * TENANT_SHARE),
    mostPerUser: Math.max(LEAST_PLACES, Math.ceil(concurrent * USER_SHARE)),
    longestWaitMs: CALL_WAIT_MS,
    overloadedWaitMs: OVERLOADED_CALL_WAIT_MS,
    refuse: tooMuchLoad,
  });
  meterAdmission(metrics, 'calls', admission.places);
  return admission;
}

function stopWhenTold(
  signals: StopSignals,
  platform: Platform,
  internal: InternalServer,
  application: INestApplicationContext,
): void {
  let stopping = false;
  const stop = (signal: string, exitCode: number) => {
    if (stopping) return;
    stopping = true;
    internal.setReady(false);
    platform.logger.info({ signal }, 'stopping');
    const limit = setTimeout(() => {
      platform.logger.error('the stop took too long; ending anyway');
      process.exit(1);
    }, platform.environment.STOA_SHUTDOWN_SECONDS * 1000);
    limit.unref();
    void shutDown(platform, internal, application).then(
      () => process.exit(exitCode),
      (error: unknown) => {
        platform.logger.error({ err: error }, 'the stop failed');
        process.exit(1);
      },
    );
  };
  signals.answerWith((signal) => stop(signal, 0));
  process.on('unhandledRejection', (error) => {
    platform.logger.fatal({ err: error }, 'unhandled rejection');
    stop('unhandledRejection', 1);
  });
}

async function shutDown(
  platform: Platform,
  internal: InternalServer,
  application: INestApplicationContext,
): Promise<void> {
  await application.close();
  if (!platform.nats.isClosed()) await platform.nats.close();
  await platform.tracing?.stop();
  await internal.close();
}

/** One line for what its operator can mend, a stack for faults. */
function describeFailure(error: unknown): string {
  const isExpected = error instanceof ConfigurationError || error instanceof NatsUnreachableError;
  if (isExpected) return error.message;
  return error instanceof Error ? (error.stack ?? error.message) : String(error);
}
