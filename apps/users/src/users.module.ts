import { DynamicModule, Module } from '@nestjs/common';
import { ChangesModule } from '@stoa/changes';
import { DatabaseModule } from '@stoa/database';
import { DirectoryModule } from '@stoa/directory';
import type { Platform } from '@stoa/lifecycle';
import { RenderingModule } from '@stoa/rendering';
import { SharedVersionsModule } from '@stoa/redis';
import { StorageModule } from '@stoa/storage';
import { MailModule } from '@stoa/mail';
import { OutgoingHttpModule } from '@stoa/outgoing-http';
import { AccountsModule } from './people/accounts/accounts.module';
import { ApiKeysModule } from './people/api-keys/api-keys.module';
import { BotsModule } from './people/bots/bots.module';
import { AvatarsModule } from './people/avatars/avatars.module';
import { CustomEmojiModule } from './organization/custom-emoji/custom-emoji.module';
import { RealmImagesModule } from './organization/realm-images/realm-images.module';
import { EventQueuesModule } from './event-queues.module';
import { PresencesModule } from './presences.module';
import { RegisterModule } from './register/register.module';
import { SavedSnippetsModule } from './personal/saved-snippets/saved-snippets.module';
import { UserAdministrationModule } from './people/user-administration/user-administration.module';
import { UserChangesModule } from './shared/user-changes/user-changes.module';
import { UserReadingModule } from './people/user-reading/user-reading.module';
import { RealmSettingsModule } from './organization/realm-settings/realm-settings.module';
import { UserGroupsModule } from './people/user-groups/user-groups.module';
import { AlertWordsModule } from './personal/alert-words/alert-words.module';
import { LinkifiersModule } from './organization/linkifiers/linkifiers.module';
import { MutedUsersModule } from './personal/muted-users/muted-users.module';
import { NavigationViewsModule } from './personal/navigation-views/navigation-views.module';
import { OnboardingStepsModule } from './personal/onboarding-steps/onboarding-steps.module';
import { OperatorMailsModule } from './organization/operator-mails/operator-mails.module';
import { ReactivationsModule } from './organization/reactivations/reactivations.module';
import { PlaygroundsModule } from './organization/playgrounds/playgrounds.module';
import { ProfileDataModule } from './people/profile-data/profile-data.module';
import { ProfileFieldsModule } from './organization/profile-fields/profile-fields.module';
import { RealmDomainsModule } from './organization/realm-domains/realm-domains.module';
import { PasswordResetsModule } from './people/password-resets/password-resets.module';
import { JwtSignInsModule } from './people/jwt-sign-ins/jwt-sign-ins.module';
import { SecondFactorsModule } from './people/second-factors/second-factors.module';
import { SessionsModule } from './people/sessions/sessions.module';
import { AccountFinderModule } from './people/account-finder/account-finder.module';
import { SignUpsModule } from './people/sign-ups/sign-ups.module';
import { SignInModule } from './sign-in/sign-in.module';
import { SettingsModule } from './personal/settings/settings.module';
import { VideoCallsModule } from './personal/video-calls/video-calls.module';
import { UserStatusModule } from './personal/user-status/user-status.module';
import { DirectoryStatesModule } from './directories/directory-states/directory-states.module';
import { LdapModule } from './directories/ldap/ldap.module';
import { ScimModule } from './directories/scim/scim.module';
import { InvitationsModule } from './people/invitations/invitations.module';
import { ExportsModule } from './organization/exports/exports.module';
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
        SharedVersionsModule.with(UsersEnvironment),
        DirectoryModule,
        EventQueuesModule,
        PresencesModule,
        MailModule.with(UsersEnvironment),
        OutgoingHttpModule.with(UsersEnvironment),
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
        VideoCallsModule,
        AlertWordsModule,
        LinkifiersModule,
        MutedUsersModule,
        NavigationViewsModule,
        OnboardingStepsModule,
        OperatorMailsModule,
        ReactivationsModule,
        PlaygroundsModule,
        ProfileDataModule,
        ProfileFieldsModule,
        RealmDomainsModule,
        PasswordResetsModule,
        SessionsModule,
        JwtSignInsModule,
        SecondFactorsModule,
        AccountFinderModule,
        SignInModule,
        SignUpsModule,
        DirectoryStatesModule,
        ScimModule,
        LdapModule,
        SettingsModule,
        InvitationsModule,
        ExportsModule,
      ],
    };
  }
}
