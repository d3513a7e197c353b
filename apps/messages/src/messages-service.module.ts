import { Module } from '@nestjs/common';
import { ChangesModule } from '@stoa/changes';
import { DatabaseModule } from '@stoa/database';
import { DirectoryModule } from '@stoa/directory';
import { RenderingModule } from '@stoa/rendering';
import { OutgoingHttpModule } from '@stoa/outgoing-http';
import { SharedVersionsModule } from '@stoa/redis';
import { StorageModule } from '@stoa/storage';
import { ChannelFoldersModule } from './channels/channel-folders/channel-folders.module';
import { ChannelLookupModule } from './channels/channel-lookup/channel-lookup.module';
import { ChannelUpdatesModule } from './channels/channel-updates/channel-updates.module';
import { DefaultChannelsModule } from './channels/default-channels/default-channels.module';
import { SubscriptionSettingsModule } from './channels/subscription-settings/subscription-settings.module';
import { TopicsModule } from './channels/topics/topics.module';
import { AccountNoticesModule } from './later/account-notices/account-notices.module';
import { ChannelsModule } from './channels/channels/channels.module';
import { DeliveryModule } from './later/delivery/delivery.module';
import { DraftsModule } from './later/drafts/drafts.module';
import { EditingModule } from './change/editing/editing.module';
import { FetchModule } from './read/fetch/fetch.module';
import { FlagsModule } from './read/flags/flags.module';
import { LinkPreviewsModule } from './change/link-previews/link-previews.module';
import { MessagesEnvironment } from './messages.environment';
import { MessagesModule } from './send/messages/messages.module';
import { ReactionsModule } from './change/reactions/reactions.module';
import { ReadReceiptsModule } from './read/read-receipts/read-receipts.module';
import { ReadStateModule } from './access/read-state/read-state.module';
import { ReportsModule } from './change/reports/reports.module';
import { AccountDeletionsModule } from './change/account-deletions/account-deletions.module';
import { RetentionModule } from './change/retention/retention.module';
import { RemindersModule } from './later/reminders/reminders.module';
import { MailIntakeModule } from './later/mail-intake/mail-intake.module';
import { ScheduledMessagesModule } from './later/scheduled-messages/scheduled-messages.module';
import { SubmessagesModule } from './change/submessages/submessages.module';
import { WebhooksModule } from './later/webhooks/webhooks.module';
import { TypingModule } from './later/typing/typing.module';

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
    SharedVersionsModule.with(MessagesEnvironment),
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
    AccountDeletionsModule,
    RetentionModule,
    ReactionsModule,
    ReadReceiptsModule,
    SubmessagesModule,
    ScheduledMessagesModule,
    RemindersModule,
    DeliveryModule,
    TypingModule,
    WebhooksModule,
    MailIntakeModule,
  ],
})
export class MessagesServiceModule {}
