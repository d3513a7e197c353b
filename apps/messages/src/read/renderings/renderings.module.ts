import { Module } from '@nestjs/common';
import { MessagesModule } from '../../send/messages/messages.module';
import { FreshRenderings } from './fresh-renderings';
import { RenderingWalkJob } from './rendering-walk.job';
import { RerenderingService } from './rerendering.service';
import { StaleMessagesRepository } from './stale-messages.repository';

/** Messages are shown as the present renderer shows them, whenever they were sent. */
@Module({
  imports: [MessagesModule],
  providers: [FreshRenderings, RenderingWalkJob, RerenderingService, StaleMessagesRepository],
  exports: [FreshRenderings],
})
export class RenderingsModule {}
