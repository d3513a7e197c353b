import { Module } from '@nestjs/common';
import { BotDataModule } from '../bot-data/bot-data.module';
import { UserSetModule } from '../user-set/user-set.module';
import { AccountActivity } from './account-activity.service';
import { AccountWritesRepository } from './account-writes.repository';
import { ChannelObjectsRepository } from './channel-objects.repository';
import { ChannelOpenings } from './channel-openings.service';
import { GuestLimits } from './guest-limits.service';
import { FullNameChanges } from './full-name-change.service';
import { GroupReferences } from './group-references.service';
import { GroupReferencesRepository } from './group-references.repository';
import { RoleChanges } from './role-change.service';
import { UserAudiences } from './user-audiences.service';
import { UserAudiencesRepository } from './user-audiences.repository';
import { UserScenes } from './user-scene.service';

/** Changes of accounts that others see: names, roles, addresses, deactivation. */
@Module({
  imports: [UserSetModule, BotDataModule],
  providers: [
    AccountActivity,
    AccountWritesRepository,
    ChannelObjectsRepository,
    ChannelOpenings,
    FullNameChanges,
    GuestLimits,
    GroupReferences,
    GroupReferencesRepository,
    RoleChanges,
    UserAudiences,
    UserAudiencesRepository,
    UserScenes,
  ],
  exports: [
    AccountActivity,
    AccountWritesRepository,
    ChannelObjectsRepository,
    ChannelOpenings,
    FullNameChanges,
    GuestLimits,
    RoleChanges,
    UserAudiences,
    UserAudiencesRepository,
    UserScenes,
  ],
})
export class UserChangesModule {}
