import { Module } from '@nestjs/common';
import { AccountsRepository } from '../accounts/accounts.repository';
import { ProfileDataModule } from '../profile-data/profile-data.module';
import { UserChangesModule } from '../../shared/user-changes/user-changes.module';
import { UserReadingModule } from '../user-reading/user-reading.module';
import { AccountActivationRequests } from './account-activation-requests';
import { UpdateUserService } from './update-user.service';

/** What administrators change of other users. */
@Module({
  imports: [ProfileDataModule, UserChangesModule, UserReadingModule],
  providers: [AccountActivationRequests, AccountsRepository, UpdateUserService],
})
export class UserAdministrationModule {}
