import { Module } from '@nestjs/common';
import { RegisterRepository } from '../register/register.repository';
import { BotAudiences } from './bot-audiences.service';
import { BotObjects } from './bot-objects.service';
import { BotOwnerChanges } from './bot-owner-changes.service';

/** What is known of bots, and who hears of it. */
@Module({
  providers: [BotAudiences, BotObjects, BotOwnerChanges, RegisterRepository],
  exports: [BotAudiences, BotObjects, BotOwnerChanges],
})
export class BotDataModule {}
