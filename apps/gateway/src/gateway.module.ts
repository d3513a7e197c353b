import { Module } from '@nestjs/common';
import { RateLimiter, type RedisConnection, SharedVersions, createRedisConnection } from '@stoa/redis';
import { redisAddress } from '@stoa/config';
import { DatabaseModule } from '@stoa/database';
import { LOGGER, type Logger } from '@stoa/observability';
import { OutgoingHttpModule } from '@stoa/outgoing-http';
import { StorageModule } from '@stoa/storage';
import { ApiKeyRepository } from './access/authentication/api-key.repository';
import { ApiKeyStore } from './access/authentication/api-key-store';
import { GatewayEnvironment } from './gateway-environment';
import { EndpointsModule } from './endpoints/endpoints.module';
import { EventsModule } from './events/events.module';
import { ExternalModule } from './external/external.module';
import { ScimModule } from './scim/scim.module';
import { ExportsModule } from './files/exports/exports.module';
import { FilesModule } from './files/files.module';
import { ImagesModule } from './files/images/images.module';
import { AddressCheckModule } from './pages/address-check/address-check.module';
import { ExternalSignInModule } from './pages/external-sign-in/external-sign-in.module';
import { MailInModule } from './mail/mail-in.module';
import { OrganizationPagesModule } from './pages/organizations/organization-pages.module';
import { SignInPagesModule } from './pages/sign-in/sign-in-pages.module';
import { UnsubscribeModule } from './pages/unsubscribe/unsubscribe.module';
import { VideoCallPagesModule } from './pages/video-calls/video-call-pages.module';
import { MountedCalls } from './http/mounted-calls';
import { ProtocolModule } from './protocol.module';
import { RealmRepository } from './access/realms/realm.repository';
import { SessionRepository } from './access/sessions/session.repository';
import { SessionStore } from './access/sessions/session-store';
import { SessionUses } from './access/sessions/session-uses';
import { RealmStore } from './access/realms/realm-store';

const LIMITS_CONNECTION = Symbol('LIMITS_CONNECTION');

@Module({
  imports: [
    DatabaseModule.forRootAsync({
      inject: [GatewayEnvironment],
      useFactory: (environment: GatewayEnvironment) => ({
        url: environment.STOA_DATABASE_URL,
        size: environment.STOA_DATABASE_POOL_SIZE,
        applicationName: 'gateway',
      }),
    }),
    ProtocolModule.with({
      providers: [
        MountedCalls,
        { provide: ApiKeyStore, useClass: ApiKeyRepository },
        SessionUses,
        { provide: SessionStore, useClass: SessionRepository },
        { provide: RealmStore, useClass: RealmRepository },
        {
          provide: LIMITS_CONNECTION,
          inject: [GatewayEnvironment, LOGGER],
          useFactory: (environment: GatewayEnvironment, log: Logger) =>
            createRedisConnection(redisAddress(environment), log, { name: 'gateway-limits', commandTimeoutMs: 500 }),
        },
        {
          provide: RateLimiter,
          inject: [LIMITS_CONNECTION, LOGGER],
          useFactory: (redis: RedisConnection, log: Logger) => new RateLimiter(redis, log),
        },
        {
          // On the same connection: what is asked of both in one turn of the event loop is one round trip.
          provide: SharedVersions,
          inject: [LIMITS_CONNECTION, LOGGER],
          useFactory: (redis: RedisConnection, log: Logger) => new SharedVersions(redis, log),
        },
      ],
    }),
    AddressCheckModule,
    EndpointsModule,
    EventsModule,
    ExportsModule,
    ExternalModule,
    ScimModule,
    ExternalSignInModule,
    FilesModule,
    ImagesModule,
    MailInModule,
    OrganizationPagesModule,
    SignInPagesModule,
    UnsubscribeModule,
    VideoCallPagesModule,
    StorageModule.with(GatewayEnvironment),
    OutgoingHttpModule.with(GatewayEnvironment),
  ],
})
export class GatewayModule {}
