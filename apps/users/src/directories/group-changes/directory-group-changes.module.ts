import { Module } from '@nestjs/common';
import { UserGroupsModule } from '../../people/user-groups/user-groups.module';
import { DirectoryGroupChanges } from './directory-group-changes';
import { DirectoryGroupsRepository } from './directory-groups.repository';

@Module({
  imports: [UserGroupsModule],
  providers: [DirectoryGroupChanges, DirectoryGroupsRepository],
  exports: [DirectoryGroupChanges, DirectoryGroupsRepository, UserGroupsModule],
})
export class DirectoryGroupChangesModule {}
