import { Module } from '@nestjs/common';
import { RealmStatusRepository } from './realm-status.repository';
import { RealmStatusService } from './realm-status.service';
import { RelayClient } from './relay-client';
import { RelayRealmsRepository } from './relay-realms.repository';
import { RelayTransport } from './relay-transport';

/** The push relay, and what it says about organizations. */
@Module({
  providers: [RelayClient, RelayTransport, RelayRealmsRepository, RealmStatusService, RealmStatusRepository],
  exports: [RelayClient, RelayRealmsRepository, RealmStatusRepository, RealmStatusService],
})
export class RelayModule {}
