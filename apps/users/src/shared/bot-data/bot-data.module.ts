import { Module } from '@nestjs/common';
import { BotAudiences } from './bot-audiences';
import { BotObjects } from './bot-objects';
import { BotOwnerChanges } from './bot-owner-changes';
import { BotRowsRepository } from './bot-rows.repository';

/** What is known of bots, and who hears of it. */
@Module({
  providers: [BotAudiences, BotObjects, BotOwnerChanges, BotRowsRepository],
  exports: [BotAudiences, BotObjects, BotOwnerChanges],
})
export class BotDataModule {}
