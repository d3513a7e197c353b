import { Module } from '@nestjs/common';
import { MessagesModule } from '../../send/messages/messages.module';
import { DraftsHandler } from './drafts.handler';
import { DraftsRepository } from './drafts.repository';
import { DraftsService } from './drafts.service';

@Module({
  imports: [MessagesModule],
  controllers: [DraftsHandler],
  providers: [DraftsRepository, DraftsService],
})
export class DraftsModule {}
