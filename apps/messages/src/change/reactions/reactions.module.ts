import { Module } from '@nestjs/common';
import { GuestAccessModule } from '../../access/guest-access/guest-access.module';
import { MessageAccessModule } from '../../access/message-access/message-access.module';
import { MessagesModule } from '../../send/messages/messages.module';
import { ReactionsRepository } from './reactions.repository';
import { ReactionsService } from './reactions.service';

@Module({
  imports: [GuestAccessModule, MessageAccessModule, MessagesModule],
  providers: [ReactionsRepository, ReactionsService],
})
export class ReactionsModule {}
