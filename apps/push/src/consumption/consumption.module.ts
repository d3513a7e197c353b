import { Module } from '@nestjs/common';
import { DirectoryModule } from '@stoa/directory';
import { DeliveryModule } from '../delivery/delivery.module';
import { Activity } from './activity';
import { PushPlanner } from './push-planner';
import { CollectedQueuesRepository } from './collected-queues.repository';
import { CollectedQueuesService } from './collected-queues.service';
import { ConsumptionService } from './consumption.service';
import { FactsRepository } from './facts.repository';
import { FlaggedRepository } from './flagged.repository';
import { MentionedGroups } from './mentioned-groups';
import { MessageDecisions } from './message-decisions';
import { MessageQueues } from './message-queues';
import { PositionRepository } from './position.repository';

/** From the change log to the work list. */
@Module({
  imports: [DirectoryModule, DeliveryModule],
  providers: [
    Activity,
    PushPlanner,
    CollectedQueuesRepository,
    CollectedQueuesService,
    ConsumptionService,
    FactsRepository,
    FlaggedRepository,
    MentionedGroups,
    MessageDecisions,
    MessageQueues,
    PositionRepository,
  ],
})
export class ConsumptionModule {}
