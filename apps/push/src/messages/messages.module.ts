import { Module } from '@nestjs/common';
import { DirectoryModule } from '@stoa/directory';
import { MessageAccess } from './message-access';
import { MessageStatesRepository } from './message-states.repository';

/** What users have of messages, and may read of them, when something is delivered. */
@Module({
  imports: [DirectoryModule],
  providers: [MessageAccess, MessageStatesRepository],
  exports: [MessageAccess, MessageStatesRepository],
})
export class MessagesModule {}
