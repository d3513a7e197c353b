import { Module } from '@nestjs/common';
import { FetchModule } from '../../read/fetch/fetch.module';
import { MessagesModule } from '../../send/messages/messages.module';
import { DeliveryModule } from '../delivery/delivery.module';
import { ChannelMails } from './channel-mails';
import { MailIntakeService } from './mail-intake.service';
import { ReceivedMailsPruningJob } from './received-mails-pruning.job';
import { ReceivedMailsRepository } from './received-mails.repository';
import { ReplyMails } from './reply-mails';

/** Posts what is mailed. */
@Module({
  imports: [DeliveryModule, FetchModule, MessagesModule],
  providers: [ChannelMails, MailIntakeService, ReceivedMailsPruningJob, ReceivedMailsRepository, ReplyMails],
})
export class MailIntakeModule {}
