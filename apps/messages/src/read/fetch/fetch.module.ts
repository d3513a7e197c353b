import { Module } from '@nestjs/common';
import { AccessibleUsersRepository } from '@stoa/directory';
import { MessagesModule } from '../../send/messages/messages.module';
import { RenderingsModule } from '../renderings/renderings.module';
import { ConditionBuilder } from './condition-builder';
import { FetchRepository } from './fetch.repository';
import { FetchService } from './fetch.service';
import { MessageObjects } from './message-objects';
import { NarrowResolver } from './narrow-resolver';
import { SearchMatches } from './search-matches';
import { SearchRepository } from './search.repository';
import { WindowFinder } from './window-finder';

@Module({
  imports: [MessagesModule, RenderingsModule],
  providers: [
    AccessibleUsersRepository,
    ConditionBuilder,
    FetchRepository,
    FetchService,
    MessageObjects,
    NarrowResolver,
    SearchMatches,
    SearchRepository,
    WindowFinder,
  ],
  exports: [FetchService, NarrowResolver],
})
export class FetchModule {}
