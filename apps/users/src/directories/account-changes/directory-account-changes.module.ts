import { Module } from '@nestjs/common';
import { AvatarsModule } from '../../people/avatars/avatars.module';
import { ProfileDataModule } from '../../people/profile-data/profile-data.module';
import { UserAdministrationModule } from '../../people/user-administration/user-administration.module';
import { DirectoryAccountsModule } from '../../shared/directory-accounts/directory-accounts.module';
import { UserChangesModule } from '../../shared/user-changes/user-changes.module';
import { DirectoryAccountChanges } from './directory-account-changes';

@Module({
  imports: [AvatarsModule, DirectoryAccountsModule, ProfileDataModule, UserAdministrationModule, UserChangesModule],
  providers: [DirectoryAccountChanges],
  exports: [AvatarsModule, DirectoryAccountChanges, DirectoryAccountsModule, ProfileDataModule],
})
export class DirectoryAccountChangesModule {}
