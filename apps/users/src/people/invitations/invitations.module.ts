import { Module } from '@nestjs/common';
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
import { SendInvitationsService } from './send-invitations.service';

/** Invitations by mail and by link. */
@Module({
  imports: [AccountsModule, UserChangesModule, UserSetModule],
  providers: [
    InvitationLimit,
    InvitationMails,
    InvitationRemindersJob,
    InvitationRemindersRepository,
    InvitationTermsCheck,
    InvitationsRepository,
    InvitationsService,
    SendInvitationsService,
  ],
  exports: [InvitationsRepository],
})
export class InvitationsModule {}
