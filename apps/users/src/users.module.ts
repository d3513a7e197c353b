import { DynamicModule, Module } from '@nestjs/common';
import { ChangesModule } from '@stoa/changes';
import { DatabaseModule } from '@stoa/database';
import { DirectoryModule } from '@stoa/directory';
import type { Platform } from '@stoa/lifecycle';
import { AccountsModule } from './accounts/accounts.module';
import { ApiKeysModule } from './api-keys/api-keys.module';
import { BotsModule } from './bots/bots.module';
import { EventQueuesModule } from './event-queues.module';
import { RegisterModule } from './register/register.module';
import { SavedSnippetsModule } from './saved-snippets/saved-snippets.module';
import { UserChangesModule } from './user-changes/user-changes.module';
import { UserReadingModule } from './user-reading/user-reading.module';
import { RealmSettingsModule } from './realm-settings/realm-settings.module';
import { UserGroupsModule } from './user-groups/user-groups.module';
import { UsersEnvironment } from './users-environment';

/** Accounts, keys and registrations. */
@Module({})
export class UsersModule {
  static for({ environment }: Platform<UsersEnvironment>): DynamicModule {
    return {
      module: UsersModule,
      imports: [
        DatabaseModule.forRoot({
          url: environment.STOA_DATABASE_URL,
          size: environment.STOA_DATABASE_POOL_SIZE,
          applicationName: `users-${environment.STOA_REPLICA}`,
        }),
        ChangesModule,
        DirectoryModule,
        EventQueuesModule,
        AccountsModule,
        ApiKeysModule,
        BotsModule,
        RegisterModule,
        UserGroupsModule,
        RealmSettingsModule,
        UserChangesModule,
        UserReadingModule,
        SavedSnippetsModule,
      ],
    };
  }
}
