import { Module } from '@nestjs/common';
import { RegisterModule } from '../../register/register.module';
import { UserChangesModule } from '../../shared/user-changes/user-changes.module';
import { UserSetModule } from '../../shared/user-set/user-set.module';
import { CreateGroupService } from './create-group.service';
import { GroupMembersService } from './group-members.service';
import { GroupChannelVisibility } from './group-channel-visibility';
import { GroupReading } from './group-reading';
import { GroupWrites } from './group-writes';
import { UpdateGroupService } from './update-group.service';
import { UserGroupsRepository } from './user-groups.repository';

@Module({
  imports: [RegisterModule, UserChangesModule, UserSetModule],
  providers: [
    CreateGroupService,
    GroupMembersService,
    GroupChannelVisibility,
    GroupReading,
    GroupWrites,
    UpdateGroupService,
    UserGroupsRepository,
  ],
  exports: [GroupChannelVisibility, UserGroupsRepository],
})
export class UserGroupsModule {}
