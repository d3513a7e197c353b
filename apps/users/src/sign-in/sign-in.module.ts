import { Module } from '@nestjs/common';
import { DirectoryAccountChangesModule } from '../directories/account-changes/directory-account-changes.module';
import { DirectoryGroupChangesModule } from '../directories/group-changes/directory-group-changes.module';
import { OrganizationWritesModule } from '../organization/organization-writes/organization-writes.module';
import { RealmSettingsModule } from '../organization/realm-settings/realm-settings.module';
import { AccountsModule } from '../people/accounts/accounts.module';
import { ApiKeysModule } from '../people/api-keys/api-keys.module';
import { JwtSignInsModule } from '../people/jwt-sign-ins/jwt-sign-ins.module';
import { LoginsModule } from '../people/logins/logins.module';
import { SessionsModule } from '../people/sessions/sessions.module';
import { SignUpsModule } from '../people/sign-ups/sign-ups.module';
import { AccountMailsModule } from '../shared/account-mails/account-mails.module';
import { OwnMethodsModule } from '../shared/own-methods/own-methods.module';
import { SessionRowsModule } from '../shared/sessions/session-rows.module';
import { ConfirmationsRepository } from './confirmations/confirmations.repository';
import { ConfirmationsService } from './confirmations/confirmations.service';
import { ConfirmedSessions } from './confirmations/confirmed-sessions';
import { AppHandOvers } from './external/app-hand-overs';
import { AppSignInsService } from './external/app-sign-ins.service';
import { ExternalAccounts } from './external/external-accounts';
import { ExternalAccountsRepository } from './external/external-accounts.repository';
import { ExternalClaims } from './external/external-claims';
import { ExternalGroups } from './external/external-groups';
import { ExternalFields } from './external/external-fields';
import { ExternalSignInLog } from './external/external-sign-in-log';
import { ExternalSignInsService } from './external/external-sign-ins.service';
import { IdentityDecisions } from './external/identity-decisions';
import { NewcomersService } from './external/newcomers.service';
import { ProxySignInsService } from './external/proxy-sign-ins.service';
import { SignInAttempts } from './external/sign-in-attempts';
import { SignInAttemptsRepository } from './external/sign-in-attempts.repository';
import { NativeSignInsService } from './external/native-sign-ins.service';
import { SignInEnds } from './external/sign-in-ends';
import { OwnSignInStarts } from './external/own-sign-in-starts';
import { SignInStarts } from './external/sign-in-starts';
import { TokenSignInsService } from './external/token-sign-ins.service';
import { VouchedSignIns } from './external/vouched-sign-ins';
import { IdentityAdditions } from './identities/identity-additions';
import { IdentityLinksRepository } from './identities/identity-links.repository';
import { IdentityLinksService } from './identities/identity-links.service';
import { IdentityMails } from './identities/identity-mails';
import { BackChannelLogOutsService } from './log-outs/back-channel-log-outs.service';
import { ProviderLogOuts } from './log-outs/provider-log-outs';
import { ProviderSessions } from './log-outs/provider-sessions';
import { ProviderSessionsRepository } from './log-outs/provider-sessions.repository';
import { SignOutsService } from './log-outs/sign-outs.service';
import { AppleProtocol } from './protocols/apple-protocol';
import { GithubProtocol } from './protocols/github-protocol';
import { GitlabProtocol } from './protocols/gitlab-protocol';
import { OidcProtocol } from './protocols/oidc-protocol';
import { OpenidConfigurations } from './protocols/openid-configurations';
import { ProviderTokens } from './protocols/provider-tokens';
import { ProxyProtocol } from './protocols/proxy-protocol';
import { TokenProtocol } from './protocols/token-protocol';
import { SignInProtocols } from './protocols/sign-in-protocols';
import { SignInProvidersRepository } from './providers/sign-in-providers.repository';
import { SignInProvidersService } from './providers/sign-in-providers.service';
import { UsedProviders } from './providers/used-provider';
import { SamlLogOutsService } from './saml/saml-log-outs.service';
import { SamlProtocol } from './saml/saml-protocol';
import { SamlProvidersService } from './saml/saml-providers.service';

/** Sign-ins with the identity providers of organizations, and those of apps (identity.md 1.5 to 5). */
@Module({
  imports: [
    AccountMailsModule,
    AccountsModule,
    ApiKeysModule,
    DirectoryAccountChangesModule,
    JwtSignInsModule,
    DirectoryGroupChangesModule,
    LoginsModule,
    RealmSettingsModule,
    OrganizationWritesModule,
    OwnMethodsModule,
    SessionRowsModule,
    SessionsModule,
    SignUpsModule,
  ],
  providers: [
    AppHandOvers,
    AppleProtocol,
    AppSignInsService,
    BackChannelLogOutsService,
    ConfirmationsRepository,
    ConfirmationsService,
    ConfirmedSessions,
    ExternalAccounts,
    ExternalAccountsRepository,
    ExternalClaims,
    ExternalGroups,
    ExternalFields,
    ExternalSignInLog,
    ExternalSignInsService,
    GithubProtocol,
    GitlabProtocol,
    IdentityAdditions,
    IdentityDecisions,
    IdentityLinksRepository,
    IdentityLinksService,
    IdentityMails,
    NativeSignInsService,
    NewcomersService,
    OidcProtocol,
    OpenidConfigurations,
    ProviderLogOuts,
    ProviderSessions,
    ProviderSessionsRepository,
    ProviderTokens,
    ProxyProtocol,
    ProxySignInsService,
    SamlLogOutsService,
    SamlProtocol,
    SamlProvidersService,
    SignInAttempts,
    SignInAttemptsRepository,
    SignInEnds,
    SignInProtocols,
    SignInProvidersRepository,
    SignInProvidersService,
    OwnSignInStarts,
    SignInStarts,
    SignOutsService,
    TokenProtocol,
    TokenSignInsService,
    UsedProviders,
    VouchedSignIns,
  ],
})
export class SignInModule {}
