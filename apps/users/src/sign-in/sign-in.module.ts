import { Module } from '@nestjs/common';
import { OrganizationWritesModule } from '../organization/organization-writes/organization-writes.module';
import { RealmSettingsModule } from '../organization/realm-settings/realm-settings.module';
import { AccountsModule } from '../people/accounts/accounts.module';
import { ApiKeysModule } from '../people/api-keys/api-keys.module';
import { LoginsModule } from '../people/logins/logins.module';
import { SessionsModule } from '../people/sessions/sessions.module';
import { SignUpsModule } from '../people/sign-ups/sign-ups.module';
import { AccountMailsModule } from '../shared/account-mails/account-mails.module';
import { SessionRowsModule } from '../shared/sessions/session-rows.module';
import { AppHandOvers } from './external/app-hand-overs';
import { AppSignInsService } from './external/app-sign-ins.service';
import { ExternalAccounts } from './external/external-accounts';
import { ExternalAccountsRepository } from './external/external-accounts.repository';
import { ExternalSignInLog } from './external/external-sign-in-log';
import { ExternalSignInsService } from './external/external-sign-ins.service';
import { IdentityDecisions } from './external/identity-decisions';
import { NewcomersService } from './external/newcomers.service';
import { SignInAttempts } from './external/sign-in-attempts';
import { SignInAttemptsRepository } from './external/sign-in-attempts.repository';
import { SignInEnds } from './external/sign-in-ends';
import { GithubProtocol } from './protocols/github-protocol';
import { GitlabProtocol } from './protocols/gitlab-protocol';
import { OidcProtocol } from './protocols/oidc-protocol';
import { OpenidConfigurations } from './protocols/openid-configurations';
import { SignInProtocols } from './protocols/sign-in-protocols';
import { SignInProvidersRepository } from './providers/sign-in-providers.repository';
import { SignInProvidersService } from './providers/sign-in-providers.service';
import { UsedProviders } from './providers/used-provider';

/** Sign-ins with the identity providers of organizations, and those of apps (identity.md 1.5 to 5). */
@Module({
  imports: [
    AccountMailsModule,
    AccountsModule,
    ApiKeysModule,
    LoginsModule,
    RealmSettingsModule,
    OrganizationWritesModule,
    SessionRowsModule,
    SessionsModule,
    SignUpsModule,
  ],
  providers: [
    AppHandOvers,
    AppSignInsService,
    ExternalAccounts,
    ExternalAccountsRepository,
    ExternalSignInLog,
    ExternalSignInsService,
    GithubProtocol,
    GitlabProtocol,
    IdentityDecisions,
    NewcomersService,
    OidcProtocol,
    OpenidConfigurations,
    SignInAttempts,
    SignInAttemptsRepository,
    SignInEnds,
    SignInProtocols,
    SignInProvidersRepository,
    SignInProvidersService,
    UsedProviders,
  ],
})
export class SignInModule {}
