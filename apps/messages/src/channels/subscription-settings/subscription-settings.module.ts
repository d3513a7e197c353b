import { Module } from '@nestjs/common';
import { ChannelsModule } from '../channels/channels.module';
import { SubscriptionSettingsHandler } from './subscription-settings.handler';
import { SubscriptionSettingsRepository } from './subscription-settings.repository';
import { SubscriptionSettingsService } from './subscription-settings.service';

@Module({
  imports: [ChannelsModule],
  controllers: [SubscriptionSettingsHandler],
  providers: [SubscriptionSettingsRepository, SubscriptionSettingsService],
})
export class SubscriptionSettingsModule {}
