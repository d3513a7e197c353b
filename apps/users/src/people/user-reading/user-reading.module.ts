import { Module } from '@nestjs/common';
import { UserSetModule } from '../../shared/user-set/user-set.module';
import { GetUserService } from './get-user.service';
import { UserLookupRepository } from './user-lookup.repository';

/** Reads of single users. */
@Module({
  imports: [UserSetModule],
  providers: [GetUserService, UserLookupRepository],
  exports: [UserLookupRepository],
})
export class UserReadingModule {}
