import { Module } from '@nestjs/common';
import { AccountsModule } from '../accounts/accounts.module';
import { AccountMailsModule } from '../../shared/account-mails/account-mails.module';
import { BotDataModule } from '../../shared/bot-data/bot-data.module';
import { UserChangesModule } from '../../shared/user-changes/user-changes.module';
import { FactorRowsModule } from '../../shared/second-factors/factor-rows.module';
import { LoginsModule } from '../logins/logins.module';
import { ApiKeyIssuer } from './api-key-issuer';
import { ApiKeysRepository } from './api-keys.repository';
import { ApiKeysService } from './api-keys.service';
import { KeyFetchesService } from './key-fetches.service';
import { KeyMaker } from './key-maker';

@Module({
  imports: [AccountMailsModule, AccountsModule, BotDataModule, FactorRowsModule, LoginsModule, UserChangesModule],
  providers: [ApiKeysRepository, ApiKeysService, ApiKeyIssuer, KeyFetchesService, KeyMaker],
  exports: [ApiKeysRepository, ApiKeyIssuer, KeyMaker],
})
export class ApiKeysModule {}
