import { Module } from '@nestjs/common';
import { MessagesModule } from '../../send/messages/messages.module';
import { DraftsRepository } from './drafts.repository';
import { DraftsService } from './drafts.service';

@Module({
  imports: [MessagesModule],
  providers: [DraftsRepository, DraftsService],
  exports: [DraftsService],
})
export class DraftsModule {}
