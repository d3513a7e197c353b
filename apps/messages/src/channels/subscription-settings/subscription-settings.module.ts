import { Module } from '@nestjs/common';
import { ChannelsModule } from '../channels/channels.module';
import { SubscriptionSettingsRepository } from './subscription-settings.repository';
import { SubscriptionSettingsService } from './subscription-settings.service';

@Module({
  imports: [ChannelsModule],
  providers: [SubscriptionSettingsRepository, SubscriptionSettingsService],
})
export class SubscriptionSettingsModule {}
