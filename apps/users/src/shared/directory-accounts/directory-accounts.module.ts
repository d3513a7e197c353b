import { Module } from '@nestjs/common';
import { DirectoryAccountsRepository } from './directory-accounts.repository';
import { FieldAuthority } from './field-authority';

/** What directories outside (SCIM, LDAP) say of accounts, and who may change what therefore. */
@Module({
  providers: [DirectoryAccountsRepository, FieldAuthority],
  exports: [DirectoryAccountsRepository, FieldAuthority],
})
export class DirectoryAccountsModule {}
