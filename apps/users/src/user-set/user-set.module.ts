import { Module } from '@nestjs/common';
import { UserSetsRepository } from './user-sets.repository';
import { UserSets } from './user-sets.service';

@Module({ providers: [UserSets, UserSetsRepository], exports: [UserSets] })
export class UserSetModule {}
