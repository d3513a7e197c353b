import { Module } from '@nestjs/common';
import { ChannelsModule } from '../channels/channels.module';
import { MessagesModule } from '../../send/messages/messages.module';
import { ChannelFoldersRepository } from './channel-folders.repository';
import { ChannelFoldersService } from './channel-folders.service';

@Module({
  imports: [ChannelsModule, MessagesModule],
  providers: [ChannelFoldersRepository, ChannelFoldersService],
  exports: [ChannelFoldersRepository],
})
export class ChannelFoldersModule {}
