import { Module } from '@nestjs/common';
import { PushKeyring } from '@stoa/push';
import { PushEnvironment } from '../push.environment';
import { RelayModule } from '../relay/relay.module';
import { DevicePruning } from './device-pruning.service';
import { DevicesHandler } from './devices.handler';
import { DevicesRepository } from './devices.repository';
import { DevicesService } from './devices.service';
import { OwnersRepository } from './owners.repository';
import { RegistrationQueue } from './registration-queue';
import { RegistrationService } from './registration.service';
import { RegistrationSweep } from './registration-sweep.job';
import { TestNotifications } from './test-notifications.service';
import { TokenRemovalService } from './token-removal.service';
import { TokensRepository } from './tokens.repository';
import { TokensService } from './tokens.service';

/** Which devices users have, and that the relay knows them. */
@Module({
  imports: [RelayModule],
  controllers: [DevicesHandler],
  providers: [
    DevicePruning,
    DevicesRepository,
    DevicesService,
    OwnersRepository,
    RegistrationQueue,
    RegistrationService,
    RegistrationSweep,
    TestNotifications,
    TokenRemovalService,
    TokensRepository,
    TokensService,
    {
      provide: PushKeyring,
      inject: [PushEnvironment],
      useFactory: (environment: PushEnvironment) => new PushKeyring(environment.STOA_PUSH_KEY_SECRET),
    },
  ],
  exports: [DevicePruning, DevicesRepository, OwnersRepository, PushKeyring, TokenRemovalService, TokensRepository],
})
export class DevicesModule {}
