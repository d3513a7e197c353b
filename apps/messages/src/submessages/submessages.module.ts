import { Module } from '@nestjs/common';
import { MessageAccessModule } from '../message-access/message-access.module';
import { MessagesModule } from '../messages/messages.module';
import { SubmessagesHandler } from './submessages.handler';
import { SubmessagesRepository } from './submessages.repository';
import { SubmessagesService } from './submessages.service';

@Module({
  imports: [MessageAccessModule, MessagesModule],
  controllers: [SubmessagesHandler],
  providers: [SubmessagesRepository, SubmessagesService],
})
export class SubmessagesModule {}
