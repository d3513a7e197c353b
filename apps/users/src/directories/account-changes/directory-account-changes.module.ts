import { Module } from '@nestjs/common';
import { UserAdministrationModule } from '../../people/user-administration/user-administration.module';
import { DirectoryAccountsModule } from '../../shared/directory-accounts/directory-accounts.module';
import { UserChangesModule } from '../../shared/user-changes/user-changes.module';
import { DirectoryAccountChanges } from './directory-account-changes';

@Module({
  imports: [DirectoryAccountsModule, UserAdministrationModule, UserChangesModule],
  providers: [DirectoryAccountChanges],
  exports: [DirectoryAccountChanges, DirectoryAccountsModule],
})
export class DirectoryAccountChangesModule {}
