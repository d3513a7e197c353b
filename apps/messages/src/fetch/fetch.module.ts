import { Module } from '@nestjs/common';
import { MessagesModule } from '../messages/messages.module';
import { ConditionBuilder } from './condition-builder';
import { FetchHandler } from './fetch.handler';
import { FetchRepository } from './fetch.repository';
import { FetchService } from './fetch.service';
import { NarrowResolver } from './narrow-resolver';

@Module({
  imports: [MessagesModule],
  controllers: [FetchHandler],
  providers: [ConditionBuilder, FetchRepository, FetchService, NarrowResolver],
  exports: [FetchService, NarrowResolver],
})
export class FetchModule {}
