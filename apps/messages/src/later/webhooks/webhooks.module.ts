import { Module } from '@nestjs/common';
import { FetchModule } from '../../read/fetch/fetch.module';
import { MessagesModule } from '../../send/messages/messages.module';
import { DeliveryModule } from '../delivery/delivery.module';
import { BotSettingsRepository } from './bot-settings.repository';
import { EmbeddedBots } from './embedded/embedded-bots';
import { EmbeddedBotsRepository } from './embedded/embedded-bots.repository';
import { IncomingDeliveriesPruningJob } from './incoming/incoming-deliveries-pruning.job';
import { IncomingDeliveriesRepository } from './incoming/incoming-deliveries.repository';
import { IncomingDeliveriesService } from './incoming/incoming-deliveries.service';
import { TrialDeliveriesService } from './incoming/trial-deliveries.service';
import { BotCallLog } from './log/bot-call-log';
import { BotCallsPruningJob } from './log/bot-calls-pruning.job';
import { BotCallsRepository } from './log/bot-calls.repository';
import { BotCallsService } from './log/bot-calls.service';
import { DeliveryLogRepository } from './log/delivery-log.repository';
import { DeliveryLogService } from './log/delivery-log.service';
import { ResendsService } from './log/resends.service';
import { SealedLog } from './log/sealed-log';
import { WebhookCallsJob } from './webhook-calls.job';
import { WebhookCallsRepository } from './webhook-calls.repository';
import { WebhookCallsService } from './webhook-calls.service';
import { WebhookExchange } from './webhook-exchange';
import { WebhookOwnerNotices } from './webhook-owner-notices';

/** Calls the services of outgoing webhook bots, asks embedded bots, and remembers what other tools deliver. */
@Module({
  imports: [DeliveryModule, FetchModule, MessagesModule],
  providers: [
    BotCallLog,
    BotCallsPruningJob,
    BotCallsRepository,
    BotCallsService,
    BotSettingsRepository,
    DeliveryLogRepository,
    DeliveryLogService,
    EmbeddedBots,
    EmbeddedBotsRepository,
    IncomingDeliveriesPruningJob,
    IncomingDeliveriesRepository,
    IncomingDeliveriesService,
    ResendsService,
    SealedLog,
    TrialDeliveriesService,
    WebhookCallsJob,
    WebhookCallsRepository,
    WebhookCallsService,
    WebhookExchange,
    WebhookOwnerNotices,
  ],
})
export class WebhooksModule {}
