import { Module } from '@nestjs/common';
import { FetchModule } from '../fetch/fetch.module';
import { FlagsHandler } from './flags.handler';
import { FlagsService } from './flags.service';
import { PositionKeeper } from './position-keeper';
import { UnreadDetailsReader } from './unread-details-reader';

@Module({
  imports: [FetchModule],
  controllers: [FlagsHandler],
  providers: [FlagsService, PositionKeeper, UnreadDetailsReader],
  exports: [FlagsService],
})
export class FlagsModule {}
