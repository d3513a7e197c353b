import { Module } from '@nestjs/common';
import { MessagesModule } from '../../send/messages/messages.module';
import { ScheduledMessagesRepository } from './scheduled-messages.repository';
import { ScheduledMessagesService } from './scheduled-messages.service';

@Module({
  imports: [MessagesModule],
  providers: [ScheduledMessagesRepository, ScheduledMessagesService],
  exports: [ScheduledMessagesRepository],
})
export class ScheduledMessagesModule {}
