import { Module } from '@nestjs/common';
import { PresenceCopies } from './presence-copies';
import { PresenceController } from './presence.controller';
import { TypingController } from './typing.controller';
import { UserStatusController } from './user-status.controller';

@Module({
  controllers: [PresenceController, TypingController, UserStatusController],
  providers: [PresenceCopies],
})
export class PresenceModule {}
