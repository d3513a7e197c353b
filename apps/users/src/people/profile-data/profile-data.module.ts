import { Module } from '@nestjs/common';
import { ProfileFieldsModule } from '../../organization/profile-fields/profile-fields.module';
import { UserChangesModule } from '../../shared/user-changes/user-changes.module';
import { ProfileDataChanges } from './profile-data-changes';
import { ProfileDataHandler } from './profile-data.handler';
import { ProfileDataRepository } from './profile-data.repository';
import { ProfileDataService } from './profile-data.service';

@Module({
  imports: [ProfileFieldsModule, UserChangesModule],
  controllers: [ProfileDataHandler],
  providers: [ProfileDataChanges, ProfileDataRepository, ProfileDataService],
  exports: [ProfileDataChanges],
})
export class ProfileDataModule {}
