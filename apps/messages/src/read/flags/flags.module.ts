import { Module } from '@nestjs/common';
import { FetchModule } from '../fetch/fetch.module';
import { FlagsService } from './flags.service';
import { MarkReadService } from './mark-read.service';
import { PositionKeeper } from './position-keeper';
import { TopicRepository } from './topic.repository';
import { UnreadDetailsReader } from './unread-details-reader';

@Module({
  imports: [FetchModule],
  providers: [FlagsService, MarkReadService, PositionKeeper, TopicRepository, UnreadDetailsReader],
  exports: [FlagsService],
})
export class FlagsModule {}
