import { Module } from '@nestjs/common';
import { SavedSnippetsRepository } from './saved-snippets.repository';
import { SavedSnippetsService } from './saved-snippets.service';

@Module({
  providers: [SavedSnippetsRepository, SavedSnippetsService],
})
export class SavedSnippetsModule {}
