import { Module } from '@nestjs/common';
import { MessageAccessModule } from '../message-access/message-access.module';
import { MessagesModule } from '../messages/messages.module';
import { TypingHandler } from './typing.handler';
import { TypingService } from './typing.service';

@Module({
  imports: [MessageAccessModule, MessagesModule],
  controllers: [TypingHandler],
  providers: [TypingService],
})
export class TypingModule {}
