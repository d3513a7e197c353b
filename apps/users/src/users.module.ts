import { DynamicModule, Module } from '@nestjs/common';
import { ChangesModule } from '@stoa/changes';
import { DatabaseModule } from '@stoa/database';
import { DirectoryModule } from '@stoa/directory';
import type { Platform } from '@stoa/lifecycle';
import { RenderingModule } from '@stoa/rendering';
import { StorageModule } from '@stoa/storage';
import { MailModule } from './mail/mail.module';
import { AccountsModule } from './accounts/accounts.module';
import { ApiKeysModule } from './api-keys/api-keys.module';
import { BotsModule } from './bots/bots.module';
import { AvatarsModule } from './avatars/avatars.module';
import { CustomEmojiModule } from './custom-emoji/custom-emoji.module';
import { RealmImagesModule } from './realm-images/realm-images.module';
import { EventQueuesModule } from './event-queues.module';
import { PresencesModule } from './presences.module';
import { RegisterModule } from './register/register.module';
import { SavedSnippetsModule } from './saved-snippets/saved-snippets.module';
import { UserAdministrationModule } from './user-administration/user-administration.module';
import { UserChangesModule } from './user-changes/user-changes.module';
import { UserReadingModule } from './user-reading/user-reading.module';
import { RealmSettingsModule } from './realm-settings/realm-settings.module';
import { UserGroupsModule } from './user-groups/user-groups.module';
import { AlertWordsModule } from './alert-words/alert-words.module';
import { LinkifiersModule } from './linkifiers/linkifiers.module';
import { MutedUsersModule } from './muted-users/muted-users.module';
import { NavigationViewsModule } from './navigation-views/navigation-views.module';
import { OnboardingStepsModule } from './onboarding-steps/onboarding-steps.module';
import { PlaygroundsModule } from './playgrounds/playgrounds.module';
import { ProfileDataModule } from './profile-data/profile-data.module';
import { ProfileFieldsModule } from './profile-fields/profile-fields.module';
import { RealmDomainsModule } from './realm-domains/realm-domains.module';
import { SettingsModule } from './settings/settings.module';
import { UserStatusModule } from './user-status/user-status.module';
import { InvitationsModule } from './invitations/invitations.module';
import { ExportsModule } from './exports/exports.module';
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
        PresencesModule,
        MailModule.with(UsersEnvironment),
        RenderingModule,
        AccountsModule,
        ApiKeysModule,
        BotsModule,
        RegisterModule,
        StorageModule.with(UsersEnvironment),
        AvatarsModule,
        CustomEmojiModule,
        RealmImagesModule,
        UserGroupsModule,
        RealmSettingsModule,
        UserAdministrationModule,
        UserChangesModule,
        UserReadingModule,
        SavedSnippetsModule,
        UserStatusModule,
        AlertWordsModule,
        LinkifiersModule,
        MutedUsersModule,
        NavigationViewsModule,
        OnboardingStepsModule,
        PlaygroundsModule,
        ProfileDataModule,
        ProfileFieldsModule,
        RealmDomainsModule,
        SettingsModule,
        InvitationsModule,
        ExportsModule,
      ],
    };
  }
}
