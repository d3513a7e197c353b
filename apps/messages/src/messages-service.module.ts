import { Module } from '@nestjs/common';
import { ChangesModule } from '@stoa/changes';
import { DatabaseModule } from '@stoa/database';
import { DirectoryModule } from '@stoa/directory';
import { ChannelsModule } from './channels/channels.module';
import { FetchModule } from './fetch/fetch.module';
import { FlagsModule } from './flags/flags.module';
import { MessagesEnvironment } from './messages.environment';
import { MessagesModule } from './messages/messages.module';
import { ReadStateModule } from './read-state/read-state.module';

/** Messages, channels, subscriptions and what users have read. */
@Module({
  imports: [
    DatabaseModule.forRootAsync({
      inject: [MessagesEnvironment],
      useFactory: (environment: MessagesEnvironment) => ({
        url: environment.STOA_DATABASE_URL,
        size: environment.STOA_DATABASE_POOL_SIZE,
        applicationName: 'messages',
      }),
    }),
    ChangesModule,
    DirectoryModule,
    ReadStateModule,
    MessagesModule,
    ChannelsModule,
    FetchModule,
    FlagsModule,
  ],
})
export class MessagesServiceModule {}
