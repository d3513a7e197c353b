import { Module } from '@nestjs/common';
import { SettingsModule } from '../settings/settings.module';
import { UserChangesModule } from '../../shared/user-changes/user-changes.module';
import { UserSetModule } from '../../shared/user-set/user-set.module';
import { UserStatusRepository } from './user-status.repository';
import { UserStatusService } from './user-status.service';

@Module({
  imports: [SettingsModule, UserChangesModule, UserSetModule],
  providers: [UserStatusRepository, UserStatusService],
})
export class UserStatusModule {}
