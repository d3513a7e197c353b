import { Module } from '@nestjs/common';
import { DeliveryModule } from '../delivery/delivery.module';
import { MessagesModule } from '../../send/messages/messages.module';
import { AccountNoticesHandler } from './account-notices.handler';
import { AccountNoticesRepository } from './account-notices.repository';
import { AccountNoticesService } from './account-notices.service';
import { AccountNoticesJob } from './account-notices.job';

/** What system bots say about new accounts. */
@Module({
  imports: [DeliveryModule, MessagesModule],
  controllers: [AccountNoticesHandler],
  providers: [AccountNoticesRepository, AccountNoticesService, AccountNoticesJob],
})
export class AccountNoticesModule {}
