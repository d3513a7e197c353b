import { Module } from '@nestjs/common';
import { BotAudiences } from './bot-audiences.service';
import { BotObjects } from './bot-objects.service';
import { BotOwnerChanges } from './bot-owner-changes.service';
import { BotRowsRepository } from './bot-rows.repository';

/** What is known of bots, and who hears of it. */
@Module({
  providers: [BotAudiences, BotObjects, BotOwnerChanges, BotRowsRepository],
  exports: [BotAudiences, BotObjects, BotOwnerChanges],
})
export class BotDataModule {}
