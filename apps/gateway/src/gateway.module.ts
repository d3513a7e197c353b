import { Module } from '@nestjs/common';
import { RateLimiter, type RedisConnection, createRedisConnection } from '@stoa/redis';
import { redisAddress } from '@stoa/config';
import { DatabaseModule } from '@stoa/database';
import { LOGGER, type Logger } from '@stoa/observability';
import { OutgoingHttpModule } from '@stoa/outgoing-http';
import { StorageModule } from '@stoa/storage';
import { ApiKeyRepository } from './authentication/api-key.repository';
import { ApiKeyStore } from './authentication/api-key-store';
import { BotsModule } from './bots/bots.module';
import { ChannelsModule } from './channels/channels.module';
import { ConfirmationsModule } from './confirmations/confirmations.module';
import { CompatibilityController } from './compatibility/compatibility.controller';
import { GatewayEnvironment } from './gateway-environment';
import { EventsModule } from './events/events.module';
import { ExportsModule } from './exports/exports.module';
import { FilesModule } from './files/files.module';
import { ImagesModule } from './images/images.module';
import { InvitationsModule } from './invitations/invitations.module';
import { MountedCalls } from './http/mounted-calls';
import { ProtocolModule } from './http/protocol.module';
import { LoginController } from './login/login.controller';
import { MessagesModule } from './messages/messages.module';
import { PresenceModule } from './presence/presence.module';
import { RealmRepository } from './realms/realm.repository';
import { RealmStore } from './realms/realm-store';
import { RegisterModule } from './register/register.module';
import { SettingsController } from './settings/settings.controller';
import { SubdomainController } from './realms/subdomain.controller';
import { ServerSettingsController } from './server-settings/server-settings.controller';
import { UsersModule } from './users/users.module';
import { VideoCallsController } from './video-calls/video-calls.controller';
import { ZcommandController } from './zcommand/zcommand.controller';

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
      ],
    }),
    BotsModule,
    ChannelsModule,
    ConfirmationsModule,
    EventsModule,
    ExportsModule,
    FilesModule,
    ImagesModule,
    InvitationsModule,
    StorageModule.with(GatewayEnvironment),
    OutgoingHttpModule.with(GatewayEnvironment),
    MessagesModule,
    PresenceModule,
    RegisterModule,
    UsersModule,
  ],
  controllers: [
    CompatibilityController,
    LoginController,
    ServerSettingsController,
    SubdomainController,
    SettingsController,
    VideoCallsController,
    ZcommandController,
  ],
})
export class GatewayModule {}
