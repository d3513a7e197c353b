import { Module } from '@nestjs/common';
import { UserSetModule } from '../../shared/user-set/user-set.module';
import { GetUserService } from './get-user.service';
import { UserLookupRepository } from './user-lookup.repository';
import { UserReadingHandler } from './user-reading.handler';

/** Reads of single users. */
@Module({
  imports: [UserSetModule],
  controllers: [UserReadingHandler],
  providers: [GetUserService, UserLookupRepository],
  exports: [UserLookupRepository],
})
export class UserReadingModule {}
