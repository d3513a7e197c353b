import { Module } from '@nestjs/common';
import { FetchModule } from '../../read/fetch/fetch.module';
import { MessagesModule } from '../../send/messages/messages.module';
import { DeliveryModule } from '../delivery/delivery.module';
import { DraftsModule } from '../drafts/drafts.module';
import { ChannelMails } from './channel-mails';
import { HeldReplies } from './held-replies';
import { MailIntakeService } from './mail-intake.service';
import { ReceivedMailsPruningJob } from './received-mails-pruning.job';
import { ReceivedMailsRepository } from './received-mails.repository';
import { ReplyMails } from './reply-mails';

/** Posts what is mailed. */
@Module({
  imports: [DeliveryModule, DraftsModule, FetchModule, MessagesModule],
  providers: [
    ChannelMails,
    HeldReplies,
    MailIntakeService,
    ReceivedMailsPruningJob,
    ReceivedMailsRepository,
    ReplyMails,
  ],
})
export class MailIntakeModule {}
