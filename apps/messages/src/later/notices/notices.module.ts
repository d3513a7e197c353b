import { Module } from '@nestjs/common';
import { MessagesModule } from '../../send/messages/messages.module';
import { PendingNoticesModule } from '../../send/pending-notices/pending-notices.module';
import { NoticesHandler } from './notices.handler';
import { RequestedNotices } from './requested-notices';

@Module({
  imports: [MessagesModule, PendingNoticesModule],
  controllers: [NoticesHandler],
  providers: [RequestedNotices],
})
export class NoticesModule {}
