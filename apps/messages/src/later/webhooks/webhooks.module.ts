import { Module } from '@nestjs/common';
import { FetchModule } from '../../read/fetch/fetch.module';
import { MessagesModule } from '../../send/messages/messages.module';
import { DeliveryModule } from '../delivery/delivery.module';
import { WebhookCallsJob } from './webhook-calls.job';
import { WebhookCallsRepository } from './webhook-calls.repository';
import { WebhookCallsService } from './webhook-calls.service';
import { WebhookOwnerNotices } from './webhook-owner-notices';

/** Calls the services of outgoing webhook bots. */
@Module({
  imports: [DeliveryModule, FetchModule, MessagesModule],
  providers: [WebhookCallsJob, WebhookCallsRepository, WebhookCallsService, WebhookOwnerNotices],
})
export class WebhooksModule {}
