import { Module } from '@nestjs/common';
import { PresenceCopies } from './presence-copies';
import { PresenceController } from './presence.controller';

@Module({
  controllers: [PresenceController],
  providers: [PresenceCopies],
})
export class PresenceModule {}
