import { Module } from '@nestjs/common';
import { MessageAccessModule } from '../../access/message-access/message-access.module';
import { MessagesModule } from '../../send/messages/messages.module';
import { RemindersRepository } from './reminders.repository';
import { RemindersService } from './reminders.service';

@Module({
  imports: [MessageAccessModule, MessagesModule],
  providers: [RemindersRepository, RemindersService],
})
export class RemindersModule {}
