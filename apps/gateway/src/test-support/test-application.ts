import 'reflect-metadata';
import { Global, Module, ModuleMetadata, Provider, Type } from '@nestjs/common';
import type { NestFastifyApplication } from '@nestjs/platform-fastify';
import { RateLimiter, SharedVersions } from '@stoa/redis';
import { loadEnvironment } from '@stoa/config';
import { LOGGER, Metrics, createLogger } from '@stoa/observability';
import type { InjectOptions, Response } from 'light-my-request';
import { createGatewayApplication } from '../application';
import { ApiKeyStore } from '../access/authentication/api-key-store';
import { GatewayEnvironment } from '../gateway-environment';
import { MountedCalls } from '../http/mounted-calls';
import { ProtocolModule } from '../protocol.module';
import { RealmStore } from '../access/realms/realm-store';
import { SessionStore } from '../access/sessions/session-store';
import { SessionUses } from '../access/sessions/session-uses';
import {
  API_KEY_SECRET,
  FakeApiKeyStore,
  FakeRateLimiter,
  FakeRealmStore,
  FakeSessionStore,
  FakeSharedVersions,
  realm,
} from './fake-stores';

export const HOST = 'chat.example';

/** The whole protocol layer over fakes, with the given endpoints and what they need, asked without a network. */
export interface TestApplication {
  readonly keys: FakeApiKeyStore;
  readonly sessions: FakeSessionStore;
  readonly realms: FakeRealmStore;
  readonly limiter: FakeRateLimiter;
  readonly versions: FakeSharedVersions;
  readonly application: NestFastifyApplication;
  inject(options: InjectOptions): Promise<Response>;
  /** Serves on a free port, if it does not yet. @returns the port */
  listen(): Promise<number>;
  /** The value of a metric, of the series with these labels (`gate="calls"`) if named; 0 while there is none. */
  metric(name: string, labels?: string): Promise<number>;
  close(): Promise<void>;
}

export async function startTestApplication(
  controllers: Type<unknown>[],
  variables: Record<string, string> = {},
  providers: Provider[] = [],
  modules: ModuleMetadata['imports'] = [],
): Promise<TestApplication> {
  const environment = loadEnvironment(GatewayEnvironment, {
    STOA_NATS_URL: 'nats://127.0.0.1:1',
    STOA_DATABASE_URL: 'postgresql://127.0.0.1:1/none',
    STOA_REDIS_URL: 'redis://127.0.0.1:1',
    STOA_API_KEY_SECRET: API_KEY_SECRET,
    STOA_EXTERNAL_HOST: HOST,
    STOA_WEB_DIR: 'none',
    ...variables,
  });
  const logger = createLogger({ service: 'gateway', replica: 1, level: 'silent' });
  const fakes = {
    keys: new FakeApiKeyStore(),
    sessions: new FakeSessionStore(),
    realms: new FakeRealmStore(),
    limiter: new FakeRateLimiter(),
    versions: new FakeSharedVersions(),
  };
  fakes.realms.realms.set('', realm());
  const root = rootModule({ controllers, providers, modules }, environment, logger, fakes);
  const application = await createGatewayApplication(root, { environment, logger });
  const fastify = application.getHttpAdapter().getInstance();
  await fastify.ready();
  return {
    ...fakes,
    application,
    inject: (options) => fastify.inject({ ...options, headers: { host: HOST, ...options.headers } }),
    listen: () => listen(application),
    metric: async (name, labels = '') => {
      const text = await application.get(Metrics).text([name]);
      const [, value] = new RegExp(`^${name}\\{[^}]*${labels}[^}]*\\} (\\d+)$`, 'm').exec(text) ?? [];
      return Number(value ?? 0);
    },
    close: () => application.close(),
  };
}

async function listen(application: NestFastifyApplication): Promise<number> {
  const server = application.getHttpServer();
  if (!server.listening) await application.listen(0, '127.0.0.1');
  const address = server.address();
  if (address === null || typeof address === 'string') throw new Error('the application has no port');
  return address.port;
}

function rootModule(
  {
    modules,
    ...endpoints
  }: Pick<ModuleMetadata, 'controllers' | 'providers'> & { modules: NonNullable<ModuleMetadata['imports']> },
  environment: GatewayEnvironment,
  logger: ReturnType<typeof createLogger>,
  fakes: Pick<TestApplication, 'keys' | 'sessions' | 'realms' | 'limiter' | 'versions'>,
): Type<unknown> {
  const platform = [
    { provide: GatewayEnvironment, useValue: environment },
    { provide: LOGGER, useValue: logger },
    { provide: Metrics, useValue: new Metrics({ service: 'gateway', replica: '1' }) },
  ];
  const ports = [
    { provide: ApiKeyStore, useValue: fakes.keys },
    { provide: MountedCalls, useValue: { except: () => [] } },
    { provide: RealmStore, useValue: fakes.realms },
    { provide: SessionStore, useValue: fakes.sessions },
    { provide: SessionUses, useValue: fakes.sessions },
    { provide: RateLimiter, useValue: fakes.limiter },
    { provide: SharedVersions, useValue: fakes.versions },
  ];
  @Global()
  @Module({ providers: platform, exports: platform })
  class FakePlatformModule {}
  @Module({ imports: [FakePlatformModule, ProtocolModule.with({ providers: ports }), ...modules], ...endpoints })
  class RootModule {}
  return RootModule;
}

export function basic(userName: string, key: string): Record<string, string> {
  return { authorization: `Basic ${Buffer.from(`${userName}:${key}`).toString('base64')}` };
}

export function form(fields: Record<string, string>): { headers: Record<string, string>; payload: string } {
  return {
    headers: { 'content-type': 'application/x-www-form-urlencoded' },
    payload: new URLSearchParams(fields).toString(),
  };
}
