import { Module } from '@nestjs/common';
import { AccountsModule } from '../accounts/accounts.module';
import { BotDataModule } from '../../shared/bot-data/bot-data.module';
import { UserChangesModule } from '../../shared/user-changes/user-changes.module';
import { LoginsModule } from '../logins/logins.module';
import { ApiKeysRepository } from './api-keys.repository';
import { ApiKeysService } from './api-keys.service';
import { ApiKeyIssuer } from './api-key-issuer';
import { KeyMaker } from './key-maker';

@Module({
  imports: [AccountsModule, BotDataModule, LoginsModule, UserChangesModule],
  providers: [ApiKeysRepository, ApiKeysService, ApiKeyIssuer, KeyMaker],
  exports: [ApiKeysRepository, ApiKeyIssuer, KeyMaker],
})
export class ApiKeysModule {}
