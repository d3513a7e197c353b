import { Module } from '@nestjs/common';
import { MessageAccessModule } from '../message-access/message-access.module';
import { MessagesModule } from '../messages/messages.module';
import { ReactionsRepository } from './reactions.repository';
import { ReactionsService } from './reactions.service';

@Module({
  imports: [MessageAccessModule, MessagesModule],
  providers: [ReactionsRepository, ReactionsService],
})
export class ReactionsModule {}
