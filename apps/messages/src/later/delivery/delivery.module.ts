import { Module } from '@nestjs/common';
import { MessagesModule } from '../../send/messages/messages.module';
import { ScheduledMessagesModule } from '../scheduled-messages/scheduled-messages.module';
import { DueItemsService } from './due-items.service';
import { DeliveryJob } from './delivery.job';
import { DueItemsRepository } from './due-items.repository';
import { OwnerContexts } from '../../send/notices/owner-context';

/** Sends scheduled messages and reminders when their time has come. */
@Module({
  imports: [MessagesModule, ScheduledMessagesModule],
  providers: [DueItemsService, DeliveryJob, DueItemsRepository, OwnerContexts],
  exports: [OwnerContexts],
})
export class DeliveryModule {}
