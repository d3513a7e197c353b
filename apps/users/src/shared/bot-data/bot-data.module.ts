import { Module } from '@nestjs/common';
import { BotAudiences } from './bot-audiences';
import { BotObjects } from './bot-objects';
import { BotOwnerChanges } from './bot-owner-changes';
import { BotRowsRepository } from './bot-rows.repository';

/** The data of bots, and who gets it. */
@Module({
  providers: [BotAudiences, BotObjects, BotOwnerChanges, BotRowsRepository],
  exports: [BotAudiences, BotObjects, BotOwnerChanges],
})
export class BotDataModule {}
