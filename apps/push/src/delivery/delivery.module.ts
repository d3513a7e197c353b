import { Module } from '@nestjs/common';
import { OutagePause, RealmShares } from '@stoa/delivery-jobs';
import { DevicesModule } from '../devices/devices.module';
import { MessagesModule } from '../messages/messages.module';
import { PushMetrics } from '../push-metrics';
import { RelayModule } from '../relay/relay.module';
import { DeadLettersRepository } from './dead-letters.repository';
import { DeadLettersService } from './dead-letters.service';
import { DeliveryFactsRepository } from './delivery-facts.repository';
import { DeliveryQueue } from './delivery-queue';
import { DeliveryService } from './delivery.service';
import { DeliverySweepJob } from './delivery-sweep.job';
import { JobsRepository } from './jobs.repository';
import { UserLeases } from './user-leases';
import { PushSender } from './push-sender';

/** From the work list to the relay. */
@Module({
  imports: [RelayModule, DevicesModule, MessagesModule],
  providers: [
    DeadLettersRepository,
    DeadLettersService,
    DeliveryFactsRepository,
    DeliveryQueue,
    DeliveryService,
    DeliverySweepJob,
    JobsRepository,
    UserLeases,
    PushMetrics,
    OutagePause,
    RealmShares,
    PushSender,
  ],
  exports: [DeliveryQueue, PushMetrics],
})
export class DeliveryModule {}
