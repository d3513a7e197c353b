import { Module } from '@nestjs/common';
import { OutagePause, RealmShares } from '@stoa/delivery-jobs';
import { MessagesModule } from '../messages/messages.module';
import { AccountMails } from './account-mails';
import { BounceMetrics } from './bounces/bounce-metrics';
import { BouncePruningJob } from './bounces/bounce-pruning.job';
import { BouncesRepository } from './bounces/bounces.repository';
import { BouncesService } from './bounces/bounces.service';
import { MailReportsService } from './bounces/mail-reports.service';
import { ReturnedInvitationsRepository } from './bounces/returned-invitations.repository';
import { ReturnedInvitations } from './bounces/returned-invitations';
import { DestinationPace } from './destination-pace';
import { DigestFactsRepository } from './digests/digest-facts.repository';
import { DigestOrderJob } from './digests/digest-order.job';
import { DigestOrdersRepository } from './digests/digest-orders.repository';
import { Digests } from './digests/digests';
import { SuspensionsRepository } from './bounces/suspensions.repository';
import { SuspensionsService } from './bounces/suspensions.service';
import { MailDeadLettersRepository } from './mail-dead-letters.repository';
import { MailDeadLettersService } from './mail-dead-letters.service';
import { MailDeliveryService } from './mail-delivery.service';
import { MailFactsRepository } from './mail-facts.repository';
import { MailJobsRepository } from './mail-jobs.repository';
import { MailMetrics } from './mail-metrics';
import { MailQueue } from './mail-queue';
import { MailSweepJob } from './mail-sweep.job';
import { MailWriters } from './mail-writers';
import { MissedMails } from './missed-mails';
import { PushEnvironment } from '../push.environment';
import { AddressKeys } from '../rules/mail/address-keys';
import { BounceAddresses } from '../rules/mail/bounce-addresses';
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
    BounceMetrics,
    BouncePruningJob,
    BouncesRepository,
    BouncesService,
    DestinationPace,
    DigestFactsRepository,
    DigestOrderJob,
    DigestOrdersRepository,
    Digests,
    MailDeadLettersRepository,
    MailDeadLettersService,
    MailDeliveryService,
    MailFactsRepository,
    MailJobsRepository,
    MailMetrics,
    MailQueue,
    MailReportsService,
    MailSweepJob,
    MailWriters,
    MissedMails,
    MissedPruningJob,
    OutagePause,
    RealmShares,
    SuspensionsRepository,
    SuspensionsService,
    {
      provide: UnsubscribeKeys,
      inject: [PushEnvironment],
      useFactory: (environment: PushEnvironment) =>
        new UnsubscribeKeys(environment.STOA_PUSH_KEY_SECRET, environment.STOA_EMAIL_GATEWAY_PATTERN),
    },
    {
      provide: AddressKeys,
      inject: [PushEnvironment],
      useFactory: (environment: PushEnvironment) => new AddressKeys(environment.STOA_PUSH_KEY_SECRET),
    },
    {
      provide: BounceAddresses,
      inject: [PushEnvironment],
      useFactory: (environment: PushEnvironment) =>
        new BounceAddresses(environment.STOA_PUSH_KEY_SECRET, environment.bounceSenderPattern),
    },
    {
      provide: ReplyAddresses,
      inject: [PushEnvironment],
      useFactory: (environment: PushEnvironment) =>
        new ReplyAddresses(environment.STOA_PUSH_KEY_SECRET, environment.STOA_EMAIL_GATEWAY_PATTERN),
    },
    ReplyAddressesService,
    ReturnedInvitations,
    ReturnedInvitationsRepository,
    UnsubscribeService,
  ],
})
export class MailDeliveryModule {}
