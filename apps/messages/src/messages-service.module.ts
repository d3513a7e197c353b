import { Module } from '@nestjs/common';
import { ChangesModule } from '@stoa/changes';
import { DatabaseModule } from '@stoa/database';
import { DirectoryModule } from '@stoa/directory';
import { RenderingModule } from '@stoa/rendering';
import { OutgoingHttpModule } from '@stoa/outgoing-http';
import { StorageModule } from '@stoa/storage';
import { ChannelFoldersModule } from './channel-folders/channel-folders.module';
import { ChannelLookupModule } from './channel-lookup/channel-lookup.module';
import { ChannelUpdatesModule } from './channel-updates/channel-updates.module';
import { DefaultChannelsModule } from './default-channels/default-channels.module';
import { SubscriptionSettingsModule } from './subscription-settings/subscription-settings.module';
import { TopicsModule } from './topics/topics.module';
import { AccountNoticesModule } from './account-notices/account-notices.module';
import { ChannelsModule } from './channels/channels.module';
import { DeliveryModule } from './delivery/delivery.module';
import { DraftsModule } from './drafts/drafts.module';
import { EditingModule } from './editing/editing.module';
import { FetchModule } from './fetch/fetch.module';
import { FlagsModule } from './flags/flags.module';
import { LinkPreviewsModule } from './link-previews/link-previews.module';
import { MessagesEnvironment } from './messages.environment';
import { MessagesModule } from './messages/messages.module';
import { NoticesModule } from './notices/notices.module';
import { ReactionsModule } from './reactions/reactions.module';
import { ReadReceiptsModule } from './read-receipts/read-receipts.module';
import { ReadStateModule } from './read-state/read-state.module';
import { ReportsModule } from './reports/reports.module';
import { RetentionModule } from './retention/retention.module';
import { RemindersModule } from './reminders/reminders.module';
import { ScheduledMessagesModule } from './scheduled-messages/scheduled-messages.module';
import { SubmessagesModule } from './submessages/submessages.module';
import { TypingModule } from './typing/typing.module';

/** Messages, channels, subscriptions and what users have read. */
@Module({
  imports: [
    DatabaseModule.forRootAsync({
      inject: [MessagesEnvironment],
      useFactory: (environment: MessagesEnvironment) => ({
        url: environment.STOA_DATABASE_URL,
        standbyUrl:
          environment.STOA_DATABASE_STANDBY_URL === 'none' ? undefined : environment.STOA_DATABASE_STANDBY_URL,
        size: environment.STOA_DATABASE_POOL_SIZE,
        applicationName: 'messages',
      }),
    }),
    ChangesModule,
    StorageModule.with(MessagesEnvironment),
    OutgoingHttpModule.with(MessagesEnvironment),
    DirectoryModule,
    RenderingModule,
    ReadStateModule,
    MessagesModule,
    AccountNoticesModule,
    ChannelsModule,
    TopicsModule,
    SubscriptionSettingsModule,
    DefaultChannelsModule,
    ChannelUpdatesModule,
    ChannelLookupModule,
    ChannelFoldersModule,
    FetchModule,
    FlagsModule,
    LinkPreviewsModule,
    DraftsModule,
    EditingModule,
    ReportsModule,
    RetentionModule,
    NoticesModule,
    ReactionsModule,
    ReadReceiptsModule,
    SubmessagesModule,
    ScheduledMessagesModule,
    RemindersModule,
    DeliveryModule,
    TypingModule,
  ],
})
export class MessagesServiceModule {}
