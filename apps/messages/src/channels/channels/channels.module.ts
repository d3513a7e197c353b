import { Module } from '@nestjs/common';
import { GuestAccessModule } from '../../access/guest-access/guest-access.module';
import { MessagesModule } from '../../send/messages/messages.module';
import { PendingNoticesModule } from '../../send/pending-notices/pending-notices.module';
import { PendingReadsModule } from '../pending-reads/pending-reads.module';
import { ChangeSubscriptionsService } from './change-subscriptions.service';
import { ChannelCreationService } from './channel-creation.service';
import { ChannelGroupSettingsService } from './channel-group-settings.service';
import { ChannelListingService } from './channel-listing.service';
import { ChannelNoticesService } from './channel-notices.service';
import { ChannelsRepository } from './channels.repository';
import { CreateChannelService } from './create-channel.service';
import { SubscribeService } from './subscribe.service';
import { SubscriptionWriter } from './subscription-writer';
import { SubscriptionsRepository } from './subscriptions.repository';
import { UnsubscribeService } from './unsubscribe.service';

@Module({
  imports: [GuestAccessModule, MessagesModule, PendingNoticesModule, PendingReadsModule],
  providers: [
    ChangeSubscriptionsService,
    ChannelCreationService,
    ChannelGroupSettingsService,
    ChannelListingService,
    ChannelNoticesService,
    ChannelsRepository,
    CreateChannelService,
    SubscribeService,
    SubscriptionWriter,
    SubscriptionsRepository,
    UnsubscribeService,
  ],
  exports: [ChannelsRepository, SubscriptionsRepository],
})
export class ChannelsModule {}
