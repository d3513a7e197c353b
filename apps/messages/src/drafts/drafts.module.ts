import { Module } from '@nestjs/common';
import { DraftsHandler } from './drafts.handler';
import { DraftsRepository } from './drafts.repository';
import { DraftsService } from './drafts.service';

@Module({
  controllers: [DraftsHandler],
  providers: [DraftsRepository, DraftsService],
})
export class DraftsModule {}
