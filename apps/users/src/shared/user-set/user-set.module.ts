import { Module } from '@nestjs/common';
import { AccessibleUsersRepository } from '@stoa/directory';
import { CrossRealmBots } from './cross-realm-bots';
import { UserSetsRepository } from './user-sets.repository';
import { UserSets } from './user-sets';

@Module({
  providers: [UserSets, UserSetsRepository, AccessibleUsersRepository, CrossRealmBots],
  exports: [UserSets, UserSetsRepository, AccessibleUsersRepository, CrossRealmBots],
})
export class UserSetModule {}
