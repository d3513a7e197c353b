import { Module } from '@nestjs/common';
import { MessageAccessModule } from '../../access/message-access/message-access.module';
import { MessagesModule } from '../../send/messages/messages.module';
import { SubmessagesRepository } from './submessages.repository';
import { SubmessagesService } from './submessages.service';

@Module({
  imports: [MessageAccessModule, MessagesModule],
  providers: [SubmessagesRepository, SubmessagesService],
})
export class SubmessagesModule {}
