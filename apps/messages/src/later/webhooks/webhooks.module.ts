import { Module } from '@nestjs/common';
import { FetchModule } from '../../read/fetch/fetch.module';
import { MessagesModule } from '../../send/messages/messages.module';
import { DeliveryModule } from '../delivery/delivery.module';
import { EmbeddedBots } from './embedded/embedded-bots';
import { EmbeddedBotsRepository } from './embedded/embedded-bots.repository';
import { BotCallLog } from './log/bot-call-log';
import { BotCallsPruningJob } from './log/bot-calls-pruning.job';
import { BotCallsRepository } from './log/bot-calls.repository';
import { BotCallsService } from './log/bot-calls.service';
import { WebhookCallsJob } from './webhook-calls.job';
import { WebhookCallsRepository } from './webhook-calls.repository';
import { WebhookCallsService } from './webhook-calls.service';
import { WebhookExchange } from './webhook-exchange';
import { WebhookOwnerNotices } from './webhook-owner-notices';

/** Calls the services of outgoing webhook bots, and asks embedded bots. */
@Module({
  imports: [DeliveryModule, FetchModule, MessagesModule],
  providers: [
    BotCallLog,
    BotCallsPruningJob,
    BotCallsRepository,
    BotCallsService,
    EmbeddedBots,
    EmbeddedBotsRepository,
    WebhookCallsJob,
    WebhookCallsRepository,
    WebhookCallsService,
    WebhookExchange,
    WebhookOwnerNotices,
  ],
})
export class WebhooksModule {}
