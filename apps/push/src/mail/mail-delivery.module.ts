import { Module } from '@nestjs/common';
import { OutagePause, RealmShares } from '@stoa/delivery-jobs';
import { MessagesModule } from '../messages/messages.module';
import { AccountMails } from './account-mails';
import { MailDeadLettersRepository } from './mail-dead-letters.repository';
import { MailDeadLettersService } from './mail-dead-letters.service';
import { MailDeliveryService } from './mail-delivery.service';
import { MailFactsRepository } from './mail-facts.repository';
import { MailJobsRepository } from './mail-jobs.repository';
import { MailMetrics } from './mail-metrics';
import { MailQueue } from './mail-queue';
import { MailSweepJob } from './mail-sweep.job';
import { MissedMails } from './missed-mails';
import { PushEnvironment } from '../push.environment';
import { ReplyAddresses } from '../rules/mail/reply-addresses';
import { UnsubscribeKeys } from '../rules/mail/unsubscribe-keys';
import { MissedPruningJob } from './missed-pruning.job';
import { ReplyAddressesService } from './reply-addresses.service';
import { UnsubscribeService } from './unsubscribe.service';

/** From missed messages to the mail server. Pause and shares are mail's own: push has others. */
@Module({
  imports: [MessagesModule],
  providers: [
    AccountMails,
    MailDeadLettersRepository,
    MailDeadLettersService,
    MailDeliveryService,
    MailFactsRepository,
    MailJobsRepository,
    MailMetrics,
    MailQueue,
    MailSweepJob,
    MissedMails,
    MissedPruningJob,
    OutagePause,
    RealmShares,
    {
      provide: UnsubscribeKeys,
      inject: [PushEnvironment],
      useFactory: (environment: PushEnvironment) => new UnsubscribeKeys(environment.STOA_PUSH_KEY_SECRET),
    },
    {
      provide: ReplyAddresses,
      inject: [PushEnvironment],
      useFactory: (environment: PushEnvironment) =>
        new ReplyAddresses(environment.STOA_PUSH_KEY_SECRET, environment.STOA_EMAIL_GATEWAY_PATTERN),
    },
    ReplyAddressesService,
    UnsubscribeService,
  ],
})
export class MailDeliveryModule {}
