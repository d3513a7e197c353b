import { Module } from '@nestjs/common';
import { ChannelsModule } from '../channels/channels.module';
import { DefaultChannelsModule } from '../default-channels/default-channels.module';
import { MessagesModule } from '../../send/messages/messages.module';
import { PendingNoticesModule } from '../../send/pending-notices/pending-notices.module';
import { ArchiveChannelService } from './archive-channel.service';
import { ChannelGroupChanges } from './channel-group-changes';
import { ChannelUpdatesRepository } from './channel-updates.repository';
import { EditedChannels } from './edited-channels';
import { UpdateChannelService } from './update-channel.service';

@Module({
  imports: [ChannelsModule, DefaultChannelsModule, MessagesModule, PendingNoticesModule],
  providers: [
    ArchiveChannelService,
    ChannelGroupChanges,
    ChannelUpdatesRepository,
    EditedChannels,
    UpdateChannelService,
  ],
})
export class ChannelUpdatesModule {}
