import { Module } from '@nestjs/common';
import { BotDataModule } from '../bot-data/bot-data.module';
import { SessionRowsModule } from '../sessions/session-rows.module';
import { UserSetModule } from '../user-set/user-set.module';
import { AccountActivation } from './account-activation';
import { AccountWritesRepository } from './account-writes.repository';
import { ChannelObjectsRepository } from './channel-objects.repository';
import { ChannelOpenings } from './channel-openings';
import { GuestLimits } from './guest-limits';
import { FullNameChanges } from './full-name-changes';
import { LocaleChanges } from './locale-changes';
import { GroupReferences } from './group-references';
import { GroupReferencesRepository } from './group-references.repository';
import { RoleChanges } from './role-changes';
import { UserAudiences } from './user-audiences';
import { UserAudiencesRepository } from './user-audiences.repository';

/** Changes of accounts that others see: names, roles, addresses, deactivation. */
@Module({
  imports: [UserSetModule, BotDataModule, SessionRowsModule],
  providers: [
    AccountActivation,
    AccountWritesRepository,
    ChannelObjectsRepository,
    ChannelOpenings,
    FullNameChanges,
    GuestLimits,
    GroupReferences,
    GroupReferencesRepository,
    LocaleChanges,
    RoleChanges,
    UserAudiences,
    UserAudiencesRepository,
  ],
  exports: [
    AccountActivation,
    AccountWritesRepository,
    ChannelObjectsRepository,
    ChannelOpenings,
    FullNameChanges,
    GuestLimits,
    LocaleChanges,
    RoleChanges,
    UserAudiences,
    UserAudiencesRepository,
  ],
})
export class UserChangesModule {}
