import { Module } from '@nestjs/common';
import { AccessibleUsersRepository } from '@stoa/directory';
import { SystemBots } from './system-bots.service';
import { UserSetsRepository } from './user-sets.repository';
import { UserSets } from './user-sets.service';

@Module({
  providers: [UserSets, UserSetsRepository, AccessibleUsersRepository, SystemBots],
  exports: [UserSets, UserSetsRepository, AccessibleUsersRepository, SystemBots],
})
export class UserSetModule {}
