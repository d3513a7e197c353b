import { Module } from '@nestjs/common';
import { DeliveryModule } from '../delivery/delivery.module';
import { MessagesModule } from '../../send/messages/messages.module';
import { AccountNoticesRepository } from './account-notices.repository';
import { AccountNoticesService } from './account-notices.service';
import { AccountNoticesJob } from './account-notices.job';
import { WelcomeMessageService } from './welcome-message.service';

/** What system bots say about new accounts. */
@Module({
  imports: [DeliveryModule, MessagesModule],
  providers: [AccountNoticesRepository, AccountNoticesService, AccountNoticesJob, WelcomeMessageService],
})
export class AccountNoticesModule {}
