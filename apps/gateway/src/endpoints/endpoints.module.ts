import { Module } from '@nestjs/common';
import { ImagesModule } from '../files/images/images.module';
import { FragmentsModule } from '../fragments/fragments.module';
import { FactorSignIns } from '../http/factor-sign-ins';
import { PasswordSignIns } from '../http/password-sign-ins';
import { AccountPagesController } from './account-pages/account-pages.controller';
import { BotsController } from './bots/bots.controller';
import { TopicsController } from './channels/topics.controller';
import { ExportsController } from './exports/exports.controller';
import { ConfirmationsController } from './external-sign-ins/confirmations.controller';
import { ExternalIdentitiesController } from './external-sign-ins/external-identities.controller';
import { ExternalSignInsController } from './external-sign-ins/external-sign-ins.controller';
import { LoginController } from './login/login.controller';
import { MessagesController } from './messages/messages.controller';
import { PasswordResetsController } from './password-resets/password-resets.controller';
import { PresenceCopies } from './presence/presence-copies';
import { PresenceController } from './presence/presence.controller';
import { RegisterAdmission } from './register/register-admission';
import { RegisterController } from './register/register.controller';
import { PasskeysController } from './second-factors/passkeys.controller';
import { SecondFactorsController } from './second-factors/second-factors.controller';
import { CompatibilityController } from './server/compatibility.controller';
import { ServerSettingsController } from './server/server-settings.controller';
import { SubdomainController } from './server/subdomain.controller';
import { VideoCallsController } from './server/video-calls.controller';
import { SessionsController } from './sessions/sessions.controller';
import { SignUpsController } from './sign-ups/sign-ups.controller';
import { SettingsController } from './settings/settings.controller';
import { ZcommandController } from './settings/zcommand.controller';
import { UserChangesController } from './users/user-changes.controller';
import { UsersController } from './users/users.controller';

/** The endpoints that need more than the call which the gateway makes by itself, those of files and events apart. */
@Module({
  imports: [ImagesModule, FragmentsModule],
  controllers: [
    AccountPagesController,
    BotsController,
    CompatibilityController,
    ConfirmationsController,
    ExportsController,
    ExternalIdentitiesController,
    ExternalSignInsController,
    LoginController,
    MessagesController,
    PasskeysController,
    PasswordResetsController,
    PresenceController,
    RegisterController,
    SecondFactorsController,
    ServerSettingsController,
    SessionsController,
    SettingsController,
    SignUpsController,
    SubdomainController,
    TopicsController,
    UserChangesController,
    UsersController,
    VideoCallsController,
    ZcommandController,
  ],
  providers: [FactorSignIns, PasswordSignIns, PresenceCopies, RegisterAdmission],
})
export class EndpointsModule {}
