import { Module } from '@nestjs/common';
import { MessagesModule } from '../../send/messages/messages.module';
import { FetchModule } from '../fetch/fetch.module';
import { FlagsService } from './flags.service';
import { MarkReadService } from './mark-read.service';
import { PositionKeeper } from './position-keeper';
import { UnreadDetailsReader } from './unread-details-reader';

@Module({
  imports: [FetchModule, MessagesModule],
  providers: [FlagsService, MarkReadService, PositionKeeper, UnreadDetailsReader],
  exports: [FlagsService],
})
export class FlagsModule {}
