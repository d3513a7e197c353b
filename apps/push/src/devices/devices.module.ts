import { Module } from '@nestjs/common';
import { PushKeyring } from '../rules/crypto/push-keyring';
import { PushEnvironment } from '../push.environment';
import { RelayModule } from '../relay/relay.module';
import { ClientDevicesRepository } from './client-devices/client-devices.repository';
import { ClientDevicesService } from './client-devices/client-devices.service';
import { ClientRegistrationService } from './client-devices/client-registration.service';
import { ClientRegistrationsRepository } from './client-devices/client-registrations.repository';
import { ActiveDevicesRepository } from './active-devices.repository';
import { DevicePruning } from './device-pruning';
import { DevicesRepository } from './devices.repository';
import { DevicesService } from './devices.service';
import { OwnersRepository } from './owners.repository';
import { RegistrationQueue } from './registration-queue';
import { RegistrationService } from './registration.service';
import { RealmUploadJob } from '../relay/realm-upload.job';
import { RelayRegistrations } from './relay-registrations';
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
    ActiveDevicesRepository,
    ClientDevicesRepository,
    ClientDevicesService,
    ClientRegistrationService,
    ClientRegistrationsRepository,
    DevicePruning,
    DevicesRepository,
    DevicesService,
    OwnersRepository,
    RealmUploadJob,
    RegistrationQueue,
    RegistrationService,
    RegistrationSweepJob,
    RelayRegistrations,
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
