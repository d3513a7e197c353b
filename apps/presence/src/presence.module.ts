import { Module } from '@nestjs/common';

/** Presence, user status and typing. It runs, is scaled and is watched like the others, and answers no call yet. */
@Module({})
export class PresenceModule {}
