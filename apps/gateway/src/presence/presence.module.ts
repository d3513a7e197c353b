import { Module } from '@nestjs/common';
import { PresenceController } from './presence.controller';
import { TypingController } from './typing.controller';
import { UserStatusController } from './user-status.controller';

@Module({ controllers: [PresenceController, TypingController, UserStatusController] })
export class PresenceModule {}
