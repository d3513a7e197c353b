import { Module } from '@nestjs/common';
import { AvatarsModule } from '../../people/avatars/avatars.module';
import { UserAdministrationModule } from '../../people/user-administration/user-administration.module';
import { DirectoryAccountsModule } from '../../shared/directory-accounts/directory-accounts.module';
import { UserChangesModule } from '../../shared/user-changes/user-changes.module';
import { DirectoryAccountChanges } from './directory-account-changes';

@Module({
  imports: [AvatarsModule, DirectoryAccountsModule, UserAdministrationModule, UserChangesModule],
  providers: [DirectoryAccountChanges],
  exports: [AvatarsModule, DirectoryAccountChanges, DirectoryAccountsModule],
})
export class DirectoryAccountChangesModule {}
