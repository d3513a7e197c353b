import { Module } from '@nestjs/common';
import { AccessibleUsersRepository } from './accessible-users.repository';
import { UserSetsRepository } from './user-sets.repository';
import { UserSets } from './user-sets.service';

@Module({
  providers: [UserSets, UserSetsRepository, AccessibleUsersRepository],
  exports: [UserSets, AccessibleUsersRepository],
})
export class UserSetModule {}
