import multipart from '@fastify/multipart';
import type { Type } from '@nestjs/common';
import { NestFactory } from '@nestjs/core';
import type { NestFastifyApplication } from '@nestjs/platform-fastify';
import type { Platform } from '@stoa/lifecycle';
import { FrameworkLogger, type Logger, Metrics } from '@stoa/observability';
import { GatewayEnvironment } from './gateway-environment';
import { HOLD_SPREAD_SECONDS } from './events/held-polls';
import { ApiAdapter, type ApiAdapterOptions } from './http/api-adapter';
import { EndpointRouter } from './http/endpoint-router';
import { ExtraRoutes } from './http/extra-routes';
import { OverloadGuard } from './overload/overload-guard';
import { ClientPages } from './pages/client-pages';
import { ReferenceDocuments } from './reference/reference-documents';

/** Connections that may wait to be accepted: a whole organization reconnects at once; the system's default is 511. */
const CONNECTION_BACKLOG = 4096;
/** A connection on which nothing comes or goes for so much longer than the longest answer takes is a dead client's. */
const SILENCE_SECONDS = 60;

/** Builds the HTTP application with every endpoint in place; it does not listen yet. */
export async function createGatewayApplication(
  root: Type<unknown>,
  { environment, logger }: { environment: GatewayEnvironment; logger: Logger },
): Promise<NestFastifyApplication> {
  const adapter = new ApiAdapter(adapterOptions(environment), logger);
  const application = await NestFactory.create<NestFastifyApplication>(root, adapter, {
    logger: new FrameworkLogger(logger),
    abortOnError: false,
  });
  const fastify = adapter.getInstance();
  await fastify.register(multipart);
  await application.init();
  meterUnroutedAnswers(adapter, application.get(Metrics));
  const pages = application.get(ClientPages);
  adapter.answerUnknown = (request, reply) => pages.answer(request, reply);
  application.get(OverloadGuard).attach(fastify);
  application.get(ExtraRoutes).register(fastify);
  application.get(EndpointRouter).register(fastify, application.get(ReferenceDocuments).documents());
  return application;
}

/** Starts the gateway for `runService`. */
export async function startGateway(
  root: Type<unknown>,
  platform: Platform<GatewayEnvironment>,
): Promise<NestFastifyApplication> {
  const { environment, logger } = platform;
  const application = await createGatewayApplication(root, { environment, logger });
  await application.listen({
    port: environment.STOA_HTTP_PORT,
    host: environment.STOA_HTTP_HOST,
    backlog: CONNECTION_BACKLOG,
  });
  logger.info({ url: await application.getUrl() }, 'the API is served');
  return application;
}

function meterUnroutedAnswers(adapter: ApiAdapter, metrics: Metrics): void {
  const answers = metrics.counter(
    'stoa_http_unrouted_answers_total',
    'Answers to requests that reached no endpoint: unknown paths, bodies that cannot be read.',
    ['status'],
  );
  answers.inc({ status: '404' }, 0);
  adapter.onUnroutedAnswer = (status) => answers.inc({ status: String(status) });
}

function adapterOptions(environment: GatewayEnvironment): ApiAdapterOptions {
  const longestAnswerSeconds = Math.max(
    environment.STOA_POLL_HOLD_SECONDS + HOLD_SPREAD_SECONDS,
    environment.STOA_HTTP_DEADLINE_SECONDS,
  );
  return {
    bodyLimit: environment.STOA_HTTP_BODY_BYTES,
    trustedProxies: trustedProxies(environment),
    headersTimeoutMs: environment.STOA_HTTP_HEADER_SECONDS * 1_000,
    keepAliveMs: environment.STOA_HTTP_KEEP_ALIVE_SECONDS * 1_000,
    silenceMs: (longestAnswerSeconds + SILENCE_SECONDS) * 1_000,
  };
}

function trustedProxies(environment: GatewayEnvironment): string[] {
  const listed = environment.STOA_TRUSTED_PROXIES;
  return listed === 'none' ? [] : listed.split(',').map((network) => network.trim());
}
