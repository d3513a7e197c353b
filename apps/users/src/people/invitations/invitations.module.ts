import { Module } from '@nestjs/common';
import { AccountMailsModule } from '../../shared/account-mails/account-mails.module';
import { AccountsModule } from '../accounts/accounts.module';
import { UserChangesModule } from '../../shared/user-changes/user-changes.module';
import { UserSetModule } from '../../shared/user-set/user-set.module';
import { InvitationLimit } from './invitation-limit';
import { InvitationMails } from './invitation-mails';
import { InvitationRemindersJob } from './invitation-reminders.job';
import { InvitationRemindersRepository } from './invitation-reminders.repository';
import { InvitationTermsCheck } from './invitation-terms-check';
import { InvitationsRepository } from './invitations.repository';
import { InvitationsService } from './invitations.service';
import { ReturnedInvitationsRepository } from './returned-invitations.repository';
import { ReturnedInvitationsService } from './returned-invitations.service';
import { SendInvitationsService } from './send-invitations.service';

/** Invitations by mail and by link. */
@Module({
  imports: [AccountMailsModule, AccountsModule, UserChangesModule, UserSetModule],
  providers: [
    InvitationLimit,
    InvitationMails,
    InvitationRemindersJob,
    InvitationRemindersRepository,
    InvitationTermsCheck,
    InvitationsRepository,
    InvitationsService,
    ReturnedInvitationsRepository,
    ReturnedInvitationsService,
    SendInvitationsService,
  ],
  exports: [InvitationsRepository],
})
export class InvitationsModule {}
