import { Module } from '@nestjs/common';
import { SavedSnippetsHandler } from './saved-snippets.handler';
import { SavedSnippetsRepository } from './saved-snippets.repository';
import { SavedSnippetsService } from './saved-snippets.service';

@Module({
  controllers: [SavedSnippetsHandler],
  providers: [SavedSnippetsRepository, SavedSnippetsService],
})
export class SavedSnippetsModule {}
