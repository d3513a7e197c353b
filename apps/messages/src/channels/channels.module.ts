import { Module } from '@nestjs/common';
import { FlagsModule } from '../flags/flags.module';
import { GuestAccessModule } from '../guest-access/guest-access.module';
import { MessagesModule } from '../messages/messages.module';
import { ChangeSubscriptionsService } from './change-subscriptions.service';
import { ChannelCreationService } from './channel-creation.service';
import { ChannelGroupSettingsService } from './channel-group-settings.service';
import { ChannelListingService } from './channel-listing.service';
import { ChannelNoticesService } from './channel-notices.service';
import { ChannelsHandler } from './channels.handler';
import { ChannelsRepository } from './channels.repository';
import { CreateChannelService } from './create-channel.service';
import { SceneService } from './scene.service';
import { SubscribeService } from './subscribe.service';
import { SubscriptionWriter } from './subscription-writer';
import { SubscriptionsRepository } from './subscriptions.repository';
import { UnsubscribeService } from './unsubscribe.service';
import { UnsubscribedReadState } from './unsubscribed-read-state.service';

@Module({
  imports: [GuestAccessModule, MessagesModule, FlagsModule],
  controllers: [ChannelsHandler],
  providers: [
    ChangeSubscriptionsService,
    ChannelCreationService,
    ChannelGroupSettingsService,
    ChannelListingService,
    ChannelNoticesService,
    ChannelsRepository,
    CreateChannelService,
    SceneService,
    SubscribeService,
    SubscriptionWriter,
    SubscriptionsRepository,
    UnsubscribeService,
    UnsubscribedReadState,
  ],
  exports: [ChannelsRepository, SceneService, SubscriptionsRepository],
})
export class ChannelsModule {}
