import { Module } from '@nestjs/common';
import { AttachmentsModule } from '../attachments/attachments.module';
import { ChannelActivityModule } from '../channel-activity/channel-activity.module';
import { AutomaticPolicyService } from './automatic-policy.service';
import { ChannelMessageService } from './channel-message.service';
import { DirectMessageService } from './direct-message.service';
import { MessageRenderer } from './message-renderer';
import { MessagesHandler } from './messages.handler';
import { NoticeService } from './notice.service';
import { ParticipationService } from './participation.service';
import { PreviewService } from './preview.service';
import { RenderRepository } from './render.repository';
import { SendMessageRepository } from './send-message.repository';
import { SendMessageService } from './send-message.service';
import { SystemBots } from './system-bots';
import { SystemBotsRepository } from './system-bots.repository';
import { WidgetStarter } from './widget-starter';
import { WildcardMentions } from './wildcard-mentions';

@Module({
  imports: [AttachmentsModule, ChannelActivityModule],
  controllers: [MessagesHandler],
  providers: [
    AutomaticPolicyService,
    ChannelMessageService,
    DirectMessageService,
    MessageRenderer,
    NoticeService,
    ParticipationService,
    PreviewService,
    RenderRepository,
    SendMessageRepository,
    SendMessageService,
    SystemBots,
    SystemBotsRepository,
    WidgetStarter,
    WildcardMentions,
  ],
  exports: [
    ChannelMessageService,
    DirectMessageService,
    MessageRenderer,
    NoticeService,
    ParticipationService,
    RenderRepository,
    SendMessageRepository,
    SendMessageService,
    SystemBots,
    WildcardMentions,
  ],
})
export class MessagesModule {}
