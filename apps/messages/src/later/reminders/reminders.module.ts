import { Module } from '@nestjs/common';
import { MessageAccessModule } from '../../access/message-access/message-access.module';
import { MessagesModule } from '../../send/messages/messages.module';
import { ScheduledMessagesModule } from '../scheduled-messages/scheduled-messages.module';
import { RemindersRepository } from './reminders.repository';
import { RemindersService } from './reminders.service';

@Module({
  imports: [MessageAccessModule, MessagesModule, ScheduledMessagesModule],
  providers: [RemindersRepository, RemindersService],
})
export class RemindersModule {}
