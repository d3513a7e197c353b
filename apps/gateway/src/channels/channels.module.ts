import { Module } from '@nestjs/common';
import { ChannelController } from './channel.controller';
import { ChannelFoldersController } from './channel-folders.controller';
import { ChannelsController } from './channels.controller';
import { DefaultChannelsController } from './default-channels.controller';
import { SubscriptionSettingsController } from './subscription-settings.controller';
import { TopicsController } from './topics.controller';

@Module({
  controllers: [
    ChannelController,
    ChannelFoldersController,
    ChannelsController,
    DefaultChannelsController,
    SubscriptionSettingsController,
    TopicsController,
  ],
})
export class ChannelsModule {}
