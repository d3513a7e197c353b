import { Module } from '@nestjs/common';
import { DefaultChannelsRepository } from './default-channels.repository';
import { DefaultChannelsService } from './default-channels.service';

@Module({
  providers: [DefaultChannelsRepository, DefaultChannelsService],
  exports: [DefaultChannelsRepository],
})
export class DefaultChannelsModule {}
