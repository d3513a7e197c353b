import { Module } from '@nestjs/common';
import { AttachmentsModule } from '../attachments/attachments.module';
import { AutomaticPolicyService } from './automatic-policy.service';
import { ChannelMessageService } from './channel-message.service';
import { DirectMessageService } from './direct-message.service';
import { MessageRenderer } from './message-renderer';
import { MessagesHandler } from './messages.handler';
import { NoticeService } from './notice.service';
import { RenderRepository } from './render.repository';
import { SendMessageRepository } from './send-message.repository';
import { SendMessageService } from './send-message.service';
import { SystemBots } from './system-bots';
import { SystemBotsRepository } from './system-bots.repository';

@Module({
  imports: [AttachmentsModule],
  controllers: [MessagesHandler],
  providers: [
    AutomaticPolicyService,
    ChannelMessageService,
    DirectMessageService,
    MessageRenderer,
    NoticeService,
    RenderRepository,
    SendMessageRepository,
    SendMessageService,
    SystemBots,
    SystemBotsRepository,
  ],
  exports: [MessageRenderer, NoticeService, SystemBots],
})
export class MessagesModule {}
