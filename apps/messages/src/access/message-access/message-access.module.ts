import { Module } from '@nestjs/common';
import { DecidedWrite } from './decided-write';
import { MessageAccess } from './message-access';
import { MessageAccessRepository } from './message-access.repository';

@Module({
  providers: [DecidedWrite, MessageAccess, MessageAccessRepository],
  exports: [DecidedWrite, MessageAccess],
})
export class MessageAccessModule {}
