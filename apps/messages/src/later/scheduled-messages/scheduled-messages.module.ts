import { Module } from '@nestjs/common';
import { MessagesModule } from '../../send/messages/messages.module';
import { DeliveryRequests } from './delivery-requests';
import { ScheduledMessagesRepository } from './scheduled-messages.repository';
import { ScheduledMessagesService } from './scheduled-messages.service';

@Module({
  imports: [MessagesModule],
  providers: [DeliveryRequests, ScheduledMessagesRepository, ScheduledMessagesService],
  exports: [DeliveryRequests, ScheduledMessagesRepository],
})
export class ScheduledMessagesModule {}
