import { Module } from '@nestjs/common';
import { MessageAccessModule } from '../../access/message-access/message-access.module';
import { MessagesModule } from '../../send/messages/messages.module';
import { TypingService } from './typing.service';

@Module({
  imports: [MessageAccessModule, MessagesModule],
  providers: [TypingService],
})
export class TypingModule {}
