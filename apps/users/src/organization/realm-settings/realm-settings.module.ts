import { Module } from '@nestjs/common';
import { OwnMethodsModule } from '../../shared/own-methods/own-methods.module';
import { SessionRowsModule } from '../../shared/sessions/session-rows.module';
import { UserChangesModule } from '../../shared/user-changes/user-changes.module';
import { DeactivateRealmService } from './deactivate-realm.service';
import { FullMemberPromotionJob } from './full-member-promotion.job';
import { FullMembers } from './full-members';
import { HostChange } from './host-change';
import { RealmSettingsRepository } from './realm-settings.repository';
import { SignInMethods } from './sign-in-methods';
import { UpdateRealmService } from './update-realm.service';

@Module({
  imports: [OwnMethodsModule, SessionRowsModule, UserChangesModule],
  providers: [
    DeactivateRealmService,
    FullMemberPromotionJob,
    FullMembers,
    HostChange,
    RealmSettingsRepository,
    SignInMethods,
    UpdateRealmService,
  ],
  exports: [FullMembers, SignInMethods],
})
export class RealmSettingsModule {}
