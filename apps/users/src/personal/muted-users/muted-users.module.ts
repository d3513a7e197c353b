import { Module } from '@nestjs/common';
import { UserChangesModule } from '../../shared/user-changes/user-changes.module';
import { MutedUsersRepository } from './muted-users.repository';
import { MutedUsersService } from './muted-users.service';

@Module({
  imports: [UserChangesModule],
  providers: [MutedUsersRepository, MutedUsersService],
})
export class MutedUsersModule {}
