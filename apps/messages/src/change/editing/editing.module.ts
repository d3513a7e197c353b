import { Module } from '@nestjs/common';
import { AttachmentsModule } from '../../send/attachments/attachments.module';
import { ChannelActivityModule } from '../../send/channel-activity/channel-activity.module';
import { MessageAccessModule } from '../../access/message-access/message-access.module';
import { MessagesModule } from '../../send/messages/messages.module';
import { PendingNoticesModule } from '../../send/pending-notices/pending-notices.module';
import { TopicPoliciesModule } from '../../send/topic-policies/topic-policies.module';
import { ContentEditService } from './content-edit.service';
import { DeleteMessageService } from './delete-message.service';
import { DeleteTopicService } from './delete-topic.service';
import { EditHistoryRepository } from './edit-history.repository';
import { EditHistoryService } from './edit-history.service';
import { EditMessageService } from './edit-message.service';
import { EditRecipients } from './edit-recipients';
import { EditRepository } from './edit.repository';
import { MessageRemoval } from './message-removal';
import { MoveChecks } from './move-checks';
import { MoveNoticesService } from './move-notices.service';
import { MoveService } from './move.service';
import { MovedPoliciesService } from './moved-policies.service';
import { RemovalRepository } from './removal.repository';

/** Edits, moves and deletions of messages. */
@Module({
  imports: [
    AttachmentsModule,
    ChannelActivityModule,
    MessageAccessModule,
    MessagesModule,
    PendingNoticesModule,
    TopicPoliciesModule,
  ],
  providers: [
    ContentEditService,
    DeleteMessageService,
    DeleteTopicService,
    EditHistoryRepository,
    EditHistoryService,
    EditMessageService,
    EditRecipients,
    EditRepository,
    MessageRemoval,
    MoveChecks,
    MoveNoticesService,
    MoveService,
    MovedPoliciesService,
    RemovalRepository,
  ],
  exports: [EditRecipients, MessageRemoval],
})
export class EditingModule {}
