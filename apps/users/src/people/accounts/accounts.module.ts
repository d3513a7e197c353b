import { Module } from '@nestjs/common';
import { AccountMailsModule } from '../../shared/account-mails/account-mails.module';
import { MessageStateModule } from '../../shared/message-state/message-state.module';
import { UserSetModule } from '../../shared/user-set/user-set.module';
import { AccountCreation } from './account-creation';
import { AccountsRepository } from './accounts.repository';
import { CreateAccountService } from './create-account.service';
import { FoundersService } from './founders.service';
import { OwnUserService } from './own-user.service';
import { PasswordHasher } from './password-hasher';
import { UserListService } from './user-list.service';

@Module({
  imports: [AccountMailsModule, UserSetModule, MessageStateModule],
  providers: [
    AccountCreation,
    AccountsRepository,
    CreateAccountService,
    FoundersService,
    OwnUserService,
    PasswordHasher,
    UserListService,
  ],
  exports: [AccountCreation, AccountsRepository, PasswordHasher],
})
export class AccountsModule {}
