import { Module } from '@nestjs/common';
import { AccessibleUsersRepository } from '@stoa/directory';
import { AttachmentsModule } from '../attachments/attachments.module';
import { ChannelActivityModule } from '../channel-activity/channel-activity.module';
import { GuestAccessModule } from '../../access/guest-access/guest-access.module';
import { TopicPoliciesModule } from '../topic-policies/topic-policies.module';
import { AutomaticPolicyService } from './automatic-policy.service';
import { BotOwnerWarningsRepository } from './bot-owner-warnings.repository';
import { BotOwnerWarnings } from './bot-owner-warnings';
import { ChannelMessageService } from './channel-message.service';
import { Conversations } from './conversations';
import { DirectMessageService } from './direct-message.service';
import { LinkPreviewRequests } from '../storing/link-preview-requests';
import { MessageRenderer } from '../rendering/message-renderer';
import { NoticeService } from '../notices/notice.service';
import { ParticipationService } from './participation.service';
import { PreviewService } from './preview.service';
import { RenderRepository } from '../rendering/render.repository';
import { SendMessageRepository } from '../storing/send-message.repository';
import { SendMessageService } from './send-message.service';
import { TopicRepository } from '../storing/topic.repository';
import { SystemBots } from '../system-bots/system-bots';
import { SystemBotsRepository } from '../system-bots/system-bots.repository';
import { WebhookRequests } from '../storing/webhook-requests';
import { WelcomeBot } from '../notices/welcome-bot';
import { WidgetStarter } from './widget-starter';
import { WildcardMentions } from './wildcard-mentions';

@Module({
  imports: [AttachmentsModule, ChannelActivityModule, GuestAccessModule, TopicPoliciesModule],
  providers: [
    AccessibleUsersRepository,
    AutomaticPolicyService,
    BotOwnerWarnings,
    BotOwnerWarningsRepository,
    ChannelMessageService,
    Conversations,
    DirectMessageService,
    LinkPreviewRequests,
    MessageRenderer,
    NoticeService,
    ParticipationService,
    PreviewService,
    RenderRepository,
    SendMessageRepository,
    SendMessageService,
    SystemBots,
    SystemBotsRepository,
    TopicRepository,
    WebhookRequests,
    WelcomeBot,
    WidgetStarter,
    WildcardMentions,
  ],
  exports: [
    BotOwnerWarnings,
    ChannelMessageService,
    DirectMessageService,
    LinkPreviewRequests,
    MessageRenderer,
    NoticeService,
    ParticipationService,
    RenderRepository,
    SendMessageRepository,
    SendMessageService,
    SystemBots,
    TopicRepository,
    WebhookRequests,
    WildcardMentions,
  ],
})
export class MessagesModule {}
