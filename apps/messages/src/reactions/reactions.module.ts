import { Module } from '@nestjs/common';
import { MessageAccessModule } from '../message-access/message-access.module';
import { MessagesModule } from '../messages/messages.module';
import { ReactionsHandler } from './reactions.handler';
import { ReactionsRepository } from './reactions.repository';
import { ReactionsService } from './reactions.service';

@Module({
  imports: [MessageAccessModule, MessagesModule],
  controllers: [ReactionsHandler],
  providers: [ReactionsRepository, ReactionsService],
})
export class ReactionsModule {}
