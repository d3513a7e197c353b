import { Module } from '@nestjs/common';
import { ChannelsModule } from '../channels/channels.module';
import { MessagesModule } from '../../send/messages/messages.module';
import { ChannelFoldersHandler } from './channel-folders.handler';
import { ChannelFoldersRepository } from './channel-folders.repository';
import { ChannelFoldersService } from './channel-folders.service';

@Module({
  imports: [ChannelsModule, MessagesModule],
  controllers: [ChannelFoldersHandler],
  providers: [ChannelFoldersRepository, ChannelFoldersService],
  exports: [ChannelFoldersRepository],
})
export class ChannelFoldersModule {}
