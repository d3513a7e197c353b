import { Module } from '@nestjs/common';
import { MessageAccessModule } from '../../access/message-access/message-access.module';
import { MessagesModule } from '../../send/messages/messages.module';
import { ReportMessageService } from './report-message.service';

/** Messages that users report to their organization's moderators. */
@Module({
  imports: [MessageAccessModule, MessagesModule],
  providers: [ReportMessageService],
})
export class ReportsModule {}
