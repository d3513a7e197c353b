import { Module } from '@nestjs/common';
import { AccountsModule } from '../accounts/accounts.module';
import { ApiKeysModule } from '../api-keys/api-keys.module';
import { UserChangesModule } from '../../shared/user-changes/user-changes.module';
import { UserSetModule } from '../../shared/user-set/user-set.module';
import { AvatarsModule } from '../avatars/avatars.module';
import { BotAddressChange } from './bot-address-change';
import { BotChannels } from './bot-channels';
import { BotDataModule } from '../../shared/bot-data/bot-data.module';
import { BotStorageRepository } from './bot-storage.repository';
import { BotStorageService } from './bot-storage.service';
import { BotsRepository } from './bots.repository';
import { BotsService } from './bots.service';
import { CreateBotService } from './create-bot.service';
import { LoginsModule } from '../logins/logins.module';
import { ServiceTokensService } from './service-tokens.service';
import { UpdateBotService } from './update-bot.service';
import { WebhookSettingsRepository } from './webhook-settings.repository';
import { WebhookSettingsService } from './webhook-settings.service';

@Module({
  imports: [
    AccountsModule,
    ApiKeysModule,
    AvatarsModule,
    BotDataModule,
    LoginsModule,
    UserChangesModule,
    UserSetModule,
  ],
  providers: [
    BotAddressChange,
    BotChannels,
    BotStorageRepository,
    BotStorageService,
    BotsRepository,
    BotsService,
    CreateBotService,
    ServiceTokensService,
    UpdateBotService,
    WebhookSettingsRepository,
    WebhookSettingsService,
  ],
})
export class BotsModule {}
