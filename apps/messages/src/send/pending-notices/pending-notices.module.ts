import { Module } from '@nestjs/common';
import { OwnerContexts } from '../notices/owner-context';
import { MessagesModule } from '../messages/messages.module';
import { PendingNoticesJob } from './pending-notices.job';
import { PendingNoticesRepository } from './pending-notices.repository';
import { PendingNotices } from './pending-notices';

/** The notification bot's notices about changes, once they are committed. */
@Module({
  imports: [MessagesModule],
  providers: [OwnerContexts, PendingNotices, PendingNoticesJob, PendingNoticesRepository],
  exports: [PendingNotices],
})
export class PendingNoticesModule {}
