import { Module } from '@nestjs/common';
import { PresenceCopies } from './presence-copies';
import { PresenceController } from './presence.controller';
import { TypingController } from './typing.controller';

@Module({
  controllers: [PresenceController, TypingController],
  providers: [PresenceCopies],
})
export class PresenceModule {}
