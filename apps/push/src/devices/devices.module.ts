import { Module } from '@nestjs/common';
import { PushKeyring } from '../rules/crypto/push-keyring';
import { PushEnvironment } from '../push.environment';
import { RelayModule } from '../relay/relay.module';
import { DevicePruning } from './device-pruning';
import { DevicesRepository } from './devices.repository';
import { DevicesService } from './devices.service';
import { OwnersRepository } from './owners.repository';
import { RegistrationQueue } from './registration-queue';
import { RegistrationService } from './registration.service';
import { RealmUploadJob } from '../relay/realm-upload.job';
import { RegistrationSweepJob } from './registration-sweep.job';
import { TestNotifications } from './test-notifications';
import { TokenRemovalService } from './token-removal.service';
import { TokenRemovalJob } from './token-removal.job';
import { TokensRepository } from './tokens.repository';
import { TokensService } from './tokens.service';

/** Which devices users have, and that the relay knows them. */
@Module({
  imports: [RelayModule],
  providers: [
    DevicePruning,
    DevicesRepository,
    DevicesService,
    OwnersRepository,
    RealmUploadJob,
    RegistrationQueue,
    RegistrationService,
    RegistrationSweepJob,
    TestNotifications,
    TokenRemovalJob,
    TokenRemovalService,
    TokensRepository,
    TokensService,
    {
      provide: PushKeyring,
      inject: [PushEnvironment],
      useFactory: (environment: PushEnvironment) => new PushKeyring(environment.STOA_PUSH_KEY_SECRET),
    },
  ],
  exports: [DevicePruning, DevicesRepository, OwnersRepository, PushKeyring, TokensRepository],
})
export class DevicesModule {}
