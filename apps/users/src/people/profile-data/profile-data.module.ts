import { Module } from '@nestjs/common';
import { ProfileFieldsModule } from '../../organization/profile-fields/profile-fields.module';
import { DirectoryAccountsModule } from '../../shared/directory-accounts/directory-accounts.module';
import { UserChangesModule } from '../../shared/user-changes/user-changes.module';
import { ProfileDataChanges } from './profile-data-changes';
import { ProfileDataRepository } from './profile-data.repository';
import { ProfileDataService } from './profile-data.service';

@Module({
  imports: [DirectoryAccountsModule, ProfileFieldsModule, UserChangesModule],
  providers: [ProfileDataChanges, ProfileDataRepository, ProfileDataService],
  exports: [ProfileDataChanges, ProfileFieldsModule],
})
export class ProfileDataModule {}
