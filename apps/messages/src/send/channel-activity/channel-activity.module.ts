import { Module } from '@nestjs/common';
import { ChannelActivityJob } from './channel-activity.job';
import { ChannelActivityRepository } from './channel-activity.repository';
import { ChannelActivityService } from './channel-activity.service';

@Module({
  providers: [ChannelActivityJob, ChannelActivityRepository, ChannelActivityService],
  exports: [ChannelActivityService],
})
export class ChannelActivityModule {}
