import { Module, OnModuleInit } from '@nestjs/common';
import { ExtraRoutes } from '../http/extra-routes';
import { Deliveries } from './deliveries';
import { DeliveryLog } from './delivery-log';
import { DeliveryMessages } from './delivery-messages';
import { ExternalCallers } from './external-callers';
import { ExternalRoutes } from './external-routes';
import { ReplaysController } from './replays.controller';
import { WebhookBotStore } from './webhook-bot-store';
import { WebhookBotsRepository } from './webhook-bots.repository';

@Module({
  controllers: [ReplaysController],
  providers: [
    Deliveries,
    DeliveryLog,
    DeliveryMessages,
    ExternalCallers,
    ExternalRoutes,
    { provide: WebhookBotStore, useClass: WebhookBotsRepository },
  ],
})
export class ExternalModule implements OnModuleInit {
  constructor(
    private readonly routes: ExtraRoutes,
    private readonly external: ExternalRoutes,
  ) {}

  onModuleInit(): void {
    this.routes.add(this.external);
  }
}
