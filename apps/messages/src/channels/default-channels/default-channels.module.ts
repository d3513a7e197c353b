import { Module } from '@nestjs/common';
import { DefaultChannelsHandler } from './default-channels.handler';
import { DefaultChannelsRepository } from './default-channels.repository';
import { DefaultChannelsService } from './default-channels.service';

@Module({
  controllers: [DefaultChannelsHandler],
  providers: [DefaultChannelsRepository, DefaultChannelsService],
  exports: [DefaultChannelsRepository],
})
export class DefaultChannelsModule {}
