import { Module } from '@nestjs/common';
import { DevicesModule } from '../devices/devices.module';
import { PushMetrics } from '../push-metrics';
import { RelayModule } from '../relay/relay.module';
import { DeadLettersHandler } from './dead-letters.handler';
import { DeadLettersRepository } from './dead-letters.repository';
import { DeliveryFactsRepository } from './delivery-facts.repository';
import { DeliveryQueue } from './delivery-queue';
import { DeliveryService } from './delivery.service';
import { DeliverySweep } from './delivery-sweep.job';
import { JobsRepository } from './jobs.repository';
import { Lanes } from './lanes';
import { RealmShares } from './realm-shares';
import { RelayRest } from './relay-rest';
import { Sender } from './sender';

/** From the work list to the relay. */
@Module({
  imports: [RelayModule, DevicesModule],
  controllers: [DeadLettersHandler],
  providers: [
    DeadLettersRepository,
    DeliveryFactsRepository,
    DeliveryQueue,
    DeliveryService,
    DeliverySweep,
    JobsRepository,
    Lanes,
    PushMetrics,
    RealmShares,
    RelayRest,
    Sender,
  ],
  exports: [DeliveryQueue, PushMetrics],
})
export class DeliveryModule {}
