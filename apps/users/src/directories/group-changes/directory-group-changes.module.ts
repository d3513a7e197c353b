import { Module } from '@nestjs/common';
import { UserGroupsModule } from '../../people/user-groups/user-groups.module';
import { DirectoryGroupChanges } from './directory-group-changes';
import { DirectoryGroupsRepository } from './directory-groups.repository';
import { PersonGroups } from './person-groups';

@Module({
  imports: [UserGroupsModule],
  providers: [DirectoryGroupChanges, DirectoryGroupsRepository, PersonGroups],
  exports: [DirectoryGroupChanges, DirectoryGroupsRepository, PersonGroups, UserGroupsModule],
})
export class DirectoryGroupChangesModule {}
