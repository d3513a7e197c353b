import { Module } from '@nestjs/common';
import { AccountsRepository } from '../accounts/accounts.repository';
import { ProfileDataModule } from '../profile-data/profile-data.module';
import { UserChangesModule } from '../../shared/user-changes/user-changes.module';
import { UserReadingModule } from '../user-reading/user-reading.module';
import { AvatarsModule } from '../avatars/avatars.module';
import { BotDataModule } from '../../shared/bot-data/bot-data.module';
import { DirectoryAccountsModule } from '../../shared/directory-accounts/directory-accounts.module';
import { AccountActivationRequests } from './account-activation-requests';
import { AddressChanges } from './address-changes';
import { DeletionActions } from './deletion-actions';
import { UpdateUserService } from './update-user.service';

/** What administrators change of other users. */
@Module({
  imports: [
    AvatarsModule,
    BotDataModule,
    DirectoryAccountsModule,
    ProfileDataModule,
    UserChangesModule,
    UserReadingModule,
  ],
  providers: [AccountActivationRequests, AccountsRepository, AddressChanges, DeletionActions, UpdateUserService],
  exports: [AddressChanges],
})
export class UserAdministrationModule {}
