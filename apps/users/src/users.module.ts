import { DynamicModule, Module } from '@nestjs/common';
import { ChangesModule } from '@stoa/changes';
import { DatabaseModule } from '@stoa/database';
import type { Platform } from '@stoa/lifecycle';
import { AccountsModule } from './accounts/accounts.module';
import { ApiKeysModule } from './api-keys/api-keys.module';
import { EventQueuesModule } from './event-queues.module';
import { RegisterModule } from './register/register.module';
import { SavedSnippetsModule } from './saved-snippets/saved-snippets.module';
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
        EventQueuesModule,
        AccountsModule,
        ApiKeysModule,
        RegisterModule,
        SavedSnippetsModule,
      ],
    };
  }
}
